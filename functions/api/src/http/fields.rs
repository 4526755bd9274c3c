//! Errors of the fields of a request.

use wasm_core::forms::FieldErrors;

/// Message for a hash that cannot be parsed.
pub(crate) const NOT_A_HASH: &str = "Send the SHA-256 of the file as 64 hexadecimal digits.";

/// Returns the value, or adds its errors to `errors`. A request names all its invalid fields at once.
pub(crate) fn keep<T>(errors: &mut FieldErrors, result: Result<T, impl Into<FieldErrors>>) -> Option<T> {
    result.map_err(|error| errors.0.extend(error.into().0)).ok()
}
