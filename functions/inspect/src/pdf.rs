//! Metadata of a PDF.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use wasm_core::accessibility::AccessibilityReport;

use crate::blob;

/// Width of the small preview of a first page, in pixels: the width of a card.
pub const SMALL_PREVIEW_PX: u32 = 360;

/// Width of the large preview of a first page, in pixels. It is shown on the page of one note, and on cards at two
/// device pixels per CSS pixel.
pub const LARGE_PREVIEW_PX: u32 = 1080;

/// Maximum number of ranges in a text of page numbers.
const RANGES_MAX: usize = 20;

/// Metadata of a PDF: page count, title and author.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfProperties {
    /// Number of pages, from 1 to `NOTE_PDF_MAX_PAGES`.
    pub pages: u32,
    /// PDF version, such as `1.7`.
    pub version: String,
    /// Title, unless it is a placeholder.
    pub title: Option<String>,
    /// Author in the metadata.
    pub author: Option<String>,
}

/// Rendered previews of a first page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedPage {
    /// WebP for cards, at most [`SMALL_PREVIEW_PX`] wide.
    #[serde(with = "blob")]
    pub small: Bytes,
    /// WebP for the page of one note, at most [`LARGE_PREVIEW_PX`] wide.
    #[serde(with = "blob")]
    pub large: Bytes,
    /// Width of the large preview, in pixels.
    pub width_px: u32,
    /// Height of the large preview, in pixels.
    pub height_px: u32,
    /// A blurred image of 20 to 30 bytes (thumbhash), as Base64.
    pub thumbhash: String,
}

/// The extracted text of a PDF.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractedText {
    /// Whether the PDF contains text. A scan contains none.
    pub has_text: bool,
    /// The text model, JSON compressed with Brotli: pages with blocks in reading order. Pages without blocks are
    /// omitted.
    #[serde(with = "blob")]
    pub compressed_pages: Bytes,
    /// Largest text on the first page, if it looks like a title.
    pub headline: Option<String>,
    /// Numbers of pages that contain only images, in ascending order.
    pub scanned_pages: Vec<u32>,
    /// Numbers of pages whose text could not be extracted, because the fonts do not map their glyphs to characters.
    pub unreadable_pages: Vec<u32>,
    /// Result of the accessibility checks.
    pub accessibility: AccessibilityReport,
}

/// Formats ascending page numbers as ranges, such as `2–4, 7`. Only the first ranges are listed. Returns `None` without
/// pages.
#[must_use]
pub fn page_ranges(pages: &[u32]) -> Option<String> {
    let mut ranges = pages.chunk_by(|one, next| one + 1 == *next).map(|range| match range {
        [first, .., last] => format!("{first}–{last}"),
        one => one.iter().map(u32::to_string).collect(),
    });
    let listed: Vec<String> = ranges.by_ref().take(RANGES_MAX).collect();
    let more = if ranges.next().is_some() { ", …" } else { "" };
    (!listed.is_empty()).then(|| listed.join(", ") + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_page_numbers_as_ranges() {
        assert_eq!(page_ranges(&[]), None);
        assert_eq!(page_ranges(&[2, 3, 4, 7]).as_deref(), Some("2–4, 7"));
        let odd: Vec<u32> = (0..100).map(|n| 2 * n + 1).collect();
        assert!(page_ranges(&odd).is_some_and(|text| text.ends_with(", 37, 39, …")));
    }
}
