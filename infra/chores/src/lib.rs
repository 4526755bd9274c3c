//! Code that `xtask`, `bench` and `mutants` share: running commands, installing tools, compiling, building the web app.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod bundle_budgets;
pub mod compile;
pub mod fingerprint;
pub mod machine;
pub mod meaning;
pub mod run;
pub mod save;
pub mod size;
pub mod test_program;
pub mod wasm;
pub mod web;

use std::path::{Path, PathBuf};

/// Returns the root folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
