//! Mutation testing: plants faults into changed code, or at random into a folder, and lists those that no test detects.
//!
//! - **Rust**: cargo-mutants lists the faults. All selected ones are written into one copy of the sources, each behind
//!   a switch, so that one build serves all. An environment variable activates a fault in a test program.
//! - **Web**: Stryker does the same with `web/src` and Vitest. Surviving faults go into a build for the browser tests.
//!
//! An interrupted run continues where it stopped if nothing has changed.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod choice;
mod fault;
mod hunt;
mod in_browser;
mod list;
mod plant;
mod suite;
mod vitest;
mod web;
mod workspace;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use chores::fingerprint::Fingerprint;
use chores::{root, run, save};
use clap::Parser;

use self::choice::{Selection, changes};
use self::fault::{Fault, KnownEquivalents, Verdict};
use self::hunt::State;
use self::suite::Suite;

/// Folders that can get faults: crates and the web app.
const FOLDERS: [&str; 9] = [
    "functions/api",
    "functions/aws",
    "functions/background",
    "functions/ingest",
    "functions/inspect",
    "functions/model",
    "functions/store",
    "wasm-core",
    web::FOLDER,
];
/// Inputs of a build with faults and of its tests.
const SOURCES: [&str; 6] = ["Cargo.lock", "functions", "infra/local", "infra/mutants/src", "tests/api", "wasm-core"];
/// Minimum percentage of detected faults.
const CAUGHT_MIN_PERCENT: usize = 85;

/// Plant faults, and list those that no test detects.
#[derive(Parser)]
#[command(bin_name = "cargo xtask mutants")]
struct Args {
    /// Folder to plant faults in, such as `functions/store`. Default: every folder with faults.
    #[arg(value_parser = FOLDERS)]
    folder: Option<String>,
    /// Number of random faults from the whole folder, instead of those in changed lines.
    #[arg(long, requires = "folder")]
    random: Option<usize>,
    /// Seed for random faults. Each seed is a separate run. [default: 1]
    #[arg(long, requires = "folder")]
    seed: Option<u64>,
    /// Branch or commit with which changes are compared.
    #[arg(long, default_value = "main")]
    since: String,
    /// Plant only faults that survived in this folder (in changed lines, or in the run of a seed) and keep the other
    /// results.
    #[arg(long, requires = "folder", conflicts_with = "random")]
    again: bool,
    /// Time limit in seconds after the build, checked between two test runs. The next start continues.
    #[arg(long)]
    seconds: Option<u64>,
    /// Save the list in `infra/measurements`.
    #[arg(long, requires = "folder")]
    save: bool,
}

fn main() -> ExitCode {
    run::exit_code(mutants(&Args::parse()))
}

/// Plants the selected faults and runs the tests that reach them.
///
/// # Errors
/// If a tool or test cannot be installed, built or run.
fn mutants(args: &Args) -> Result<()> {
    const SEED: u64 = 1;
    if let (true, Some(folder)) = (args.save, &args.folder) {
        let seed = args.seed.map_or_else(String::new, |seed| format!("-{seed}"));
        let again = if args.again { "-again" } else { "" };
        return save::save("mutants", &format!("mutants-{}{seed}{again}", short(folder)));
    }
    let choice = match (args.random, args.again) {
        (Some(amount), _) => Selection::Random { amount, seed: args.seed.unwrap_or(SEED) },
        (None, true) => Selection::Survivors(args.seed),
        (None, false) => Selection::ChangedLines(&args.since),
    };
    let known = KnownEquivalents::read()?;
    let limit = args.seconds.map(Duration::from_secs);
    for folder in FOLDERS.into_iter().filter(|folder| args.folder.as_deref().is_none_or(|wanted| wanted == *folder)) {
        if matches!(choice, Selection::ChangedLines(since) if !has_changed(folder, since)?) {
            continue;
        }
        let mut state = match folder {
            web::FOLDER => web::mutants(&choice, limit.is_some())?,
            folder => rust(folder, &choice)?,
        };
        // No test can detect equivalent faults, so none is run for them.
        known.apply_reasons(&mut state.faults)?;
        state.find_killing_tests(limit)?;
        let open = state.faults.iter().filter(|fault| fault.verdict == Verdict::Pending).count();
        if open > 0 {
            run::print_line(&format!(
                "{folder}: {open} of {} faults are still to be run; run the same command again to continue.",
                state.faults.len()
            ));
            return Ok(());
        }
        if folder == web::FOLDER {
            let survivors = survivors(&known, &state.faults)?;
            in_browser::hunt(&mut state, &survivors)?;
        }
        let State { note, mut faults, .. } = state;
        known.apply_reasons(&mut faults)?;
        run::print_line(&note);
        tell(folder, &faults);
    }
    Ok(())
}

fn rust(folder: &str, choice: &Selection) -> Result<State> {
    let asked = format!("{folder}, {choice:?}");
    let sources = Fingerprint::of("mutants", &SOURCES)?;
    match State::read(folder, choice.seed()) {
        Some(last) if last.asked == asked && workspace::is_copy_for(&asked) && sources.is_up_to_date(&root()) => {
            Ok(last)
        }
        last => {
            let (caught, open) = State::split_last_run(last, choice);
            let (mut chosen, amount) = list::choose(folder, choice, &open)?;
            for (number, fault) in chosen.iter_mut().enumerate() {
                fault.number = number;
            }
            let tried = chosen.len();
            let begin = |note, faults, suites| State::begin(folder, choice.seed(), asked.clone(), note, faults, suites);
            if tried == 0 {
                return begin("No changed line has a fault.".into(), caught, Vec::new());
            }
            let (programs, mut viable) = workspace::build(chosen)?;
            let note = format!("Of {tried} faults {} do not compile.", tried - viable.len());
            viable.truncate(amount);
            workspace::mark_copy(&asked)?;
            sources.record()?;
            let suites = programs.iter().map(Suite::all).collect::<Result<Vec<_>>>()?.concat();
            let faults = caught.into_iter().chain(viable).collect();
            begin(note, faults, suites)
        }
    }
}

/// Returns the numbers of the faults that no test detected and no reason explains.
fn survivors(known: &KnownEquivalents, faults: &[Fault]) -> Result<BTreeSet<usize>> {
    let mut faults = faults.to_vec();
    known.apply_reasons(&mut faults)?;
    let survived = faults.iter().filter(|fault| matches!(fault.verdict, Verdict::Survived { .. }));
    Ok(survived.map(|fault| fault.number).collect())
}

fn has_changed(folder: &str, since: &str) -> Result<bool> {
    Ok(!changes(since, Some(folder))?.is_empty())
}

/// Prints the faults, and whether enough were detected.
fn tell(folder: &str, faults: &[Fault]) {
    let count = |is: fn(&Verdict) -> bool| faults.iter().filter(|fault| is(&fault.verdict)).count();
    let caught = count(|verdict| matches!(verdict, Verdict::Caught(_)));
    let equal = count(|verdict| matches!(verdict, Verdict::Equivalent(_)));
    let judged = faults.len() - equal;
    for fault in faults {
        run::print_line(&fault.to_string());
    }
    let (planted, survived) = (faults.len(), judged - caught);
    run::print_line(&format!(
        "\n{folder}: {planted} faults, {caught} caught, {equal} change nothing, {survived} survived"
    ));
    if caught * 100 < judged * CAUGHT_MIN_PERCENT {
        run::print_line(&format!(
            "Fewer than {CAUGHT_MIN_PERCENT} % were caught: tests are missing, or reasons in {}.",
            fault::EQUIVALENT_FILE
        ));
    }
}

/// Shortens a folder name: `functions/store` → `store`, `web/src` → `web`.
fn short(folder: &str) -> &str {
    folder.split('/').rfind(|part| *part != "src").unwrap_or(folder)
}
