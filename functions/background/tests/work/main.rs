//! The function against a real table and real buckets, one module a subject.

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
