//! The template of the production stack: translated and linted without an account, and deployed to an emulator.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::compile::Programs;
use crate::root;
use crate::run::{self, Show, run};
use crate::stamps::Stamp;

/// The oldest Python that the linter runs on: major and minor.
const PYTHON_OLDEST: (u32, u32) = (3, 11);
const PYTHON_MISSING: &str = "Python 3.11 or newer with the module venv is missing; the part `cloud` of the tests needs it. Install it from https://www.python.org (on Debian: python3 and python3-venv), then start again";
const REQUIREMENTS: &str = "tests/cloud/requirements.txt";

/// Translates the template, lints it, holds it against the code.
pub(crate) fn check() -> Result<()> {
    run(python()?.arg("check.py"), Show::Everything)
}

/// Deploys the stack to an emulator and walks the journeys of `tests/api` through it; or takes each permission away,
/// one at a time, and wants a journey to fail.
pub(crate) fn deployed(programs: &Programs, mutate_roles: bool) -> Result<()> {
    if cfg!(windows) {
        run::say("  The emulator starts functions on Linux and macOS only; on Windows, run this part in WSL.");
        return Ok(());
    }
    let mut command = python()?;
    command.arg("deployed.py").arg(&programs.folder).arg(programs.journeys()?);
    if mutate_roles {
        command.arg("--mutate-roles");
    }
    run(&mut command, Show::Everything)
}

/// Fetches what the checks need, unless it is there.
pub(crate) fn install() -> Result<()> {
    environment().map(drop)
}

/// Python where the checks are.
fn python() -> Result<Command> {
    let mut command = Command::new(environment()?);
    // Compiled modules go where other outputs are, not beside the sources.
    command.env("PYTHONPYCACHEPREFIX", root().join("target/xtask/cloud-cache"));
    command.current_dir(root().join("tests/cloud"));
    Ok(command)
}

/// The Python of an environment that holds exactly what `requirements.txt` lists; made when that changed.
fn environment() -> Result<PathBuf> {
    let folder = root().join("target/xtask/cloud");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = Stamp::of("cloud", &[REQUIREMENTS])?;
    if stamp.is_fresh(&python) {
        return Ok(python);
    }
    let installed = installed_python()?;
    run::step("installing what lints the template, and the emulator", || {
        run(Command::new(installed).args(["-m", "venv", "--clear"]).arg(&folder), Show::Failures)
            .map_err(|e| e.context(PYTHON_MISSING))?;
        // Everything is pinned, so nothing has to be resolved; compiling all of it would take longer than using it.
        let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps"];
        run(Command::new(&python).args(options).arg("--requirement").arg(root().join(REQUIREMENTS)), Show::Failures)
    })?;
    stamp.set()?;
    Ok(python)
}

/// A Python of this machine that is new enough.
fn installed_python() -> Result<&'static Path> {
    for name in ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"] {
        let Ok(version) = run::read(Command::new(name).args(["-c", "import sys; print(*sys.version_info[:2])"])) else {
            continue;
        };
        if is_new_enough(&version) {
            return Ok(Path::new(name));
        }
    }
    bail!(PYTHON_MISSING);
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split_whitespace().map(|part| part.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= PYTHON_OLDEST
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn python_versions_compare_by_number() {
        for (version, expected) in
            [("3 11\n", true), ("3 9\n", false), ("3 13", true), ("4 0", true), ("2 7", false), ("", false)]
        {
            assert_eq!(is_new_enough(version), expected, "{version}");
        }
    }
}
