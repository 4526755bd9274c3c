//! Domain types of the server: ids, times, errors, kinds, ranks, pages and every key. This crate must not know AWS.
//!
//! - [`keys`]: every key of the table and of the buckets. No other module formats keys.
//! - [`error`]: domain errors. Every call of a service can return [`Unavailable`](error::Error::Unavailable) (retry;
//!   also when other requests kept changing the same items) and [`Broken`](error::Error::Broken) (a bug, or stored data
//!   that cannot be decoded). An `# Errors` section lists only the other errors.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod error;
pub mod fractional_index;
pub mod ids;
pub mod keys;
pub mod kind;
pub mod metadata;
pub mod page;
pub mod timestamp;
pub mod words;
