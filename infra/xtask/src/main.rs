//! Development tasks of Note Ninja: run, test, lint, generate, build the core, import courses, deploy.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

mod check;
mod codegen;
mod deploy;
mod dev;
mod import;
mod lint;
mod reconcile;
mod testing;
mod timings;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use chores::machine::{browser, tools};
use chores::{meaning, run, wasm};
use clap::{Parser, Subcommand};

/// Development tasks of Note Ninja.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: XtaskCommand,
}

#[derive(Subcommand)]
enum XtaskCommand {
    /// Build everything and run it on this machine.
    Dev(dev::Args),
    /// Run all checks, or some parts of them.
    Test(testing::parts::Args),
    /// Check the changes since the last commit: format, lint, types, unit tests.
    Check,
    /// Check style: formats, clippy, Biome, import rules, types, wording, spelling.
    Lint {
        /// Fix problems automatically where possible.
        #[arg(long)]
        fix: bool,
    },
    /// Write the files generated from Rust: limits, API document, API types.
    Codegen {
        /// Change nothing; fail if a committed file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Build the WebAssembly core for the browser.
    Wasm,
    /// Fetch and quantise the sentence encoder, and build its WebAssembly modules.
    Meaning,
    /// Fuzz the API or a parser with random input.
    Fuzz(testing::fuzz::Args),
    /// Plant faults, and list those that no test detects.
    #[command(disable_help_flag = true)]
    Mutants(Passed),
    /// Run a benchmark.
    #[command(disable_help_flag = true)]
    Bench(Passed),
    /// Fill the local server with sample content. Starts a server if none is running.
    Sample(dev::SampleArgs),
    /// Import courses from a CSV or TSV file with code, title and optional description.
    ImportCourses(import::Args),
    /// Deploy the stack and the page to AWS, as described in infra/OPERATIONS.md.
    Deploy(deploy::Args),
    /// Compare files with the records that name them, and counts with the items that they count.
    Reconcile(reconcile::Args),
    /// Restore the table of a stack to an earlier second.
    Restore(deploy::RestoreArgs),
    /// Print the names of a stack's resources as variables for the commands in infra/OPERATIONS.md.
    Names(deploy::NamesArgs),
    /// Publish the page of an earlier release again.
    Rollback(deploy::RollbackArgs),
    /// Print the path of a Chrome or Chromium for browser tests. Installs one if none is found.
    Browser,
}

/// Arguments for a program of its own.
#[derive(clap::Args)]
struct Passed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        XtaskCommand::Dev(args) => dev::dev(&args),
        XtaskCommand::Test(args) => testing::parts::test(&args),
        XtaskCommand::Check => check::check(),
        XtaskCommand::Lint { fix } => lint::lint(fix),
        XtaskCommand::Codegen { check } => codegen::codegen(check),
        XtaskCommand::Wasm => wasm::build(),
        XtaskCommand::Meaning => meaning::build(),
        XtaskCommand::Fuzz(args) => testing::fuzz::fuzz(&args),
        XtaskCommand::Mutants(passed) => return run_program("mutants", &passed),
        XtaskCommand::Bench(passed) => return run_program("bench", &passed),
        XtaskCommand::Sample(args) => dev::sample(&args),
        XtaskCommand::ImportCourses(args) => import::import(&args),
        XtaskCommand::Deploy(args) => deploy::deploy(&args),
        XtaskCommand::Reconcile(args) => reconcile::reconcile(&args),
        XtaskCommand::Restore(args) => deploy::restore(&args),
        XtaskCommand::Names(args) => deploy::print_names(&args),
        XtaskCommand::Rollback(args) => deploy::rollback(&args),
        XtaskCommand::Browser => print_browser(),
    };
    run::exit_code(outcome)
}

/// Compiles and runs a separate program, and returns its exit code.
fn run_program(name: &str, passed: &Passed) -> ExitCode {
    let mut cargo = tools::cargo();
    // Pass the compiler wrapper of `.cargo/config.toml` as an option. An environment variable would also apply to
    // programs that the started program compiles.
    cargo.args(["run", "--quiet", "--config", "build.rustc-workspace-wrapper='clippy-driver'", "--bin", name, "--"]);
    // Paths among the arguments are relative to the current folder.
    cargo.args(&passed.arguments).current_dir(".");
    match cargo.status().context("cargo could not be started") {
        Ok(status) => {
            // A program that was killed has no code.
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            code.map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(e) => run::exit_code(Err(e)),
    }
}

fn print_browser() -> Result<()> {
    let path = browser::find_or_install()?;
    run::print_line(&path.display().to_string());
    Ok(())
}
