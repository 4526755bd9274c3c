//! Scripts that measure pages in Chromium against the local server.

use std::process::Command;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::{compile, root, web};

/// Folder with the packages of the scripts.
const BROWSER_TESTS: &str = "tests/browser";

/// Builds what a benchmark script needs and returns the command that runs it. The command gets the local server, the
/// web build, a data folder and the path of Chromium.
pub(crate) fn script(bench: &str, file: &str) -> Result<Command> {
    tools::require_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/bench").join(bench).join(file));
    command.arg(server).arg(web::dist()).arg(root().join("target/xtask").join(format!("bench-{bench}")));
    command.arg(browser::find_or_install()?);
    Ok(command)
}
