//! Vitest in the copy of the web app with faults.

use std::path::PathBuf;
use std::process::Command;

use chores::root;

/// Environment variable that Stryker's switch reads.
pub(super) const VARIABLE: &str = "__STRYKER_ACTIVE_MUTANT__";

/// Returns a Vitest command. [`VARIABLE`] activates a fault.
pub(super) fn vitest(arguments: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.current_dir(copy_folder().join("web")).args([
        "node_modules/vitest/vitest.mjs",
        "run",
        "--reporter=tap-flat",
    ]);
    command.args(["--config", "vitest.config.mjs"]).args(arguments);
    command
}

/// Returns the folder of the copy.
pub(super) fn copy_folder() -> PathBuf {
    root().join("target/mutants/web")
}
