//! Access to AWS: one table, the buckets and the user pool. This crate must not know what a note is, and no other crate
//! of a function uses an AWS SDK.
//!
//! Every call of a service can return [`Unavailable`](model::error::Error::Unavailable) (retry) and
//! [`Broken`](model::error::Error::Broken) (a bug, or stored data that cannot be decoded). An `# Errors` section lists
//! only the other errors.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod batch;

#[cfg(feature = "capacity")]
pub mod capacity;

pub mod cdn;
pub mod client;
pub mod codec;
pub mod expression;
pub mod mail;
pub mod objects;
pub mod retry;
pub mod schema;
pub mod settings;
pub mod table;
pub mod transaction;
pub mod users;
pub mod write;
