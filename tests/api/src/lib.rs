//! Users of the local server over real HTTP: the base of the journeys in `tests/`.
//!
//! One local server serves a whole test binary. It runs on its own thread: every `#[tokio::test]` has its own runtime,
//! and the first one to finish would stop the server.
//!
//! The same journeys run against the stack of `template.yaml`, which `tests/cloud` deploys to an emulator.

#![expect(clippy::unwrap_used, reason = "a failed step of a journey is a failed test")]

pub mod access_keys;
pub mod album_notes;
pub mod api_client;
pub mod codes;
mod deployed;
pub mod document;
pub mod pdf;
pub mod recordings;
pub mod sound;
pub mod test_env;
pub mod tokens;

pub use api_client::{Answer, ApiClient};
pub use test_env::TestEnv;
