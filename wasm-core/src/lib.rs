//! The rules of Note Ninja: pure Rust shared by the browser (as WebAssembly) and the server.
//!
//! Nothing here does I/O, reads a clock or draws random numbers: the same input gives the same output on every machine.
//! What JavaScript sees of it is in the crate `bindings` below.

#![warn(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there"))]

pub mod album;
pub mod anki;
pub mod catalogue;
pub mod course;
pub mod duration;
pub mod forms;
pub mod inside;
pub mod legacy_text;
pub mod limits;
mod order;
pub mod player;
pub mod position;
pub mod reading;
pub mod recommend;
pub mod search;
pub mod shelf;
pub mod study;
pub mod text;
mod unicode;
