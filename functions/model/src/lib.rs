//! What the server is told in: ids, times, errors, kinds of things, ranks, pages, and every key. Nothing here knows AWS.
//!
//! - [`keys`]: every key of the table and of the buckets. No other file formats one.
//! - [`error`]: what a call can answer. Every call of a service can answer [`Unavailable`](error::Error::Unavailable) (try
//!   again) and [`Broken`](error::Error::Broken) (a bug of ours, or stored data that nobody can read). An `# Errors` section
//!   names what a call can answer besides.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod error;
pub mod facts;
pub mod ids;
pub mod keys;
pub mod kind;
pub mod page;
pub mod rank;
pub mod timestamp;
