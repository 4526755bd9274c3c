//! What is in a file, found out from its bytes alone. No network, no table, no clock, and no trust: every file is hostile.
//!
//! Each kind of file has a function that reads it on the thread of the caller. [`run_if_asked`] calls them in a process of
//! its own, where a panic, a runaway or a bomb harms nobody; [`inspect::Inspector`] starts such processes. Whoever only
//! starts them does not need this crate, which is most of what a cold build compiles for files.

#![deny(missing_docs)]

pub mod audio;
pub mod deck;
pub mod image;
pub mod pdf;
mod process;
mod walls;

pub use process::{run_if_asked, within_this_process};
pub use walls::shut_in;
