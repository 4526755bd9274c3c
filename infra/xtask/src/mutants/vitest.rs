//! Vitest in the copy of the web app that faults are planted in.

use std::path::PathBuf;
use std::process::Command;

use crate::root;

/// What Stryker's switch reads.
pub(super) const VARIABLE: &str = "__STRYKER_ACTIVE_MUTANT__";

/// The runner, with a fault switched on by [`VARIABLE`].
pub(super) fn vitest(arguments: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.current_dir(tree().join("web")).args(["node_modules/vitest/vitest.mjs", "run", "--reporter=tap-flat"]);
    command.args(["--config", "vitest.config.mjs"]).args(arguments);
    command
}

/// Where the copy is.
pub(super) fn tree() -> PathBuf {
    root().join("target/mutants/web")
}
