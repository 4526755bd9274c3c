//! Metadata of a PDF.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::blob;

/// Width of the small picture of a first page, in pixels: what a card shows.
pub const SMALL_PX: u32 = 360;

/// Width of the large picture of a first page, in pixels: the page of one note, and cards on screens with two pixels a
/// point.
pub const LARGE_PX: u32 = 1080;

/// Metadata of a PDF: page count, title and author.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfMetadata {
    /// Number of pages, from 1 to `NOTE_PDF_MAX_PAGES`.
    pub pages: u32,
    /// The version of PDF, such as `1.7`.
    pub version: String,
    /// Title, unless it is a placeholder.
    pub title: Option<String>,
    /// Author in the metadata.
    pub author: Option<String>,
}

/// The first page as it looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedPage {
    /// A WebP for cards, at most [`SMALL_PX`] wide.
    #[serde(with = "blob")]
    pub small: Bytes,
    /// A WebP for the page of one note, at most [`LARGE_PX`] wide.
    #[serde(with = "blob")]
    pub large: Bytes,
    /// Width of the large one, in pixels.
    pub width_px: u32,
    /// Height of the large one, in pixels.
    pub height_px: u32,
    /// A blurred picture of 20 to 30 bytes (thumbhash), as Base64.
    pub thumbhash: String,
}

/// The text of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Whether there is any; a scan has none.
    pub has_text: bool,
    /// `{"pages":[{"page":1,"text":"…"},…]}`, packed with Brotli. Pages without text are left out.
    #[serde(with = "blob")]
    pub packed: Bytes,
    /// Largest text on the first page, if it reads like a title.
    pub headline: Option<String>,
    /// Numbers of pages that are pictures without text, in ascending order.
    pub scanned_pages: Vec<u32>,
    /// Numbers of pages whose text could not be extracted, because the file does not tell which characters are drawn.
    pub unreadable_pages: Vec<u32>,
}
