//! The function against a real table and real buckets, one module a kind of upload.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod albums;
mod flow;
mod own_cards;
mod recordings;
mod refused;
mod repeated;
mod support;
#[path = "../../../store/tests/test_backends/mod.rs"]
mod test_backends;
mod words;
