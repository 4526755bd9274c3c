//! Journeys over HTTP: one module per subject, each with its own server. They are one program, because every additional
//! program would contain all SDKs and engines again.

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
