//! The content index: one entry per published course note, recording and album note, so that administrators find all
//! content in one list, and the totals per kind.
//!
//! Entry and totals change in the transaction of the item. Publishing and restoring call [`add`], moving to the trash
//! calls [`remove`], editing and replacing a file call [`change`] on that transaction. Every kind of
//! [`Content`](crate::library::content::Content) has an [`Entry`].

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
