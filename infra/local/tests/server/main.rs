//! Tests of the local server: responses to unusual requests, and persistence when it is stopped or killed.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod connections;
mod kills;
mod meter;
mod program;
mod survives;
mod waits;
mod writes;
