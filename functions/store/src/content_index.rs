//! The content index: one entry per published course note, recording and album note, so that administrators find all
//! content in one list, and the totals per kind.
//!
//! Entry and totals change in the transaction of the item. Publishing and restoring call [`add`], moving to the trash
//! calls [`remove`], editing and replacing a file call [`change`] on that transaction. Every kind of
//! [`Content`](crate::library::content::Content) has an [`IndexEntry`].

mod backfill;
mod entry;
pub mod files_by_hash;
mod list;
pub mod storage;
mod write;

pub use backfill::{BackfillReport, backfill};
pub use entry::IndexEntry;
pub use list::{AccessibilityState, Filter, list};
pub(crate) use write::{add, change, remove};
