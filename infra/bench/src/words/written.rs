//! PDFs written for this benchmark, so that their words are known.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use chores::machine::python::Packages;
use chores::machine::{apt, browser};
use chores::root;
use chores::run::{self, OutputMode};

const PYTHON: Packages = Packages {
    name: "bench-words-python",
    requirements: "infra/bench/words/requirements.txt",
    step: "installing what writes PDFs",
};

/// Debian packages of the programs that write them.
const DEBIAN: [&str; 8] = [
    "cm-super",
    "fonts-dejavu-core",
    "libreoffice-writer-nogui",
    "lmodern",
    "texlive-fonts-recommended",
    "texlive-lang-european",
    "texlive-lang-german",
    "texlive-latex-recommended",
];

/// Number of written files.
const FILES: usize = 60;

/// Returns the folder of the files. Writes them unless they are there.
pub(super) fn write_files() -> Result<PathBuf> {
    let folder = root().join("target/xtask/bench-words");
    if super::pdfs(&folder).is_ok_and(|files| files.len() == FILES) {
        return Ok(folder);
    }
    apt::install_missing(&DEBIAN)?;
    let python = PYTHON.python()?;
    let chromium = browser::find_or_install()?;
    let write = root().join("infra/bench/words/write.py");
    fs::create_dir_all(&folder)?;
    run::step("writing PDFs", || {
        run::run(Command::new(python).arg(write).arg(&folder).arg(chromium), OutputMode::Failures)
    })?;
    Ok(folder)
}
