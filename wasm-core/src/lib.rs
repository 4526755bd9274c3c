//! The rules of Note Ninja: pure Rust shared by the browser (as WebAssembly) and the server.
//!
//! This crate does no I/O, reads no clock and draws no random numbers: the same input gives the same output on every
//! machine. The crate `bindings` exposes it to JavaScript.

#![warn(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there"))]

pub mod accessibility;
pub mod album;
pub mod anki;
pub mod catalogue;
pub mod course;
pub mod duration;
pub mod forms;
pub mod full_text;
pub mod gaps;
mod index_sort;
pub mod legacy_text;
pub mod limits;
pub mod player;
pub mod position;
pub mod reading;
pub mod recommend;
pub mod search;
pub mod shelf;
pub mod study;
pub mod text;
pub mod transcript;
mod unicode;
