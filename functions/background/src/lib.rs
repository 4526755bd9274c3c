//! The functions that follow the table's stream. Each is a [`StreamFunction`] in its own module, listed in
//! [`FUNCTIONS`].
//!
//! Records may be delivered more than once, so every function must be idempotent.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod changes;
pub mod inside;
mod stream;

pub use stream::{Answer, Function, StreamFunction, follow};

/// All functions that follow the stream.
pub static FUNCTIONS: [Function; 2] = [Function::of::<changes::Changes>(), Function::of::<inside::Inside>()];
