//! What becomes of real PDFs that are uploaded, and what reading them takes.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::inside;
use crate::run::{self, Show};
use crate::{root, tools};

/// One of so many of the packages' PDFs is uploaded: from each of them some, and not for an hour.
const ONE_OF: usize = 4;

/// `cargo xtask bench files`: uploads PDFs of Debian's documentation packages, or those of the folder that `options` name.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    let folder = root().join("target/xtask/bench-files");
    // The workspace as tests build it: what reads files is optimised there too.
    let mut bench = tools::cargo();
    bench.args("test --workspace --bench files --".split(' ')).args(options);
    if options.is_empty() {
        choose(&folder)?;
        bench.arg(&folder);
    }
    run::run(&mut bench, Show::Everything)
}

fn choose(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let pdfs = run::step("fetching documentation packages", || inside::pdfs(&root().join(inside::FOLDER)))?;
    for (name, path) in pdfs.iter().step_by(ONE_OF) {
        fs::copy(path, folder.join(name.replace('/', "-")))?;
    }
    Ok(())
}
