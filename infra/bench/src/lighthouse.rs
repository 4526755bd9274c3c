//! Lighthouse scores of the public pages.

use std::fs;
use std::path::Path;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{compile, root, web};

const SOURCES: &str = "infra/bench/lighthouse";

/// `cargo xtask bench lighthouse`: fails if the performance score is below 95 of 100, or any other score below 100.
pub(crate) fn bench() -> Result<()> {
    tools::require_node()?;
    npm::install()?;
    let folder = root().join(Path::new("target/xtask/bench-lighthouse"));
    npm::install_bench(SOURCES, &folder)?;
    fs::create_dir_all(folder.join("lighthouse"))?;
    fs::copy(root().join(SOURCES).join("measure.mjs"), folder.join("lighthouse/measure.mjs"))?;
    for name in ["sample-server.mjs", "site.mjs"] {
        fs::copy(root().join("infra/bench").join(name), folder.join(name))?;
    }
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = tools::node();
    command.arg(folder.join("lighthouse/measure.mjs")).arg(server).arg(web::dist()).arg(folder.join("site"));
    command.arg(browser::find_or_install()?).arg(root());
    run::run(&mut command, OutputMode::Everything)
}
