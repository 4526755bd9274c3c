//! Ids that clients make.

use std::str::FromStr;

use crate::http::problem::Problem;

/// The id that the client made, so that sending twice makes one thing; else a new one.
pub(crate) fn given_or_new<T: FromStr>(given: Option<&str>, new: impl FnOnce() -> T) -> Result<T, Problem> {
    match given.filter(|id| !id.is_empty()) {
        None => Ok(new()),
        Some(id) => id.parse().map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits.")),
    }
}
