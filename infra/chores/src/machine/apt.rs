//! Packages of Debian and its derivatives.

use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{self, OutputMode};

/// Installs missing packages on Debian and its derivatives.
///
/// # Errors
/// If the system is not a Debian derivative, or a package cannot be installed.
pub fn install_missing(packages: &[&str]) -> Result<()> {
    let Some(missing) = missing(packages) else {
        bail!("This needs Debian or a relative of it, for these packages: {}.", packages.join(" "));
    };
    if missing.is_empty() {
        return Ok(());
    }
    run::step(&format!("installing {}", missing.join(", ")), || update().and_then(|()| install(&missing)))
}

/// Installs packages, with `sudo` if necessary.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    apt_get(&["install", "-y", "--no-install-recommends"], packages)
}

/// Updates the list of available packages.
pub(crate) fn update() -> Result<()> {
    apt_get(&["update"], &[])
}

/// Returns the packages that are not installed, or `None` if the system is not a Debian derivative.
pub(crate) fn missing<'a>(packages: &[&'a str]) -> Option<Vec<&'a str>> {
    run::read_output(Command::new("dpkg-query").arg("--version")).ok()?;
    let is_installed = |package: &str| {
        let mut status = Command::new("dpkg-query");
        status.args(["--show", "--showformat=${db:Status-Status}", package]);
        run::read_output(&mut status).is_ok_and(|status| status == "installed")
    };
    Some(packages.iter().copied().filter(|package| !is_installed(package)).collect())
}

fn apt_get(task: &[&str], packages: &[&str]) -> Result<()> {
    let is_root = run::read_output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
    // Waits for other installations and asks no questions.
    command.args((!is_root).then_some("apt-get")).args(["-o", "DPkg::Lock::Timeout=120"]).args(task).args(packages);
    run::run(command.env("DEBIAN_FRONTEND", "noninteractive"), OutputMode::Failures)
}
