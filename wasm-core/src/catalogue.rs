//! The searchable data and its file format. The writer and the reader of the format live side by side.

mod change_log;
pub(crate) mod checksum;
mod counter_overlay;
mod counts;
pub(crate) mod dictionary;
mod index;
mod library;
mod lists;
pub(crate) mod packed_array;
mod popularity;
mod reader;
mod writer;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use change_log::{CHANGE_LOG_MAX, Moves};
pub use counter_overlay::{CatalogueDiff, decode_with_counts, diff};
pub(crate) use index::Index;
pub use library::{Library, SearchCollection, SearchItem, decode_library, encode_library};
pub use reader::{Catalogue, decode};
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
    /// Start of the description, at most `CATALOGUE_DESCRIPTION_MAX_CHARS` characters.
    pub description: String,
    /// Number of likes.
    pub likes: u32,
    /// Number of notes.
    pub notes: u32,
    /// Recent activity: the [`activity_rank`] of a sum in which older activity counts less. Only the order of the
    /// values has a meaning.
    pub activity: u32,
}

impl CourseRecord {
    /// Returns a course without notes or likes.
    pub fn new(code: CourseCode, title: impl Into<String>) -> Self {
        Self { code, title: title.into(), description: String::new(), likes: 0, notes: 0, activity: 0 }
    }
}

/// Converts a sum of recent activity to an integer with the same order, so that every machine orders courses alike.
/// Zero, negative numbers and NaN give 0.
///
/// Sums grow without bound, because new activity counts twice as much each week instead of old activity being halved.
/// The integer therefore covers the whole range of a double, with a relative precision of one millionth.
#[must_use]
pub fn activity_rank(sum: f64) -> u32 {
    // Positive doubles are ordered like their bits. The upper half has the exponent and the first 20 bits of the
    // fraction.
    if sum > 0.0 { u32::try_from(sum.to_bits() >> 32).unwrap_or(u32::MAX) } else { 0 }
}

/// The small file that names the newest catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CatalogueManifest {
    /// Format version of the catalogue: [`FORMAT_VERSION`] when the file was written.
    pub version: u8,
    /// Name of the catalogue file, relative to the manifest.
    pub file: String,
    /// SHA-256 of the catalogue file, in lower-case hexadecimal.
    pub sha256: String,
    /// Size of the catalogue file in bytes.
    pub size_bytes: u64,
    /// Number of courses in the catalogue.
    pub courses: u32,
    /// Time of publication: ISO 8601, UTC.
    pub published_at: String,
    /// The newest counts of the courses. Clients that ignore the field show the counts in the catalogue file. Absent if
    /// no count has changed since that file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub counts: Option<CountsFile>,
    /// The newest library. Absent until the first one is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub library: Option<LibraryFile>,
    /// SHA-256 of the newest file of course notes. Note titles are visible to members only, so members request the URL
    /// of the file by this hash. Absent until the first one is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub notes: Option<String>,
    /// Recently changed lists. Absent until the first change is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub moves: Option<Moves>,
}

/// The file with the newest counts of the courses. It is separate, so that likes do not cause the larger catalogue file
/// to be fetched again. It belongs to the catalogue in the same manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CountsFile {
    /// Name of the file, relative to the manifest.
    pub file: String,
    /// SHA-256 of the file, in lower-case hexadecimal.
    pub sha256: String,
}

/// The newest library: recordings, album notes and public playlists. The file is separate, so that courses are
/// searchable before it has loaded and the catalogue stays cached when the library changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LibraryFile {
    /// Name of the file, relative to the manifest.
    pub file: String,
    /// SHA-256 of the file, in lower-case hexadecimal.
    pub sha256: String,
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// Number of items in the library.
    pub items: u32,
}

/// Reason why bytes are not a valid catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CatalogueError {
    /// The first bytes are not those of a catalogue.
    #[error("This is not a course catalogue. Fetch it again.")]
    NotACatalogue,
    /// The file was written by a newer or older program.
    #[error(
        "The course catalogue has format version {found}, and this program reads version {FORMAT_VERSION}. Reload the page."
    )]
    Version {
        /// Format version of the file.
        found: u8,
    },
    /// The file is truncated or corrupted.
    #[error("The course catalogue arrived damaged. Fetch it again.")]
    Damaged,
}

/// Returns the bytes behind a valid header, so that fuzzing gets past the checksum.
#[doc(hidden)]
#[must_use]
pub fn framed_for_fuzzing(is_library: bool, body: &[u8]) -> Vec<u8> {
    writer::with_header(if is_library { format::LIBRARY_MAGIC } else { format::MAGIC }, body)
}

/// Version of the format that [`encode`] writes and [`Catalogue`] reads.
pub const FORMAT_VERSION: u8 = 2;

/// # The format, version 2
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | `NNCT` |
/// | 1 | version |
/// | 8 | checksum of everything after it |
/// | ... | the lists |
///
/// The file is the index: the writer computes what search needs, and a page that has fetched the file can search at
/// once, without decoding it. Numbers are little-endian.
///
/// A list: the width of its numbers in bytes (1 byte, from 0 for all zeros to 4), its length (4 bytes), the numbers,
/// and three zeros of padding, so that every number can be read as four bytes. A text is a list of bytes. *Bounds* are
/// the offsets of entries in another list, followed by the end of the last entry.
///
/// Courses are numbered by popularity, most popular first, and terms in byte order. The lists, in this order:
///
/// | of | lists |
/// |---|---|
/// | courses | titles and their bounds; descriptions and their bounds; likes; notes; activity; characters of the title; the words of all titles, as terms, and their bounds; the code's, the subject's and the number's term |
/// | words of titles | the terms and their bounds; the courses that have them, and their bounds |
/// | subjects (`cs`) | the terms and their bounds; bounds of their codes |
/// | numbers (`246`) | the terms and their bounds; the courses that have them, and their bounds |
/// | codes (`cs246`) | the terms and their bounds; the course of each |
///
/// # The library
///
/// Starts with `NNLB` and holds recordings, notes of albums and public playlists in the same lists, so that the same
/// code searches them. Another file of this form holds the notes of courses. Items are numbered by kind and then by
/// popularity. Some lists have another meaning:
///
/// | list | in the library |
/// |---|---|
/// | descriptions | subjects, as displayed; the course of a note |
/// | notes | sizes: seconds of a recording, pages of a note, recordings of a playlist |
/// | activity | places: shelves from 0, albums from 4, playlists 7, courses 8 |
/// | words of all titles | words of title and subject; a subject that is a course also as one word (`cs246`) |
/// | codes | the kind as one digit, and the id |
/// | subjects, numbers | empty; each item's term of them is 0 |
///
/// # Counts
///
/// Starts with `NNCN` and holds what has moved since a catalogue was written, in five lists: the catalogue's checksum
/// as two numbers, places among its codes in ascending order, and for each of them likes, notes and activity.
mod format {
    pub(super) const MAGIC: [u8; 4] = *b"NNCT";
    pub(super) const LIBRARY_MAGIC: [u8; 4] = *b"NNLB";
    /// Offset of the checksum, which is 8 bytes long.
    pub(super) const CHECKSUM_START: usize = 5;
    /// Offset of the first byte that the checksum covers.
    pub(super) const HEADER_BYTES: usize = 13;
    /// Number of lists in a file.
    pub(super) const LIST_COUNT: usize = 27;
}
