//! Wire types. They are separate from stored types, and each field has an example for the API document.
//!
//! Fields from forms default to empty, so that the rules in `wasm_core::forms` report all missing fields in one
//! response. Fields that do not come from a form have no default: the parser rejects a body without them.

pub mod page;
pub mod problem;

use wasm_core::forms::format_integer;
use wasm_core::limits::NOTE_PDF_MAX_PAGES;

/// Name of an invalid field with the message for the user.
pub(crate) type InvalidField = (&'static str, String);

/// Checks that a text has at most `max` characters.
pub(crate) fn check_max_chars(field: &'static str, text: &str, max: usize) -> Result<(), InvalidField> {
    let is_within = text.chars().count() <= max;
    if is_within { Ok(()) } else { Err((field, format!("Use at most {} characters.", format_integer(max)))) }
}

/// Checks the page number of a note.
pub(crate) fn check_page(field: &'static str, page: u32) -> Result<(), InvalidField> {
    let is_valid = (1..=NOTE_PDF_MAX_PAGES).contains(&page);
    let max = || format_integer(NOTE_PDF_MAX_PAGES as usize);
    if is_valid { Ok(()) } else { Err((field, format!("Pages are numbered from 1 to {}.", max()))) }
}
