//! Reading a large note, in Chromium against the local server.

use anyhow::Result;
use chores::run::{self, OutputMode};

use crate::page;

/// Number of runs per file. The median is reported.
const RUNS: &str = "5";

/// `cargo xtask bench reader`: measures when the first page and a distant page of a large file are drawn, and at which
/// cost. `options` may contain another number of runs.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    let mut command = page::script("reader", "measure.mjs")?;
    command.arg(options.first().map_or(RUNS, String::as_str));
    run::run(&mut command, OutputMode::Everything)
}
