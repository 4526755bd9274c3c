//! Journeys over HTTP, one module a subject, each with a cloud of its own. One program, because each one more would
//! hold all of the SDKs and engines again.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod authorization;
mod batch;
mod bodies;
mod console;
mod library;
mod limits;
mod mine;
mod people;
mod study;
