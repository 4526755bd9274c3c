//! Metadata that `ingest` read from a file.

use serde::Serialize;
use store::keys::object::{self, ObjectKey, PreviewSize};
use store::metadata;
use utoipa::ToSchema;

/// Metadata of a PDF, without name, size and pages. Encrypted PDFs are rejected on upload.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PdfMetadata {
    /// PDF version declared by the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1.7")]
    pub pdf_version: Option<String>,
    /// Whether the PDF contains text; a scan has none. Absent if the text could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub has_text: Option<bool>,
    /// Reason why the text could not be read, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Its text takes too long to read.")]
    pub text_missing: Option<String>,
    /// Ranges of pages that are images without text. Absent if every page has text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2–4, 7")]
    pub scanned_pages: Option<String>,
    /// Ranges of pages whose text could not be extracted. Absent if it could be extracted from every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "5")]
    pub unreadable_pages: Option<String>,
    /// Preview of the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
    /// Reason for a missing preview, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Its first page takes too long to draw.")]
    pub preview_missing: Option<String>,
}

/// Preview of a first page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// URL of the preview for cards: a WebP image, 360 pixels wide.
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924-small.webp")]
    pub small_url: String,
    /// URL of the preview, 1,080 pixels wide.
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924-large.webp")]
    pub large_url: String,
    /// Width of the large preview in pixels.
    #[schema(example = 1080)]
    pub width_px: u32,
    /// Height of the large preview in pixels.
    #[schema(example = 1527)]
    pub height_px: u32,
    /// Blurred placeholder as a Base64 thumbhash, shown until the image has loaded.
    #[schema(example = "3OcRJYB4d3h/iIeHeEh3eIhw+j2w")]
    pub thumbhash: String,
}

impl PdfMetadata {
    /// Builds the metadata of a PDF.
    pub(crate) fn of(facts: metadata::PdfMetadata) -> Self {
        let preview = facts.preview.map(|preview| Preview {
            small_url: public_url(&object::public_preview(&preview.open, PreviewSize::Small)),
            large_url: public_url(&object::public_preview(&preview.open, PreviewSize::Large)),
            width_px: preview.width_px,
            height_px: preview.height_px,
            thumbhash: preview.thumbhash,
        });
        Self {
            pdf_version: facts.version,
            has_text: facts.has_text,
            text_missing: facts.text_missing,
            scanned_pages: facts.scanned_pages,
            unreadable_pages: facts.unreadable_pages,
            preview,
            preview_missing: facts.preview_missing,
        }
    }

    /// Returns the URL of the small preview.
    pub(crate) fn preview_url(&self) -> Option<String> {
        self.preview.as_ref().map(|preview| preview.small_url.clone())
    }
}

/// Returns the URL of a public image on the page's own host.
pub(crate) fn public_url(open: &ObjectKey) -> String {
    format!("/{open}")
}

/// Metadata of a recording, without duration and type.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudioMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "aac")]
    pub codec: Option<String>,
    /// Average bit rate in bits per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 128_000)]
    pub bit_rate: Option<u32>,
    /// Sample rate in hertz.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 44_100)]
    pub sample_rate: Option<u32>,
    /// Title from the tags of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Pointers")]
    pub title: Option<String>,
    /// Artist from the tags of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Note Ninja")]
    pub artist: Option<String>,
    /// Album from the tags of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS 246 in an hour")]
    pub album: Option<String>,
}

impl AudioMetadata {
    /// Builds the metadata of a recording.
    pub(crate) fn of(facts: metadata::AudioMetadata) -> Self {
        Self {
            codec: facts.codec,
            bit_rate: facts.bit_rate,
            sample_rate: facts.sample_rate,
            title: facts.title,
            artist: facts.artist,
            album: facts.album,
        }
    }
}
