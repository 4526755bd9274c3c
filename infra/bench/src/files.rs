//! Results and costs of processing uploaded PDFs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use chores::machine::tools;
use chores::root;
use chores::run::{self, OutputMode};

use super::full_text;

/// Uploads every fourth PDF, so that each package is represented and the run takes less than an hour.
const ONE_OF: usize = 4;

/// `cargo xtask bench files`: uploads PDFs of Debian's documentation packages, or those of the folder in `options`.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    if !options.is_empty() {
        return measure(options);
    }
    measure(&[pdf_folder()?])
}

/// Returns the folder with PDFs of Debian's documentation packages. Downloads them first.
pub(super) fn pdf_folder() -> Result<PathBuf> {
    let folder = root().join("target/xtask/bench-files");
    choose(&folder)?;
    Ok(folder)
}

/// `cargo xtask bench hard-files`: uploads the largest PDF of the reading benchmark, and a decompression bomb.
pub(crate) fn bench_hard() -> Result<()> {
    tools::require_node()?;
    let folder = root().join("target/xtask/bench-hard-files");
    empty(&folder)?;
    let write = root().join("infra/bench/reader/write.mjs");
    run::run(Command::new("node").arg(write).arg(folder.join("1000-pages.pdf")), OutputMode::Everything)?;
    fs::copy(root().join("functions/readers/tests/fixtures/bomb.pdf"), folder.join("bomb.pdf"))?;
    measure(&[folder])
}

fn measure(options: &[impl AsRef<OsStr>]) -> Result<()> {
    // Uses the test build of the workspace; the file reader is optimised there too.
    let mut bench = tools::cargo();
    bench.args("test --workspace --bench files --".split(' ')).args(options);
    run::run(&mut bench, OutputMode::Everything)
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

fn choose(folder: &Path) -> Result<()> {
    empty(folder)?;
    let pdfs = run::step("fetching documentation packages", || full_text::pdfs(&root().join(full_text::FOLDER)))?;
    for (name, path) in pdfs.iter().step_by(ONE_OF) {
        fs::copy(path, folder.join(name.replace('/', "-")))?;
    }
    Ok(())
}
