//! The web app's packages and its build.

use std::path::PathBuf;

use anyhow::Result;

use crate::run::{self, Show};
use crate::stamps::Stamp;
use crate::{budgets, root, tools, wasm};

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

/// The built web app.
pub(crate) fn dist() -> PathBuf {
    root().join("web/dist")
}

/// Builds the web app unless nothing changed, and prints its sizes.
pub(crate) fn ensure_built() -> Result<()> {
    wasm::ensure()?;
    let inputs = [
        "web/src",
        "web/public",
        "web/index.html",
        "web/package-lock.json",
        "web/vite.config.ts",
        "web/tsconfig.json",
        "infra/xtask/src/web.rs",
    ];
    let stamp = Stamp::of("web", &inputs)?;
    if stamp.is_fresh(&dist().join("index.html")) {
        return Ok(());
    }
    run::step("building the web app", || {
        run::run(tools::npx().args(["--no-install", "vite", "build"]).current_dir(root().join("web")), Show::Failures)
    })?;
    budgets::report(&dist())?;
    stamp.set()
}
