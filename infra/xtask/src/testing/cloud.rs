//! Checks of the production template: translated and linted without an account, and deployed to an emulator.

use std::process::Command;
use std::thread;

use anyhow::{Result, anyhow};
use chores::compile::Programs;
use chores::machine::python::Packages;
use chores::root;
use chores::run::{self, OutputMode, run};

const PACKAGES: Packages = Packages {
    name: "cloud",
    requirements: "tests/cloud/requirements.txt",
    step: "installing the template linter and the emulator",
};

const CHECKOV: Packages = Packages {
    name: "checkov",
    requirements: "tests/cloud/checkov.txt",
    step: "installing the template security scanner",
};

/// Translates and lints the template, compares it with the code and scans it for security problems.
pub(crate) fn check() -> Result<()> {
    // Running both in parallel halves the time, and neither needs much memory.
    let findings = thread::spawn(|| run(python_of(&CHECKOV)?.arg("findings.py"), OutputMode::Everything));
    run(python_of(&PACKAGES)?.arg("check.py"), OutputMode::Everything)?;
    findings.join().map_err(|_| anyhow!("The security scan stopped unexpectedly."))?
}

/// Deploys the stack to an emulator and runs the journeys of `tests/api` against it. With `mutate_roles`, removes one
/// permission at a time and expects a journey to fail.
pub(crate) fn deployed(programs: &Programs, mutate_roles: bool) -> Result<()> {
    if cfg!(windows) {
        run::print_line("  The emulator starts functions on Linux and macOS only; on Windows, run this part in WSL.");
        return Ok(());
    }
    let mut command = python_of(&PACKAGES)?;
    command.arg("deployed.py").arg(&programs.folder).arg(programs.journeys()?);
    command.arg("--xtask").arg(std::env::current_exe()?);
    if mutate_roles {
        command.arg("--mutate-roles");
    }
    run(&mut command, OutputMode::Everything)
}

/// Downloads the tools of the checks unless they are there.
pub(crate) fn install() -> Result<()> {
    PACKAGES.python().and_then(|_| CHECKOV.python()).map(drop)
}

/// Returns a Python command in the folder of the checks.
fn python_of(packages: &Packages) -> Result<Command> {
    let mut command = Command::new(packages.python()?);
    // Write compiled Python modules to the folder of other outputs.
    command.env("PYTHONPYCACHEPREFIX", root().join("target/xtask/cloud-cache"));
    command.current_dir(root().join("tests/cloud"));
    Ok(command)
}
