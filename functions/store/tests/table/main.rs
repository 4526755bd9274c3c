//! Tests of the store against the embedded table over HTTP, with a fresh table per test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod desk;
#[path = "../engines/mod.rs"]
mod engines;
mod library;
mod mine;
mod odd_records;
mod people;
mod reconcile;
mod records;
mod study;
mod support;
