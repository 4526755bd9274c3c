//! The trash: what was deleted or replaced is kept for 30 days, then dropped by the table, and its files with it.

pub mod album;
pub mod audio;
pub mod file;
mod list;
mod note;

pub use list::{Trashed, list, used};
pub use note::{TrashedNote, find, put, restore};
