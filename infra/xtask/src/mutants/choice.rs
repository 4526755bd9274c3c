//! Which faults are planted: in changed lines, or by chance.

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
}

/// What differs from where the work branched off, as a diff without context.
pub(super) fn changes(since: &str, folder: Option<&str>) -> Result<String> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["diff", "--merge-base", "--no-color", "--unified=0", since, "--"]).args(folder);
    run::read(&mut git)
}
