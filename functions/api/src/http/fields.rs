//! Errors of the fields of a request.

use wasm_core::forms::FieldErrors;

use crate::http::problem::Problem;

/// Maximum length of the text of a filter, in characters.
const TEXT_MAX_CHARS: usize = 100;

/// Message for a hash that cannot be parsed.
pub(crate) const INVALID_HASH_MESSAGE: &str = "Send the SHA-256 of the file as 64 hexadecimal digits.";

/// Returns the value, or adds its errors to `errors`, so that a response can report all invalid fields at once.
pub(crate) fn ok_or_record<T>(errors: &mut FieldErrors, result: Result<T, impl Into<FieldErrors>>) -> Option<T> {
    result.map_err(|error| errors.0.extend(error.into().0)).ok()
}

/// Returns the trimmed value of a query parameter, or `None` if it is empty.
pub(crate) fn non_empty(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the trimmed text of a filter, or `None` if it is empty.
///
/// # Errors
/// A validation problem for a text of more than 100 characters.
pub(crate) fn filter_text(text: Option<String>) -> Result<Option<String>, Problem> {
    let text = non_empty(text);
    if text.as_ref().is_some_and(|text| text.chars().count() > TEXT_MAX_CHARS) {
        return Err(Problem::field("text", "too_long", format!("Use at most {TEXT_MAX_CHARS} characters.")));
    }
    Ok(text)
}
