//! Every chore of Note Ninja: run, test, lint, generate, build the core, import courses, deploy.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod bench;
mod budgets;
mod check;
mod codegen;
mod compile;
mod deploy;
mod dev;
mod import;
mod lint;
mod machine;
mod mutants;
mod reconcile;
mod run;
mod size;
mod stamps;
mod testing;
mod timings;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Chores of Note Ninja.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build everything and run it on this machine.
    Dev(dev::Args),
    /// Run every check there is, or one part of them.
    Test(testing::parts::Args),
    /// Check what the edits since the last commit need: format, lint, types, unit tests.
    Check,
    /// Check style: formats, clippy, Biome, import rules, types.
    Lint {
        /// Repair what can be repaired.
        #[arg(long)]
        fix: bool,
    },
    /// Write the files that are generated from Rust: limits, API document, API types.
    Codegen {
        /// Change nothing; fail when a committed file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Build the browser's core.
    Wasm,
    /// Send requests that nobody would write.
    Fuzz(testing::fuzz::Args),
    /// Plant faults, and list those that no test notices.
    Mutants(mutants::Args),
    /// Measure.
    Bench(bench::Args),
    /// Put sample content into the local server, running or not.
    Sample(dev::SampleArgs),
    /// Import courses from a CSV or TSV file: code, title and, if there is one, description.
    ImportCourses(import::Args),
    /// Bring stack and page to AWS. infra/OPERATIONS.md walks through it.
    Deploy(deploy::Args),
    /// Compare files with the records that name them, and counts with what they count.
    Reconcile(reconcile::Args),
    /// Return the table of a stack to an earlier second.
    Restore(deploy::RestoreArgs),
    /// Print the names of a stack's resources, as variables for the commands in infra/OPERATIONS.md.
    Names(deploy::NamesArgs),
    /// Publish the page of an earlier release again.
    Rollback(deploy::RollbackArgs),
    /// Print the path of a Chrome or Chromium for browser tests; install one when there is none.
    Browser,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Dev(args) => dev::dev(&args),
        Chore::Test(args) => testing::parts::test(&args),
        Chore::Check => check::check(),
        Chore::Lint { fix } => lint::lint(fix),
        Chore::Codegen { check } => codegen::codegen(check),
        Chore::Wasm => wasm::build(),
        Chore::Fuzz(args) => testing::fuzz::fuzz(&args),
        Chore::Mutants(args) => mutants::mutants(&args),
        Chore::Bench(args) => bench::bench(&args),
        Chore::Sample(args) => dev::sample(&args),
        Chore::ImportCourses(args) => import::import(&args),
        Chore::Deploy(args) => deploy::deploy(&args),
        Chore::Reconcile(args) => reconcile::reconcile(&args),
        Chore::Restore(args) => deploy::restore(&args),
        Chore::Names(args) => deploy::names(&args),
        Chore::Rollback(args) => deploy::rollback(&args),
        Chore::Browser => print_browser(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            run::complain(&format!("\n{e:#}"));
            ExitCode::FAILURE
        }
    }
}

fn print_browser() -> Result<()> {
    let path = machine::browser::find_or_install()?;
    run::say(&path.display().to_string());
    Ok(())
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
