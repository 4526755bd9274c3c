//! What is in a file, found out from its bytes alone. No network, no table, no clock, and no trust: every file is hostile.
//!
//! Each kind of file has a function that reads it on the thread of the caller. [`Inspector`] calls them where a panic, a
//! runaway or a bomb harms nobody: in a process of its own with bounded memory and time.

#![deny(missing_docs)]

pub mod audio;
mod blob;
pub mod image;
pub mod inspector;
pub mod pdf;
mod reason;

pub use inspector::Inspector;
pub use reason::Reason;
