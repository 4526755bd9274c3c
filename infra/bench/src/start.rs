//! Page starts, in Chromium against the local server.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use chores::machine::{browser, npm, tools};
use chores::run::{self, Show};
use chores::{compile, root, web};

const BROWSER_TESTS: &str = "tests/browser";
/// Number of starts per page. The median is reported.
const RUNS: &str = "7";

/// `cargo xtask bench start`: measures when pages show their frame and their main content. `options` may contain
/// another number of runs and the folder of another build to compare with in turns.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    tools::need_node()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let (runs, other) = match options {
        [] => (RUNS, None),
        [runs] => (runs.as_str(), None),
        [runs, other] => {
            (runs.as_str(), Some(fs::canonicalize(other).with_context(|| format!("{other} was not found"))?))
        }
        _ => bail!("Say how often and, to compare, the folder of another build: `-- 7 ../other/web/dist`."),
    };
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join("infra/bench/start/measure.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-start")));
    command.arg(browser::find_or_install()?).arg(runs).args(other);
    run::run(&mut command, Show::Everything)
}
