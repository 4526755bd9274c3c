//! Saves the output of a benchmark, so that each table in the documents can be traced to a run and repeated.

use std::ffi::OsString;
use std::process::Command;
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail};

use crate::{root, run};

/// Folder of the outputs, with one file per benchmark.
const FOLDER: &str = "infra/measurements";
const OPTION: &str = "--save";

/// Runs the same command of a chore without `--save`, shows its output and saves it in `infra/measurements`.
///
/// # Errors
/// If the command fails, or its output cannot be written.
pub fn save(chore: &str, name: &str) -> Result<()> {
    let arguments = without_option(env::args_os().skip(1));
    let mut command = Command::new(env::current_exe().context("this program could not be found")?);
    command.args(&arguments);
    let mut kept = head(chore, &arguments, &commit()?, thread::available_parallelism()?.get());
    let mut compiler = Compiler::default();
    let is_success = run::run_for_each_line(&mut command, &mut |line| {
        run::print_line(line);
        if !compiler.says(line) && !is_progress(line) {
            kept.push_str(line.trim_end());
            kept.push('\n');
        }
    })?;
    if !is_success {
        bail!("The measurement failed, so nothing was saved; the reason is above.");
    }
    let path = root().join(FOLDER).join(format!("{name}.txt"));
    fs::create_dir_all(root().join(FOLDER))?;
    fs::write(&path, kept).with_context(|| format!("{} could not be written", path.display()))?;
    run::print_line(&format!("Saved as {FOLDER}/{name}.txt."));
    Ok(())
}

/// Removes the option `--save`. Arguments after `--` belong to the benchmark.
fn without_option(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_ours = true;
    arguments
        .filter(|argument| {
            is_ours &= argument != "--";
            !(is_ours && argument == OPTION)
        })
        .collect()
}

/// Returns the head of an output: the command, the commit and the number of processors.
fn head(chore: &str, arguments: &[OsString], commit: &str, processors: usize) -> String {
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    format!("cargo xtask {chore} {}\n{commit}; {processors} processors\n\n", arguments.join(" "))
}

/// Returns the commit, such as `2026-11-23 48dde07`, and whether files differ from it.
fn commit() -> Result<String> {
    let git = |arguments: &[&str]| run::read_output(Command::new("git").current_dir(root()).args(arguments));
    let commit = git(&["log", "-1", "--format=%cs %h"])?;
    let changed = if git(&["status", "--porcelain"])?.is_empty() { "" } else { ", changed since" };
    Ok(format!("{}{changed}", commit.trim()))
}

/// Returns true for progress messages of builds and steps.
fn is_progress(line: &str) -> bool {
    const MARKS: [&str; 16] = [
        "Benchmarking ",
        "Blocking waiting ",
        "Building ",
        "Checking ",
        "Compiling ",
        "Downloaded ",
        "Downloading ",
        "Finished ",
        "Locking ",
        "Running ",
        "Updating ",
        "Waiting for ",
        "…",
        "✓",
        "still at work",
        "npm warn",
    ];
    // The sizes of the built pages are printed below a step. They are checked elsewhere.
    let is_budget = line.starts_with("    ") && (line.contains(" kB of ") || line.contains("(gzip; "));
    is_budget || MARKS.iter().any(|mark| line.trim_start().starts_with(mark))
}

/// Filters compiler warnings, which span several lines up to an empty one.
#[derive(Default)]
struct Compiler {
    is_warning: bool,
}

impl Compiler {
    fn says(&mut self, line: &str) -> bool {
        let begins = line.starts_with("warning: ") || line.starts_with("warning[");
        self.is_warning = begins || (self.is_warning && !line.trim().is_empty());
        // The summary of a crate's warnings is a single line, and the benchmark's output may follow directly.
        if begins && line.contains(" generated ") && line.contains(" warning") {
            self.is_warning = false;
        }
        begins || self.is_warning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_output_begins_with_the_command_without_its_save_option() {
        let typed = ["start", "--save", "--", "--save"].map(OsString::from);
        let arguments = without_option(typed.into_iter());
        assert_eq!(
            head("bench", &arguments, "2026-11-23 48dde07", 2),
            "cargo xtask bench start -- --save\n2026-11-23 48dde07; 2 processors\n\n"
        );
    }

    #[test]
    fn saved_output_contains_the_measurements_but_no_progress_lines() {
        let progress =
            ["   Compiling api v0.1.0", "  ✓ building the web app  7.5 s", "    fonts    34.7 kB of    50 kB"];
        assert!(progress.into_iter().all(is_progress));
        assert!(!["| `/signin` | 348 |", ""].into_iter().any(is_progress));
    }

    #[test]
    fn saved_output_contains_no_compiler_warnings() {
        let printed = [
            "warning: unused variable: `a`",
            "  --> infra/xtask/src/main.rs:1:1",
            "   |",
            "",
            "warning: `xtask` (bin) generated 1 warning",
            "| `/signin` | 348 |",
            "a warning: in the middle of a line",
        ];
        let mut compiler = Compiler::default();
        let kept: Vec<_> = printed.into_iter().filter(|line| !compiler.says(line) && !is_progress(line)).collect();
        assert_eq!(kept, ["", "| `/signin` | 348 |", "a warning: in the middle of a line"]);
    }
}
