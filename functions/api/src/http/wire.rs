//! Wire types. They are separate from stored types, and each field has an example for the API document.
//!
//! Fields from forms default to empty, so that the rules in `wasm_core::forms` report all missing fields in one
//! response. Fields filled by programs have no default: the parser rejects a body without them.

pub mod page;
pub mod problem;

use wasm_core::forms::with_separators;

/// Name of an invalid field with the message for the user.
pub(crate) type Failing = (&'static str, String);

/// Checks that a text has at most `max` characters.
pub(crate) fn within(field: &'static str, text: &str, max: usize) -> Result<(), Failing> {
    let is_within = text.chars().count() <= max;
    if is_within { Ok(()) } else { Err((field, format!("Use at most {} characters.", with_separators(max)))) }
}
