//! The store against the embedded table, spoken to over HTTP as in production; one fresh table a test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod audio;
mod chapters;
mod courses;
mod likes;
mod lists;
mod notes;
mod people;
mod playlists;
mod playlists_at_once;
mod positions;
mod records;
mod saved;
mod support;
mod uploads;
