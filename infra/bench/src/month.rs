//! Costs of a month of student visits to the real page.

use anyhow::Result;
use chores::compile;
use chores::run::{self, OutputMode};

use crate::page;

/// `cargo xtask bench month`: plays visits in Chromium against the local server, counts their requests and prints the
/// tables of infra/COSTS.md. `options` may contain the number of students and of visits per student.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    compile::build_reader()?;
    let mut command = page::script("month", "run.mjs")?;
    command.args(options);
    run::run(&mut command, OutputMode::Everything)
}
