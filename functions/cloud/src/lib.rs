//! AWS as Note Ninja sees it: one table, the object buckets, the user pool. Nothing here knows what a note is.
//!
//! - `base`: what everything else is told in: errors, ids, times, pages. No AWS.
//! - [`keys`]: every key of the table and of the buckets. No other file formats one.
//! - [`aws`]: the clients, what is read from the table and written to it, objects, users. No other crate of a function uses
//!   an SDK.
//!
//! Every call of a service can answer [`Unavailable`](base::error::Error::Unavailable) (try again) and
//! [`Broken`](base::error::Error::Broken) (a bug of ours, or stored data that nobody can read). An `# Errors` section names
//! what a call can answer besides.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod aws;
pub mod base;
pub mod keys;
