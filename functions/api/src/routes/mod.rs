//! The handlers, one file a noun.

pub(crate) mod account;
pub(crate) mod administration;
pub(crate) mod albums;
pub(crate) mod audio;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod beacon;
pub(crate) mod card_imports;
pub(crate) mod cards;
pub(crate) mod chapters;
pub(crate) mod content;
pub(crate) mod course_pictures;
pub(crate) mod courses;
pub(crate) mod covers;
pub(crate) mod decks;
pub(crate) mod demand;
pub(crate) mod exams;
pub(crate) mod export;
mod files;
pub(crate) mod health;
pub(crate) mod highlights;
pub(crate) mod library;
pub(crate) mod likes;
pub(crate) mod managed_courses;
pub(crate) mod me;
pub(crate) mod my_notes;
pub(crate) mod notes;
pub(crate) mod own_cards;
pub(crate) mod photos;
mod pictures;
pub(crate) mod playlists;
pub(crate) mod positions;
pub(crate) mod reports;
pub(crate) mod requests;
pub(crate) mod second_factor;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod start;
pub(crate) mod students;
pub(crate) mod studying;
pub(crate) mod uploads;

use std::str::FromStr;

use store::audit::{self, AuditEntry};
use store::{Store, Timestamp};

use crate::auth::caller::Caller;
use crate::problem::Problem;

/// Writes down what an administrator did. Called after it was done and before it is answered, so that
/// whoever gets an answer is in the log.
async fn record(
    store: &Store,
    caller: &Caller,
    action: &str,
    target: impl ToString,
    before: Option<String>,
    after: Option<String>,
) -> Result<(), Problem> {
    let entry = AuditEntry::new(caller.uid.clone(), action, target.to_string(), Timestamp::now());
    Ok(audit::append(store, &AuditEntry { before, after, ..entry }).await?)
}

/// The id that the client made, so that sending twice makes one thing; else a new one.
fn given_or_new<T: FromStr>(given: Option<&str>, new: impl FnOnce() -> T) -> Result<T, Problem> {
    match given.filter(|id| !id.is_empty()) {
        None => Ok(new()),
        Some(id) => id.parse().map_err(|_| Problem::field("id", "invalid", "An id is a ULID: 26 letters and digits.")),
    }
}
