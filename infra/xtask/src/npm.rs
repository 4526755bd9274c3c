//! The packages of the web app and of its tests.

use anyhow::Result;

use crate::run::{self, Show};
use crate::stamps::Stamp;
use crate::{root, tools};

/// Installs the web app's packages when the lock file changed.
pub(crate) fn install() -> Result<()> {
    install_in("web")
}

/// Installs the packages of one folder when its lock file changed.
pub(crate) fn install_in(folder: &str) -> Result<()> {
    let (lock, manifest) = (format!("{folder}/package-lock.json"), format!("{folder}/package.json"));
    let stamp = Stamp::of(&format!("npm-{}", folder.replace('/', "-")), &[&lock, &manifest])?;
    let installed = root().join(folder).join("node_modules/.package-lock.json");
    if stamp.is_fresh(&installed) {
        return Ok(());
    }
    run::step(&format!("installing the packages of {folder}"), || {
        run::run(tools::npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(root().join(folder)), Show::Failures)
    })?;
    stamp.set()
}
