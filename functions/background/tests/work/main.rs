//! Tests of the function with an embedded table and buckets, one module per subject.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod albums;
mod catalogue;
mod deletes;
mod library;
mod notes;
mod photos;
mod pictures;
mod stream;
mod support;
#[path = "../../../store/tests/test_backends/mod.rs"]
mod test_backends;
