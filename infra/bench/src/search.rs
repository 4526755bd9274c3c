//! Catalogue search compared with popular libraries: the same rows and queries, in turns.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::{browser, npm, tools};
use chores::run::{self, OutputMode};
use chores::{root, size, wasm};
use wasm_core::catalogue::{self, CourseRecord};
use wasm_core::course::CourseCode;

/// Committed sources of the benchmark, which are copied beside their packages.
const SOURCES: &str = "infra/bench/search";
/// Rows and queries, compressed with Brotli. A README beside them names their source.
const DATA: &str = "wasm-core/benches/data";
/// Our search first, then the libraries, then a search without a library.
const CONTENDERS: &str = "note-ninja,MiniSearch,Fuse,uFuzzy,fuzzysort,FlexSearch,includes";

/// Size with all rows.
const ALL: &str = "100k";

/// Options of `cargo xtask bench search`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sizes, separated by commas; each uses that many courses from the start of the list.
    #[arg(long, default_value = "10k,100k")]
    sizes: String,
    /// Engines: node, chromium, or both.
    #[arg(long, default_value = "node,chromium")]
    engines: String,
    /// Contenders, separated by commas: ours and names from `peers.mjs`.
    #[arg(long, default_value = CONTENDERS)]
    only: String,
    /// Number of rounds per contender.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Seed for the random queries, which are not used for tuning.
    #[arg(long, default_value_t = 20_261_124)]
    seed: u32,
}

/// Prepares a folder under `target` and runs the benchmark there.
pub(crate) fn bench(options: &Options) -> Result<()> {
    let (courses, queries) = (unpacked("courses.tsv.br")?, unpacked("queries.json.br")?);
    tools::require_node()?;
    tools::require_wasm_target()?;
    let folder = root().join("target/xtask/bench-search");
    npm::install_bench(SOURCES, &folder)?;
    for name in
        ["search/measure.mjs", "search/peers.mjs", "search/queries.mjs", "search/run.mjs", "chromium.mjs", "timing.mjs"]
    {
        let source = root().join("infra/bench").join(name);
        fs::copy(&source, folder.join(source.file_name().unwrap_or_default()))?;
    }
    fs::write(folder.join("queries.json"), queries)?;
    wasm::build_for_web(wasm::CORE, &folder.join("core"))?;
    // All rows are always written, because the expected results of a query come from all of them.
    for size in options.sizes.split(',').chain([ALL]) {
        write_rows(&folder, size, &courses)?;
    }
    let chromium = browser::find_or_install()?;
    // Each in its own process: a process that has compiled the core before would answer the first query faster.
    for (engine, size) in
        options.engines.split(',').flat_map(|engine| options.sizes.split(',').map(move |size| (engine, size)))
    {
        let mut command = Command::new("node");
        command.arg("--expose-gc").arg(folder.join("run.mjs"));
        command.args([engine, size, &options.only, &options.rounds.to_string(), &options.seed.to_string()]);
        run::run(command.arg(&chromium), OutputMode::Everything)?;
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

/// Writes the first courses, for our search as a catalogue and for the libraries as JSON.
fn write_rows(folder: &Path, size: &str, courses: &str) -> Result<()> {
    let count = size.strip_suffix('k').and_then(|thousands| thousands.parse::<usize>().ok());
    let count = count.with_context(|| format!("'{size}' is no size. Write it as 1k, 10k or 100k."))? * 1000;
    let rows: Vec<(&str, &str)> = courses.lines().take(count).filter_map(|line| line.split_once('\t')).collect();
    let records: Vec<CourseRecord> = rows
        .iter()
        .filter_map(|(code, title)| Some(CourseRecord::new(CourseCode::parse(code).ok()?, *title)))
        .collect();
    let file = catalogue::encode(&records);
    run::print_line(&format!(
        "  {} courses: a catalogue of {:.2} MB",
        records.len(),
        size::kilobytes(file.len()) / 1000.0
    ));
    let json: Vec<serde_json::Value> =
        rows.iter().map(|(code, title)| serde_json::json!({"code": code, "title": title})).collect();
    let path = |name: String| -> PathBuf { folder.join(name) };
    fs::write(path(format!("catalogue-{size}.bin")), file)?;
    fs::write(path(format!("rows-{size}.json")), serde_json::to_vec(&json)?)?;
    Ok(())
}
