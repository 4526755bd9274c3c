//! The local server as a program: what it keeps when it is stopped or killed.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod kills;
mod program;
mod survives;
