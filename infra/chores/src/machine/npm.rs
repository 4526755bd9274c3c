//! npm packages of the web app, its tests and the benchmarks.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::fingerprint::Fingerprint;
use crate::machine::tools;
use crate::root;
use crate::run::{self, OutputMode};

/// Installs the web app's packages if the lock file has changed.
pub fn install() -> Result<()> {
    install_in("web")
}

/// Installs the packages of one folder if its lock file has changed.
pub fn install_in(folder: &str) -> Result<()> {
    let (lock, manifest) = (format!("{folder}/package-lock.json"), format!("{folder}/package.json"));
    let stamp = Fingerprint::of(&format!("npm-{}", folder.replace('/', "-")), &[&lock, &manifest])?;
    let installed = root().join(folder).join("node_modules/.package-lock.json");
    if stamp.is_up_to_date(&installed) {
        return Ok(());
    }
    run::step(&format!("installing the packages of {folder}"), || {
        run::run(
            tools::npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(root().join(folder)),
            OutputMode::Failures,
        )
    })?;
    stamp.record()
}

/// Installs the packages of a benchmark, named in `sources`, in the untracked `folder`.
pub fn install_bench(sources: &str, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let files = ["package.json", "package-lock.json"];
    let inputs = files.map(|name| format!("{sources}/{name}"));
    let stamp = Fingerprint::of(&format!("npm-{}", sources.replace('/', "-")), &[&inputs[0], &inputs[1]])?;
    if stamp.is_up_to_date(&folder.join("node_modules/.package-lock.json")) {
        return Ok(());
    }
    for name in files {
        fs::copy(root().join(sources).join(name), folder.join(name))?;
    }
    run::step("installing the libraries to measure beside", || {
        run::run(tools::npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(folder), OutputMode::Failures)
    })?;
    stamp.record()
}
