//! People acting on the local cloud over real HTTP: the shared ground of the journeys in `tests/`.
//!
//! One local cloud serves a whole test binary. It runs on a thread of its own, because every
//! `#[tokio::test]` has its own runtime and the first one to finish would take the servers with it.
//!
//! The same journeys run against the stack of `template.yaml`, which `tests/cloud` deploys to an emulator.

#![expect(clippy::unwrap_used, reason = "a failed step of a journey is a failed test")]

pub mod album_notes;
pub mod codes;
mod deployed;
pub mod document;
pub mod pdf;
pub mod person;
pub mod recordings;
pub mod sound;
pub mod tokens;
pub mod world;

pub use person::{Answer, Person};
pub use world::World;
