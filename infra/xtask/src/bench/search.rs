//! Search beside the libraries that a web developer would pick instead: same rows, same queries, in turns.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use wasm_core::catalogue::{self, CourseRecord};
use wasm_core::course::CourseCode;

use crate::run::{self, Show};
use crate::stamps::Stamp;
use crate::{browser, root, size, tools, wasm};

/// What is committed of the measurement, copied beside the packages it imports.
const SOURCES: &str = "infra/xtask/bench/search";
/// Rows and queries, packed with Brotli; a README beside them says where they are from.
const DATA: &str = "wasm-core/benches/data";
/// Ours, then each library, then no library at all.
const CONTENDERS: &str = "note-ninja,MiniSearch,Fuse,uFuzzy,fuzzysort,FlexSearch,includes";

/// How `cargo xtask bench search` measures.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sizes, divided by commas: the first so many courses.
    #[arg(long, default_value = "10k,100k")]
    sizes: String,
    /// Where: node, chromium, or both.
    #[arg(long, default_value = "node,chromium")]
    engines: String,
    /// Contenders, divided by commas: ours and names from `peers.mjs`.
    #[arg(long, default_value = CONTENDERS)]
    only: String,
    /// Turns that each contender takes.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

/// Prepares a folder under `target` and measures there.
pub(crate) fn bench(options: &Options) -> Result<()> {
    let (courses, queries) = (unpacked("courses.tsv.br")?, unpacked("queries.json.br")?);
    tools::need_node()?;
    tools::need_wasm_target()?;
    let folder = root().join("target/xtask/bench-search");
    install(&folder)?;
    for name in ["measure.mjs", "peers.mjs", "run.mjs"] {
        fs::copy(root().join(SOURCES).join(name), folder.join(name))?;
    }
    fs::write(folder.join("queries.json"), queries)?;
    wasm::build_for_web(&folder.join("core"))?;
    for size in options.sizes.split(',') {
        write_rows(&folder, size, &courses)?;
    }
    for engine in options.engines.split(',') {
        let mut command = Command::new("node");
        command.arg("--expose-gc").arg(folder.join("run.mjs"));
        command.args([engine, &options.sizes, &options.only, &options.rounds.to_string()]);
        if engine == "chromium" {
            command.arg(browser::find_or_install()?);
        }
        run::run(&mut command, Show::Everything)?;
    }
    Ok(())
}

fn unpacked(name: &str) -> Result<String> {
    let path = root().join(DATA).join(name);
    let mut text = String::new();
    File::open(&path)
        .and_then(|file| brotli::Decompressor::new(file, 64 * 1024).read_to_string(&mut text))
        .with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(text)
}

/// The libraries, as the lock file pins them.
fn install(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let files = ["package.json", "package-lock.json"];
    let inputs = files.map(|name| format!("{SOURCES}/{name}"));
    let stamp = Stamp::of("npm-bench-search", &[&inputs[0], &inputs[1]])?;
    if stamp.is_fresh(&folder.join("node_modules/.package-lock.json")) {
        return Ok(());
    }
    for name in files {
        fs::copy(root().join(SOURCES).join(name), folder.join(name))?;
    }
    run::step("installing the libraries to measure beside", || {
        run::run(tools::npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(folder), Show::Failures)
    })?;
    stamp.set()
}

/// The first courses, for us as a catalogue and for the libraries as JSON.
fn write_rows(folder: &Path, size: &str, courses: &str) -> Result<()> {
    let count = size.strip_suffix('k').and_then(|thousands| thousands.parse::<usize>().ok());
    let count = count.with_context(|| format!("'{size}' is no size. Write it as 1k, 10k or 100k."))? * 1000;
    let rows: Vec<(&str, &str)> = courses.lines().take(count).filter_map(|line| line.split_once('\t')).collect();
    let records: Vec<CourseRecord> = rows
        .iter()
        .filter_map(|(code, title)| Some(CourseRecord::new(CourseCode::parse(code).ok()?, *title)))
        .collect();
    let file = catalogue::encode(&records);
    run::say(&format!("  {} courses: a catalogue of {:.2} MB", records.len(), size::kilobytes(file.len()) / 1000.0));
    let json: Vec<serde_json::Value> =
        rows.iter().map(|(code, title)| serde_json::json!({"code": code, "title": title})).collect();
    let path = |name: String| -> PathBuf { folder.join(name) };
    fs::write(path(format!("catalogue-{size}.bin")), file)?;
    fs::write(path(format!("rows-{size}.json")), serde_json::to_vec(&json)?)?;
    Ok(())
}
