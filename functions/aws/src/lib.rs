//! AWS as Note Ninja sees it: one table, the object buckets, the user pool. Nothing here knows what a note is, and no other
//! crate of a function uses an SDK.
//!
//! The clients, what is read from the table and written to it, objects, users. Every call of a service can answer
//! [`Unavailable`](model::error::Error::Unavailable) (try again) and [`Broken`](model::error::Error::Broken) (a bug of ours,
//! or stored data that nobody can read). An `# Errors` section names what a call can answer besides.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod batch;

#[cfg(feature = "capacity")]
pub mod capacity;

pub mod cdn;
pub mod client;
pub mod codec;
pub mod expression;
pub mod objects;
pub mod retry;
pub mod schema;
pub mod settings;
pub mod table;
pub mod transaction;
pub mod users;
pub mod write;
