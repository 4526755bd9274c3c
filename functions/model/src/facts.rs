//! What our own check found in a file, beside what every list shows of it. Nothing here is what a browser said.

use serde::{Deserialize, Serialize};

use crate::ids::OpenName;

/// What is known of the PDF of a note. One that is encrypted is refused, so no note has such a file. All is empty for
/// notes from before anybody looked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfFacts {
    /// The version of PDF that the file says it is, such as `1.7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether there is text in it; a scan has none. `None` where its text could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_text: Option<bool>,
    /// Why its text could not be read, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_missing: Option<String>,
    /// Ranges of pages that are pictures without text, such as `2–4, 7`. `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scanned_pages: Option<String>,
    /// Ranges of pages whose text could not be extracted, in the same form. `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable_pages: Option<String>,
    /// The pictures of its first page, which lie beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
    /// Why there are none, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_missing: Option<String>,
}

/// The pictures of a first page: the same in two sizes, and one that is so small that it fits here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Width of the large one, in pixels.
    pub width_px: u32,
    /// Height of the large one, in pixels.
    pub height_px: u32,
    /// A blurred picture of 20 to 30 bytes (thumbhash), as Base64: what is shown until the picture is there.
    pub thumbhash: String,
    /// What they are called where everybody may read them. `None` for those from before there was such a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenName>,
}

/// What is known of the file of an audio note beside its length. All is empty for audio notes from before anybody wrote
/// it down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioFacts {
    /// The codec's short name, such as `aac`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codec: Option<String>,
    /// Bits per second on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_rate: Option<u32>,
    /// Samples per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_rate: Option<u32>,
    /// The title that the file gives itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who speaks or plays, as the file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
    /// What it is a part of, as the file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub album: Option<String>,
    /// What the picture in it is called where everybody may read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_artwork: Option<OpenName>,
}

/// What a file says of itself, offered to whoever uploaded it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestions {
    /// A title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

impl Suggestions {
    /// Whether the file says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.is_none() && self.author.is_none()
    }
}
