//! Metadata that our own check extracted from files. Nothing here comes from a browser.

use serde::{Deserialize, Serialize};
use wasm_core::accessibility::AccessibilityReport;

use crate::ids::{PublicName, Sha256Hash};

/// Metadata of a note's PDF. It does not say whether the PDF is encrypted, because encrypted files are rejected. All
/// fields are empty for notes that were published before files were checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfMetadata {
    /// PDF version that the file declares, such as `1.7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether the PDF contains text; a scan has none. `None` if the text could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_text: Option<bool>,
    /// Sentence that explains why the text could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_missing: Option<String>,
    /// Ranges of pages that are images without text, such as `2–4, 7`. `None` without such pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scanned_pages: Option<String>,
    /// Ranges of pages whose text could not be extracted, in the same form. `None` without such pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable_pages: Option<String>,
    /// Images of the first page, stored beside the PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
    /// Sentence that explains why there are no images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_missing: Option<String>,
    /// Result of the accessibility checks, for administrators only. `None` if the text could not be read, or for a note
    /// that was published before there were checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<AccessibilityReport>,
}

/// Images of a first page: two sizes and a tiny placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Width of the large image in pixels.
    pub width_px: u32,
    /// Height of the large image in pixels.
    pub height_px: u32,
    /// Blurred placeholder of 20 to 30 bytes (thumbhash) in Base64, shown until the image has loaded.
    pub thumbhash: String,
    /// Name of the public copies.
    pub open: PublicName,
}

/// Metadata of an audio note's file, except its duration. All fields are empty for audio notes that were published
/// before it was recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioMetadata {
    /// Short name of the codec, such as `aac`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codec: Option<String>,
    /// Average bits per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_rate: Option<u32>,
    /// Samples per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_rate: Option<u32>,
    /// Title from the file's tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Artist from the file's tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
    /// Album from the file's tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub album: Option<String>,
    /// Name of the public copy of the embedded image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_artwork: Option<PublicName>,
}

/// Result of preparing an audio note for listening after it was published. Present even if nothing could be prepared, so that
/// it is not tried again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListeningMetadata {
    /// Integrated loudness of EBU R128, in hundredths of LUFS. `None` in silence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loudness_centilufs: Option<i32>,
    /// The smaller rendition. `None` if it would not be smaller, or could not be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendition: Option<Rendition>,
}

/// Rendition of a recording: Opus in an MP4 container with the times of the original. Its key is derived from that of
/// the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rendition {
    /// Size in bytes.
    pub size_bytes: u64,
    /// SHA-256 of the file.
    pub sha256: Sha256Hash,
}

/// Title and author read from a file, suggested to its uploader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestions {
    /// Title in the file's metadata or headline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Author in the file's metadata.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

impl Suggestions {
    /// Returns true if the file has neither a title nor an author.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.is_none() && self.author.is_none()
    }
}
