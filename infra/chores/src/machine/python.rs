//! Python programs. Each set of packages has its own virtual environment below `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::fingerprint::Fingerprint;
use crate::root;
use crate::run::{self, OutputMode, run};

/// Oldest Python version that our packages support: major and minor.
const OLDEST: (u32, u32) = (3, 11);
const MISSING: &str = "Python 3.11 or newer with the module venv is missing; the parts `lint`, `cloud`, `rust`, `deployed` and `fuzz` of the tests need it. Install it from https://www.python.org (on Debian: python3 and python3-venv), then start again";

/// A set of packages.
pub struct Packages {
    /// Name of their folder.
    pub name: &'static str,
    /// Requirements file, relative to the root of the workspace.
    pub requirements: &'static str,
    /// Progress message of the installation.
    pub step: &'static str,
}

impl Packages {
    /// Returns the path of their Python after the installation.
    pub(crate) fn path(&self) -> PathBuf {
        let folder = root().join("target/xtask").join(self.name);
        folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
    }

    /// Returns the Python of an environment with exactly the listed packages. Recreates the environment when the list
    /// has changed.
    ///
    /// # Errors
    /// If there is no suitable Python, or a package cannot be downloaded.
    pub fn python(&self) -> Result<PathBuf> {
        let folder = root().join("target/xtask").join(self.name);
        let python = self.path();
        let stamp = Fingerprint::of(self.name, &[self.requirements])?;
        if stamp.is_up_to_date(&python) {
            return Ok(python);
        }
        let installed = installed()?;
        run::step(self.step, || {
            run(Command::new(installed).args(["-m", "venv", "--clear"]).arg(&folder), OutputMode::Failures)
                .map_err(|e| e.context(MISSING))?;
            // All packages are pinned, so no dependencies need resolving. Compiling everything would take longer than
            // it saves.
            let options =
                ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps"];
            let list = root().join(self.requirements);
            run(Command::new(&python).args(options).arg("--requirement").arg(list), OutputMode::Failures)
        })?;
        stamp.record()?;
        Ok(python)
    }
}

/// Returns an installed Python that is new enough.
fn installed() -> Result<&'static Path> {
    for name in ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"] {
        let Ok(version) = run::read_output(Command::new(name).args(["-c", "import sys; print(*sys.version_info[:2])"]))
        else {
            continue;
        };
        if is_new_enough(&version) {
            return Ok(Path::new(name));
        }
    }
    bail!(MISSING);
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split_whitespace().map(|part| part.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= OLDEST
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
