//! The functions that follow the table's stream. Each is a [`StreamFunction`] in its own module, listed in
//! [`STREAM_FUNCTIONS`].
//!
//! Records may be delivered more than once, so every function must be idempotent.

#![deny(missing_docs)]
#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod changes;
pub mod full_text;
mod stream;

pub use stream::{Answer, Function, StreamFunction, handle_batch};

/// All functions that follow the stream.
pub static STREAM_FUNCTIONS: [Function; 2] =
    [Function::of::<changes::ChangesFunction>(), Function::of::<full_text::Inside>()];
