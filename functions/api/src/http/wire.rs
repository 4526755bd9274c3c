//! Wire types. They are separate from stored types, and each field has an example for the API document.
//!
//! Fields from forms default to empty, so that the rules in `wasm_core::forms` report all missing fields in one
//! response. Fields filled by programs have no default: the parser rejects a body without them.

pub mod page;
pub mod problem;

use wasm_core::forms::with_separators;
use wasm_core::limits::NOTE_PDF_MAX_PAGES;

/// Name of an invalid field with the message for the user.
pub(crate) type Failing = (&'static str, String);

/// Checks that a text has at most `max` characters.
pub(crate) fn within(field: &'static str, text: &str, max: usize) -> Result<(), Failing> {
    let is_within = text.chars().count() <= max;
    if is_within { Ok(()) } else { Err((field, format!("Use at most {} characters.", with_separators(max)))) }
}

/// Checks the page number of a note.
pub(crate) fn check_page(field: &'static str, page: u32) -> Result<(), Failing> {
    let is_valid = (1..=NOTE_PDF_MAX_PAGES).contains(&page);
    let max = || with_separators(NOTE_PDF_MAX_PAGES as usize);
    if is_valid { Ok(()) } else { Err((field, format!("Pages are numbered from 1 to {}.", max()))) }
}
