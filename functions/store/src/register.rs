//! The register: one entry for each note, audio note and album note that people can see, whatever it is, so that an
//! administrator finds everything in one list. Beside it the counter of how much there is.
//!
//! Both move in the transaction of the fact. Whoever publishes or restores calls [`add`], whoever moves to the trash
//! [`remove`], and whoever edits or replaces a file [`change`], on the very transaction that does it. Of every kind there
//! is an [`Entry`], because every kind is [`Content`](crate::library::content::Content).

mod entry;
mod list;
mod rebuild;
pub mod same_file;
pub mod storage;
mod write;

pub use entry::Entry;
pub use list::{Filter, list};
pub use rebuild::{Rebuilt, rebuild};
pub(crate) use write::{add, change, remove};
