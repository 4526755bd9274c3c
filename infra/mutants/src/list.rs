//! Lists faults with cargo-mutants and selects those to plant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::fingerprint::Fingerprint;
use chores::machine::tools;
use chores::root;
use chores::run::{self, OutputMode};

use super::choice::{Selection, changes};
use super::fault::{Fault, Span};

const VERSION: &str = "27.1.0";
/// Percentage of additional faults that are planted, because three of ten do not compile, most often because a type has
/// no default.
const SPARE_PERCENT: usize = 60;

/// Returns the faults to plant, most important first, and the number of compiling ones to keep. `open` contains the
/// survivors of the last run.
pub(super) fn choose(folder: &str, choice: &Selection, open: &[Fault]) -> Result<(Vec<Fault>, usize)> {
    match choice {
        Selection::ChangedLines(since) => {
            let diff = root().join("target/mutants/changes.diff");
            fs::create_dir_all(root().join("target/mutants"))?;
            fs::write(&diff, changes(since, Some(folder))?)?;
            Ok((switchable(all(folder, Some(&diff))?), usize::MAX))
        }
        Selection::Random { amount, seed } => {
            let mut faults = switchable(all(folder, None)?);
            fastrand::Rng::with_seed(*seed).shuffle(&mut faults);
            faults.truncate(amount + amount * SPARE_PERCENT / 100);
            Ok((faults, *amount))
        }
        Selection::Survivors(_) => Ok((again(folder, open)?, usize::MAX)),
    }
}

/// Returns every fault of a folder, or of its changes in `diff`, with the bodies of their functions.
pub(super) fn all(folder: &str, diff: Option<&PathBuf>) -> Result<Vec<Fault>> {
    let program = installed()?;
    let mut list = Command::new(program);
    list.current_dir(root()).args(["mutants", "--list", "--json", "--file", &format!("{folder}/src/**")]);
    let whole: Vec<Fault> = read(&mut list)?;
    let bodies: BTreeMap<_, _> = whole
        .iter()
        .filter(|fault| fault.genre == "FnValue")
        .map(|fault| ((fault.file.clone(), fault.function.clone()), fault.span))
        .collect();
    let mut faults = match diff {
        Some(diff) => read(list.arg("--in-diff").arg(diff))?,
        None => whole,
    };
    for fault in &mut faults {
        fault.body = bodies.get(&(fault.file.clone(), fault.function.clone())).copied().unwrap_or_default();
    }
    Ok(faults)
}

/// Finds the same faults by their position within a function, because functions move when code is added above them.
fn again(folder: &str, wanted: &[Fault]) -> Result<Vec<Fault>> {
    let place = |fault: &Fault| {
        let line = fault.span.start.line - fault.body.start.line;
        (fault.file.clone(), fault.description().to_owned(), line, fault.span.start.column)
    };
    let wanted: BTreeSet<_> = wanted.iter().map(place).collect();
    Ok(switchable(all(folder, None)?).into_iter().filter(|fault| wanted.contains(&place(fault))).collect())
}

/// Removes faults that no running program can activate: in values of constants, in functions with unknown bodies (their
/// return type has no name), and in nested functions, which would be copied for each fault of the outer one.
fn switchable(faults: Vec<Fault>) -> Vec<Fault> {
    let functions: BTreeSet<_> = faults.iter().map(|fault| (fault.file.clone(), fault.body)).collect();
    let is_inner = |fault: &Fault| {
        let same_file = functions.iter().filter(|(file, _)| *file == fault.file);
        let mut others = same_file.filter(|(_, body)| *body != fault.body);
        others.any(|(_, other)| other.start <= fault.body.start && fault.body.end <= other.end)
    };
    let (kept, out): (Vec<_>, Vec<_>) =
        faults.into_iter().partition(|fault| fault.body != Span::default() && !is_inner(fault));
    run::print_line(&format!(
        "{} faults; {} more, in constants, in functions inside of others or without a named answer, cannot be switched.",
        kept.len(),
        out.len()
    ));
    kept
}

fn read(command: &mut Command) -> Result<Vec<Fault>> {
    let text = run::read_output(command)?;
    // The output is empty for a diff without code.
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(&text).context("the list of faults from cargo-mutants cannot be read")
}

fn installed() -> Result<PathBuf> {
    let folder = root().join("target/xtask/cargo-mutants");
    let program = folder.join(if cfg!(windows) { "bin/cargo-mutants.exe" } else { "bin/cargo-mutants" });
    let stamp = Fingerprint::of("cargo-mutants", &["infra/mutants/src/list.rs"])?;
    if stamp.is_up_to_date(&program) {
        return Ok(program);
    }
    run::step("installing cargo-mutants", || {
        let mut install = tools::cargo();
        install.args(["install", "cargo-mutants", "--locked", "--debug", "--version", VERSION, "--root"]).arg(&folder);
        run::run(&mut install, OutputMode::Failures)
    })?;
    stamp.record()?;
    Ok(program)
}
