//! Reading order, headings and running heads of PDFs whose structure is known.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use chores::machine::python::Packages;
use chores::machine::{apt, browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{compile, root};

const PYTHON: Packages = Packages {
    name: "bench-text-python",
    requirements: "infra/bench/text/requirements.txt",
    step: "installing what writes and reads PDFs",
};

/// Debian packages of the programs that write and read them.
const DEBIAN: [&str; 7] = [
    "fonts-dejavu-core",
    "libreoffice-writer-nogui",
    "lmodern",
    "poppler-utils",
    "texlive-latex-recommended",
    "texlive-pictures",
    "texlive-fonts-recommended",
];

/// Number of written files.
const FILES: usize = 70;

/// `cargo xtask bench text`: compares the text model with pdf.js, poppler and PyMuPDF4LLM. The options are passed to
/// `measure.py`: `tuning` and `held` select a part of the files.
pub(super) fn bench(options: &[String]) -> Result<()> {
    tools::require_node()?;
    npm::install()?;
    apt::install_missing(&DEBIAN)?;
    let python = PYTHON.python()?;
    let folder = write_files(&python)?;
    let reader = run::step("compiling what reads PDFs", compile::build_reader)?;
    let mut measure = Command::new(&python);
    measure.arg(root().join("infra/bench/text/measure.py")).arg(reader);
    measure.arg(root().join("infra/bench/words/pdfjs.mjs")).arg(folder).args(options);
    run::run(&mut measure, OutputMode::Everything)
}

/// Returns the folder of the files. Writes them unless they are there.
fn write_files(python: &Path) -> Result<PathBuf> {
    let folder = root().join("target/xtask/bench-text");
    let is_pdf = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|extension| extension == "pdf");
    let count = fs::read_dir(&folder).map_or(0, |entries| entries.flatten().filter(is_pdf).count());
    if count != FILES {
        let chromium = browser::find_or_install()?;
        fs::create_dir_all(&folder)?;
        let mut write = Command::new(python);
        write.arg(root().join("infra/bench/text/write.py")).arg(&folder).arg(chromium);
        run::step("writing PDFs", || run::run(&mut write, OutputMode::Failures))?;
    }
    Ok(folder)
}
