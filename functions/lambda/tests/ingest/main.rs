//! Tests of the function with an embedded table and buckets, one module per kind of upload.

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
