//! Reads files from their bytes alone: no network, no table and no clock. Every file is treated as hostile.
//!
//! Each kind of file has a function that reads it on the caller's thread. [`run_if_requested`] calls these functions in
//! a separate process, where a panic, an endless loop or a decompression bomb does no harm. [`inspect::Extractor`]
//! starts such processes. Crates that only start them do not need this crate, which takes most of the time of a clean
//! build.

#![deny(missing_docs)]

pub mod audio;
pub mod deck;
pub mod image;
pub mod pdf;
mod process;
mod sandbox;

pub use process::{in_process_extractor, run_if_requested};
pub use sandbox::enter_sandbox;
