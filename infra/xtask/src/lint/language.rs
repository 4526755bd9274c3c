//! Wording of comments and documents, subjects of commits, and spelling. A Python program checks them.

use std::process::Command;

use anyhow::Result;
use chores::machine::python::Packages;
use chores::root;
use chores::run::{OutputMode, run};

const PACKAGES: Packages = Packages {
    name: "language",
    requirements: "infra/xtask/language/requirements.txt",
    step: "installing the spelling checker",
};

/// Fails if a folder has more findings than its budget. `is_lowering` first lowers the budgets to the current findings.
pub(crate) fn check(is_lowering: bool) -> Result<()> {
    let mut command = Command::new(PACKAGES.python()?);
    command.arg("infra/xtask/language/check.py").current_dir(root());
    if is_lowering {
        command.arg("--fix");
    }
    run(&mut command, OutputMode::Failures)
}

/// Downloads the spelling checker unless it is there.
pub(crate) fn install() -> Result<()> {
    PACKAGES.python().map(drop)
}
