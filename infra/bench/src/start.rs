//! Page starts, in Chromium against the local server.

use std::fs;

use anyhow::{Context as _, Result, bail};
use chores::run::{self, OutputMode};

use crate::page;

/// Number of starts per page. The median is reported.
const RUNS: &str = "7";

/// `cargo xtask bench start`: measures when pages show their frame and their main content. `options` may contain
/// another number of runs and the folder of another build to compare with in turns.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    let (runs, other) = match options {
        [] => (RUNS, None),
        [runs] => (runs.as_str(), None),
        [runs, other] => {
            (runs.as_str(), Some(fs::canonicalize(other).with_context(|| format!("{other} was not found"))?))
        }
        _ => bail!("Say how often and, to compare, the folder of another build: `-- 7 ../other/web/dist`."),
    };
    let mut command = page::script("start", "measure.mjs")?;
    command.arg(runs).args(other);
    run::run(&mut command, OutputMode::Everything)
}
