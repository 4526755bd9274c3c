//! What can be searched, and the file it travels in. The writer and the reader of the format live side by side.

mod checksum;
mod reader;
mod writer;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use reader::decode;
pub use writer::encode;

use crate::course::CourseCode;

/// One course of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseRecord {
    /// Course code.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Beginning of the description, at most `CATALOGUE_DESCRIPTION_MAX_CHARS` characters.
    pub description: String,
    /// How many students like it.
    pub likes: u32,
    /// How many notes it has.
    pub notes: u32,
    /// Recent likes and openings, older ones counting less: what [`activity_rank`] makes of their sum. Only its order
    /// means anything.
    pub activity: u32,
}

impl CourseRecord {
    /// A course that has neither notes nor likes yet.
    pub fn new(code: CourseCode, title: impl Into<String>) -> Self {
        Self { code, title: title.into(), description: String::new(), likes: 0, notes: 0, activity: 0 }
    }
}

/// A sum of recent activity as a whole number of the same order, so that every machine orders courses alike. Nothing,
/// less than nothing and what is not a number give 0.
///
/// Sums grow without end (a weight that fades by half each week is written as one that doubles), and this covers all
/// that a double can hold: sums are told apart when they differ by a millionth.
#[must_use]
pub fn activity_rank(sum: f64) -> u32 {
    // The bits of doubles above zero have the order of the numbers. The upper half are the exponent and 20 bits after it.
    if sum > 0.0 { u32::try_from(sum.to_bits() >> 32).unwrap_or(u32::MAX) } else { 0 }
}

/// The small file that says which catalogue is the newest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CatalogueManifest {
    /// Version of the catalogue's format: [`FORMAT_VERSION`] when it was written.
    pub version: u8,
    /// Name of the catalogue file, relative to the manifest.
    pub file: String,
    /// SHA-256 of the catalogue file, in lower-case hexadecimal.
    pub sha256: String,
    /// Size of the catalogue file in bytes.
    pub size_bytes: u64,
    /// How many courses are in it.
    pub courses: u32,
    /// When it was written: ISO 8601, UTC.
    pub published_at: String,
}

/// Why bytes are not a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CatalogueError {
    /// The first bytes are not those of a catalogue.
    #[error("This is not a course catalogue. Fetch it again.")]
    NotACatalogue,
    /// Written by a newer or older program.
    #[error(
        "The course catalogue has format version {found}, and this program reads version {FORMAT_VERSION}. Reload the page."
    )]
    Version {
        /// The version that was found.
        found: u8,
    },
    /// Cut short or changed on the way.
    #[error("The course catalogue arrived damaged. Fetch it again.")]
    Damaged,
}

/// Version of the format that [`encode`] writes and [`decode`] reads.
pub const FORMAT_VERSION: u8 = 2;

/// # The format, version 2
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | `NNCT` |
/// | 1 | version |
/// | 4 | CRC-32 of everything after it, least significant byte first |
/// | varint | number of courses |
/// | ... | the courses, in strictly rising order of their codes |
///
/// A course: the number of leading characters its code shares with the one before (1 byte), the number of further ones
/// (1 byte) and these; a byte of flags; the title; then, each only where its flag is set, description, likes, notes and
/// activity. A text is its length in bytes (varint) and UTF-8; a count is a varint; activity is 4 bytes, least
/// significant byte first. A varint holds 7 bits a byte, lowest first, the top bit set on all but the last.
mod format {
    pub(super) const MAGIC: [u8; 4] = *b"NNCT";
    /// Where the checked part begins.
    pub(super) const HEADER_BYTES: usize = 9;

    pub(super) const HAS_DESCRIPTION: u8 = 1;
    pub(super) const HAS_LIKES: u8 = 2;
    pub(super) const HAS_NOTES: u8 = 4;
    pub(super) const HAS_ACTIVITY: u8 = 8;
    pub(super) const ALL_FLAGS: u8 = HAS_DESCRIPTION | HAS_LIKES | HAS_NOTES | HAS_ACTIVITY;
}
