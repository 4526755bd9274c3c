//! The store against the embedded table, spoken to over HTTP as in production; one fresh table a test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod chapters;
mod courses;
mod likes;
mod notes;
mod people;
mod records;
mod saved;
mod support;
mod uploads;
