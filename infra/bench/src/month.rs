//! Costs of a month of student visits to the real page.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::run::{self, Show};
use chores::{compile, root, web};

const BROWSER_TESTS: &str = "tests/browser";

/// `cargo xtask bench month`: plays visits in Chromium against the local server, counts their requests and prints the
/// tables of infra/COSTS.md. `options` may contain the number of students and of visits per student.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::need_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    compile::reader()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/bench/month/run.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-month")));
    command.arg(browser::find_or_install()?).args(options);
    run::run(&mut command, Show::Everything)
}
