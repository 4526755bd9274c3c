//! Which faults are planted: in changed lines, by chance, or those that survived.

use std::process::Command;

use anyhow::Result;

use crate::{root, run};

/// Which of a folder's faults are planted.
#[derive(Debug)]
pub(super) enum Choice<'a> {
    /// Those in lines that differ from a commit.
    Changed(&'a str),
    Random {
        amount: usize,
        seed: u64,
    },
    /// What survived the last run of this seed, or in changed lines.
    Again(Option<u64>),
}

impl Choice<'_> {
    /// By which a run is kept; nothing for changed lines.
    pub(super) fn seed(&self) -> Option<u64> {
        match self {
            Choice::Changed(_) => None,
            Choice::Random { seed, .. } => Some(*seed),
            Choice::Again(seed) => *seed,
        }
    }
}

/// What differs from where the work branched off, as a diff without context.
pub(super) fn changes(since: &str, folder: Option<&str>) -> Result<String> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["diff", "--merge-base", "--no-color", "--unified=0", since, "--"]).args(folder);
    run::read(&mut git)
}
