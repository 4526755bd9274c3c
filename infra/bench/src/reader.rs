//! Reading a large note, in Chromium against the local server.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::run::{self, Show};
use chores::{compile, root, web};

const BROWSER_TESTS: &str = "tests/browser";
/// Number of runs per file. The median is reported.
const RUNS: &str = "5";

/// `cargo xtask bench reader`: measures when the first page and a distant page of a large file are drawn, and at which
/// cost. `options` may contain another number of runs.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::need_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/bench/reader/measure.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-reader")));
    command.arg(browser::find_or_install()?).arg(options.first().map_or(RUNS, String::as_str));
    run::run(&mut command, Show::Everything)
}
