//! Packages of Debian and its relatives.

use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{self, Show};

/// Installs those of the packages that are not there, on Debian and its relatives.
///
/// # Errors
/// When packages are not Debian's here, or cannot be installed.
pub(crate) fn ensure(packages: &[&str]) -> Result<()> {
    let Some(missing) = missing(packages) else {
        bail!("This needs Debian or a relative of it, for these packages: {}.", packages.join(" "));
    };
    if missing.is_empty() {
        return Ok(());
    }
    run::step(&format!("installing {}", missing.join(", ")), || update().and_then(|()| install(&missing)))
}

/// Installs one package, or several. Asks for the rights by `sudo` where it has to.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    apt_get(&["install", "-y", "--no-install-recommends"], packages)
}

/// Reads again which packages there are.
pub(crate) fn update() -> Result<()> {
    apt_get(&["update"], &[])
}

/// Those of the packages that are not installed; nothing where packages are not Debian's.
pub(crate) fn missing<'a>(packages: &[&'a str]) -> Option<Vec<&'a str>> {
    run::read(Command::new("dpkg-query").arg("--version")).ok()?;
    let is_installed = |package: &str| {
        let mut status = Command::new("dpkg-query");
        status.args(["--show", "--showformat=${db:Status-Status}", package]);
        run::read(&mut status).is_ok_and(|status| status == "installed")
    };
    Some(packages.iter().copied().filter(|package| !is_installed(package)).collect())
}

fn apt_get(task: &[&str], packages: &[&str]) -> Result<()> {
    let is_root = run::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
    // Whoever else is installing something is waited for, and nobody is asked anything.
    command.args((!is_root).then_some("apt-get")).args(["-o", "DPkg::Lock::Timeout=120"]).args(task).args(packages);
    run::run(command.env("DEBIAN_FRONTEND", "noninteractive"), Show::Failures)
}
