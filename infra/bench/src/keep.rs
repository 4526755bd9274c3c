//! Saving a large course for offline use, in Chromium against the local server.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::run::{self, Show};
use chores::{compile, root, web};

const BROWSER_TESTS: &str = "tests/browser";

/// `cargo xtask bench keep`: fails if a saved file differs from the published one.
pub(crate) fn bench() -> Result<()> {
    tools::need_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/bench/keep/measure.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-keep")));
    command.arg(browser::find_or_install()?);
    run::run(&mut command, Show::Everything)
}
