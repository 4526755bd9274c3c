//! Searching inside of notes: the file that holds the words of all pages of a course or an album, its writer and its reader,
//! and the search over some of them.
//!
//! A file is made of the texts of notes ([`Builder::add_note`]), or of files of single notes ([`Builder::add_file`]), so a
//! course of which one note changed is made anew without reading any text again.

mod builder;
mod codes;
mod find;
mod format;
mod merge;
mod near;
mod pages;
mod query;
mod rank;
mod reader;
mod snippet;
mod words;

use thiserror::Error;

pub use builder::Builder;
pub use find::{InsideHit, search};
pub use pages::pages_with;
pub use reader::InsideFile;

/// Version of the format that [`Builder`] writes and [`InsideFile`] reads.
pub const INSIDE_VERSION: u8 = 1;

/// Why bytes are not a file of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InsideError {
    /// The first bytes are those of something else.
    #[error("This is not an index of notes. Fetch it again.")]
    NotAnIndex,
    /// Written by a newer or older program.
    #[error(
        "The index of notes has format version {found}, and this program reads version {INSIDE_VERSION}. Reload the page."
    )]
    Version {
        /// The version that was found.
        found: u8,
    },
    /// Truncated or corrupted.
    #[error("The index of notes arrived damaged. Fetch it again.")]
    Damaged,
}

/// The text of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageText<'a> {
    /// Its number, from 1.
    pub page: u32,
    /// Its text, with a line break at the end of each line.
    pub text: &'a str,
}

/// Any bytes behind a valid header, so that fuzzing gets past the checksum.
#[doc(hidden)]
#[must_use]
pub fn framed_for_fuzzing(body: &[u8]) -> Vec<u8> {
    format::framed(body)
}
