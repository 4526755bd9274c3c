//! Reading order, headings and running heads of PDFs whose structure is known.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::python::Packages;
use chores::machine::{apt, browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{compile, root};
use serde::Deserialize;

const PYTHON: Packages = Packages {
    name: "bench-text-python",
    requirements: "infra/bench/text/requirements.txt",
    step: "installing what writes and reads PDFs",
};

/// Debian packages of the programs that write and read the PDFs.
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
    measure.arg(root().join("infra/bench/words/pdfjs.mjs")).arg(&folder).args(options);
    run::run(&mut measure, OutputMode::Everything)?;
    compare_views(&folder)
}

/// Prefix of the lines with the results of a file.
const MARK: &str = "highlights: ";

/// Random selections of one file, half of them made in each view of the reader.
#[derive(Deserialize)]
struct Highlights {
    name: String,
    selections: usize,
    /// Selections that are on different words in the other view.
    differing: Vec<serde_json::Value>,
}

/// Prints how many highlights made in one view of the reader are on the same words in the other.
fn compare_views(folder: &Path) -> Result<()> {
    let mut command = tools::npx();
    command.args(["--no-install", "vitest", "run", "view-agreement", "--reporter=dot"]);
    command.env("NOTE_NINJA_PDFS", folder.canonicalize()?).current_dir(root().join("web"));
    let mut files: Vec<Highlights> = Vec::new();
    let mut damaged = None;
    run::run_for_each_line(&mut command, &mut |line| {
        if let Some((_, json)) = line.split_once(MARK) {
            match serde_json::from_str(json) {
                Ok(file) => files.push(file),
                Err(error) => damaged = Some(error),
            }
        }
    })?;
    if let Some(error) = damaged {
        return Err(error).context("What the test prints could not be read");
    }
    let all: usize = files.iter().map(|file| file.selections).sum();
    let differing: usize = files.iter().map(|file| file.differing.len()).sum();
    run::print_line(&format!(
        "\n{} of {all} highlights in {} files are on the same words in the other view.",
        all - differing,
        files.len()
    ));
    for file in &files {
        for selection in &file.differing {
            run::print_line(&format!("{}: {selection}", file.name));
        }
    }
    Ok(())
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
