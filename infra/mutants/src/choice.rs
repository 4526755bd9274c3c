//! Selection of faults: in changed lines, at random, or survivors.

use std::process::Command;

use anyhow::Result;
use chores::{root, run};

/// Selection of a folder's faults.
#[derive(Debug)]
pub(super) enum Selection<'a> {
    /// Faults in lines that differ from a commit.
    ChangedLines(&'a str),
    Random {
        amount: usize,
        seed: u64,
    },
    /// Survivors of the last run with this seed; `None` for the last run over changed lines.
    Survivors(Option<u64>),
}

impl Selection<'_> {
    /// Returns the seed that identifies the run, or `None` for changed lines.
    pub(super) fn seed(&self) -> Option<u64> {
        match self {
            Selection::ChangedLines(_) => None,
            Selection::Random { seed, .. } => Some(*seed),
            Selection::Survivors(seed) => *seed,
        }
    }
}

/// Returns the changes since the branch point as a diff without context.
pub(super) fn changes(since: &str, folder: Option<&str>) -> Result<String> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["diff", "--merge-base", "--no-color", "--unified=0", since, "--"]).args(folder);
    run::read_output(&mut git)
}
