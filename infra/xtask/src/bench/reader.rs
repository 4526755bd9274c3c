//! Reading a large note in Chromium, against the local server.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::machine::{browser, npm, tools};
use crate::run::{self, Show};
use crate::{compile, root, web};

const BROWSER_TESTS: &str = "tests/browser";
/// How often each file is read; the median counts.
const RUNS: &str = "5";

/// `cargo xtask bench reader`: when the first and a far page of a large file are drawn, and what that takes. `options` may
/// name another number of runs.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::need_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/xtask/bench/reader/measure.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-reader")));
    command.arg(browser::find_or_install()?).arg(options.first().map_or(RUNS, String::as_str));
    run::run(&mut command, Show::Everything)
}
