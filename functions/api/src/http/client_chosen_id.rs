//! Ids chosen by clients.

use std::str::FromStr;

use crate::http::problem::Problem;

/// Returns the id chosen by the client, which makes a repeated request idempotent, or a new id.
pub(crate) fn parse_or_create_id<T: FromStr>(given: Option<&str>, new: impl FnOnce() -> T) -> Result<T, Problem> {
    match given.filter(|id| !id.is_empty()) {
        None => Ok(new()),
        Some(id) => id.parse().map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits.")),
    }
}
