//! A compiled copy of the workspace with faults.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use chores::compile::Message;
use chores::machine::tools;
use chores::run::{self, OutputMode};
use chores::test_program::TestProgram;
use chores::{compile, root};
use serde::Deserialize;

use super::fault::Fault;
use super::plant;

/// Compiles everything with these faults. Leaves out faults that do not compile.
///
/// # Errors
/// If other code does not compile.
pub(super) fn build(mut faults: Vec<Fault>) -> Result<(Vec<TestProgram>, Vec<Fault>)> {
    share_libraries()?;
    loop {
        copy(&copy_folder(), &faults)?;
        let (programs, broken) = run::step(&format!("compiling {} faults", faults.len()), || compile(&faults))?;
        if broken.is_empty() {
            return Ok((programs, faults));
        }
        run::print_line(&format!("    {} do not compile", broken.len()));
        faults.retain(|fault| !broken.contains(&fault.number));
    }
}

/// Returns the folder of the copy.
pub(super) fn copy_folder() -> PathBuf {
    root().join("target/mutants/tree")
}

/// Returns true if the copy was created for this selection.
pub(super) fn is_copy_for(asked: &str) -> bool {
    fs::read_to_string(target().join("asked")).is_ok_and(|held| held == asked)
}

/// Records the selection for which the copy was created.
pub(super) fn mark_copy(asked: &str) -> Result<()> {
    fs::write(target().join("asked"), asked).context("target/mutants cannot be written")
}

fn target() -> PathBuf {
    root().join("target/mutants/build")
}

/// Copies tracked and new files, with the faults. Files that stay equal are not written, so that cargo does not rebuild
/// them.
pub(super) fn copy(tree: &Path, faults: &[Fault]) -> Result<()> {
    let mut planted: BTreeMap<&str, Vec<&Fault>> = BTreeMap::new();
    let mut roots = BTreeSet::new();
    for fault in faults {
        planted.entry(&fault.file).or_default().push(fault);
        roots.extend(fault.file.split_once("/src/").map(|(package, _)| format!("{package}/src/lib.rs")));
    }
    let mut git = Command::new("git");
    let files = run::read_output(git.current_dir(root()).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    for file in files.split('\0').filter(|file| root().join(file).is_file()) {
        let (from, to) = (root().join(file), tree.join(file));
        let mut content = fs::read(&from)?;
        if planted.contains_key(file) || roots.contains(file) {
            let source = String::from_utf8(content).with_context(|| format!("{file} is not UTF-8"))?;
            let mut text = plant::plant(&source, planted.get(file).map_or(&[], Vec::as_slice));
            if roots.contains(file) {
                text.push_str(plant::SWITCH_CODE);
            }
            content = text.into_bytes();
        }
        if fs::read(&to).is_ok_and(|there| there == content) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        fs::write(&to, content).with_context(|| format!("{} cannot be written", to.display()))?;
    }
    Ok(())
}

/// Returns the test programs, or the numbers of the faults that do not compile.
fn compile(faults: &[Fault]) -> Result<(Vec<TestProgram>, BTreeSet<usize>)> {
    let mut build = cargo("build");
    build.args(["--workspace", "--bins", "--tests", "--keep-going", "--message-format", "json"]);
    // Progress and warnings of cargo would hide the important output.
    build.arg("--quiet");
    let (mut programs, mut broken, mut unexplained) = (Vec::new(), BTreeSet::new(), Vec::new());
    let is_success = run::run_for_each_line(&mut build, &mut |line| {
        if let Some(Message::Test(program)) = Message::read(line) {
            programs.push(program);
        }
        let Some(error) = serde_json::from_str::<Line>(line).ok().and_then(Line::error) else { return };
        let guilty: Vec<usize> = error.spans.iter().flat_map(Place::faults).collect();
        if guilty.is_empty() && !error.spans.is_empty() {
            unexplained.push(error.rendered);
        }
        broken.extend(guilty);
    })?;
    let is_known = |number: &usize| faults.iter().any(|fault| fault.number == *number);
    if is_success == broken.is_empty() && broken.iter().all(is_known) {
        return Ok((programs, broken));
    }
    bail!("The copy in target/mutants does not compile, and no fault explains it:\n{}", unexplained.join("\n"));
}

/// Returns a cargo command for the copy.
fn cargo(command: &str) -> Command {
    let mut cargo = tools::cargo();
    cargo.current_dir(copy_folder()).arg(command).env("CARGO_TARGET_DIR", target());
    cargo
}

/// Links the compiled libraries of the workspace into the copy, so that only changed code is compiled.
fn share_libraries() -> Result<()> {
    let (from, to) = (compile::debug_folder()?, target().join("debug"));
    if to.exists() {
        return Ok(());
    }
    copy(&copy_folder(), &[])?;
    for folder in ["deps", "build", ".fingerprint"] {
        link(&from.join(folder), &to.join(folder))?;
    }
    // Our own crates are compiled again and must not be written through the links.
    run::run(cargo("clean").arg("--workspace"), OutputMode::Failures)
}

/// Links a folder that may have changed since it was last linked.
pub(super) fn relink(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    link(from, to)
}

fn link(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))? {
        let (from, to) = (entry?.path(), to.to_owned());
        let to = to.join(from.file_name().unwrap_or_default());
        if from.is_dir() {
            link(&from, &to)?;
        } else {
            fs::hard_link(&from, &to).with_context(|| format!("{} cannot be linked", from.display()))?;
        }
    }
    Ok(())
}

/// One line of cargo's JSON output.
#[derive(Deserialize)]
struct Line {
    message: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    #[serde(default)]
    rendered: String,
    spans: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    file_name: String,
    line_start: usize,
}

impl Line {
    fn error(self) -> Option<Diagnostic> {
        self.message.filter(|message| message.level == "error")
    }
}

impl Place {
    fn faults(&self) -> Vec<usize> {
        let text = fs::read_to_string(copy_folder().join(&self.file_name)).unwrap_or_default();
        plant::faults_of(&text, self.line_start)
    }
}
