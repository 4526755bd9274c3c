//! Tests of the player as scripts of commands and events.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

mod chapters;
mod failing;
mod list;
mod playing;
mod position;
mod properties;
mod script;
