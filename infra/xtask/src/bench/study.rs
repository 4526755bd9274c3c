//! Studying with many cards and answers, in Chromium.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::run::{self, Show};
use crate::{browser, npm, root, tools, wasm};

const SOURCES: &str = "infra/xtask/bench/study";
const SHARED: [&str; 3] =
    ["infra/xtask/bench/chromium.mjs", "infra/xtask/bench/timing.mjs", "wasm-core/tests/many-cards.mjs"];

/// `cargo xtask bench study`.
pub(crate) fn bench() -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    let folder = root().join("target/xtask/bench-study");
    npm::install_bench(SOURCES, &folder)?;
    let ours = ["measure.mjs", "run.mjs"].map(|name| root().join(SOURCES).join(name));
    for path in ours.into_iter().chain(SHARED.map(|path| root().join(path))) {
        fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
    }
    wasm::build_for_web(wasm::STUDY, &folder.join("core"))?;
    run::run(Command::new("node").arg(folder.join("run.mjs")).arg(browser::find_or_install()?), Show::Everything)
}
