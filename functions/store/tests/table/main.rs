//! Tests of the store against the embedded table over HTTP, with a fresh table per test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod desk;
mod legacy_items;
mod library;
mod mine;
mod misc_records;
mod people;
mod reconcile;
mod study;
mod support;
#[path = "../test_backends/mod.rs"]
mod test_backends;
