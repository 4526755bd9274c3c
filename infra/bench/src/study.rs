//! Studying: sessions with a time budget on simulated students; then many cards and review events in Chromium, first
//! the core alone, then the pages. The memory model is fitted to simulated students.

mod fit;
mod memory;
mod students;
mod timed;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{compile, root, wasm, web};

const SOURCES: &str = "infra/bench/study";
const BROWSER_TESTS: &str = "tests/browser";
const SHARED: [&str; 3] = ["infra/bench/chromium.mjs", "infra/bench/timing.mjs", "wasm-core/tests/many-cards.mjs"];

/// `cargo xtask bench study`.
pub(crate) fn bench() -> Result<()> {
    timed::bench();
    tools::require_node()?;
    tools::require_wasm_target()?;
    let folder = root().join("target/xtask/bench-study");
    npm::install_bench(SOURCES, &folder)?;
    let ours = ["measure.mjs", "run.mjs"].map(|name| root().join(SOURCES).join(name));
    for path in ours.into_iter().chain(SHARED.map(|path| root().join(path))) {
        fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
    }
    let core = folder.join("core");
    wasm::build_for_web(wasm::STUDY, &core)?;
    wasm::build_for_web(wasm::FIT, &core)?;
    fit::write_log(&folder.join("fit-log.bin"))?;
    let chrome = browser::find_or_install()?;
    run::run(Command::new("node").arg(folder.join("run.mjs")).arg(&chrome), OutputMode::Everything)?;
    fit::bench()?;
    npm::install()?;
    npm::install_in(BROWSER_TESTS)?;
    let server = compile::server()?;
    web::ensure_built()?;
    let mut command = Command::new("node");
    command.current_dir(root().join(BROWSER_TESTS)).arg(root().join(SOURCES).join("page.mjs"));
    command.arg(server).arg(web::dist()).arg(root().join(Path::new("target/xtask/bench-study-pages")));
    command.arg(chrome).arg(core);
    run::run(&mut command, OutputMode::Everything)
}
