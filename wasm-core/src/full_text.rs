//! Full text of notes: the index of all pages of a course or an album, its writer, its reader and the search.
//!
//! An index is built from the texts of notes ([`Builder::add_note`]) or from the indexes of single notes
//! ([`Builder::add_file`]). If one note of a course changes, no other text is read again.

mod builder;
mod find;
mod format;
mod merge;
mod pages;
mod passages;
mod proximity;
mod query;
mod question;
mod rank;
mod reader;
mod snippet;
mod token_codec;
mod tokenizer;

use thiserror::Error;

pub use builder::Builder;
pub use find::{InsideHit, search};
pub use pages::candidate_pages;
pub use passages::{PASSAGE_OVERLAP_WORDS, PASSAGE_WORDS, passages};
pub use reader::FullTextIndex;

/// Version of the format that [`Builder`] writes and [`FullTextIndex`] reads.
pub const FULL_TEXT_VERSION: u8 = 1;

/// Reason why bytes are not a valid index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FullTextError {
    /// The first bytes belong to another format.
    #[error("This is not an index of notes. Fetch it again.")]
    NotAnIndex,
    /// The file was written by a newer or older program.
    #[error(
        "The index of notes has format version {found}, and this program reads version {FULL_TEXT_VERSION}. Reload the page."
    )]
    Version {
        /// Format version of the file.
        found: u8,
    },
    /// The file is truncated or corrupted.
    #[error("The index of notes arrived damaged. Fetch it again.")]
    Damaged,
}

/// The text of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageText<'a> {
    /// Page number, from 1.
    pub page: u32,
    /// Text with a line break at the end of each line.
    pub text: &'a str,
}

/// Returns the bytes behind a valid header, so that fuzzing gets past the checksum.
#[doc(hidden)]
#[must_use]
pub fn framed_for_fuzzing(body: &[u8]) -> Vec<u8> {
    format::framed(body)
}
