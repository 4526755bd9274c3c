//! Style checks: formats, clippy, Biome, directions of imports, sizes of files and folders, types, wording.

pub(crate) mod deny;
pub(crate) mod imports;
pub(crate) mod language;
pub(crate) mod layers;
pub(crate) mod sizes;

use anyhow::Result;
use chores::compile::Programs;
use chores::machine::{npm, tools};
use chores::run::{OutputMode, run, step};
use chores::{root, wasm};

use crate::testing::test_lints;

pub(crate) const HOW_TO_FORMAT: &str = "Run `cargo xtask lint --fix`";

/// `cargo xtask lint`.
pub(crate) fn lint(fix: bool) -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    npm::install()?;
    if fix {
        step("cargo fmt", || run(tools::cargo().args(["fmt", "--all"]), OutputMode::Failures))?;
        step("Biome, with repairs", || biome(&[&["check", "--write", "."], &BESIDE[..]].concat()))?;
    } else {
        step("cargo fmt", format)?;
    }
    step("clippy", clippy)?;
    step("imports of all code, sizes of files and folders; web: Biome, types", web_style)?;
    step("wording, commit subjects, spelling", || language::check(fix))
}

/// Checks the format of all Rust code.
pub(crate) fn format() -> Result<()> {
    run(tools::cargo().args(["fmt", "--all", "--check"]), OutputMode::Failures).map_err(|e| e.context(HOW_TO_FORMAT))
}

/// Checks that no target has warnings.
fn clippy() -> Result<()> {
    Programs::build(false).map(drop)
}

/// Checks the style and types of the web app, the directions of all imports, and the sizes of all files and folders.
pub(crate) fn web_style() -> Result<()> {
    // Type checks need the generated files.
    wasm::ensure()?;
    biome(&[&["check", "."], &BESIDE[..]].concat())?;
    imports::check()?;
    sizes::check()?;
    test_lints::check()?;
    types("web")?;
    npm::install_in("tests/browser")?;
    types("tests/browser")
}

/// Checks the types of one folder incrementally.
pub(crate) fn types(folder: &str) -> Result<()> {
    let kept = root().join(format!("target/xtask/types-{}.json", folder.replace('/', "-")));
    let mut tsc = tools::npx();
    tsc.args(["--no-install", "tsc", "--incremental", "--tsBuildInfoFile"]).arg(kept);
    run(tsc.current_dir(root().join(folder)), OutputMode::Failures)
}

/// Other folders with JavaScript and TypeScript, relative to the web app. They share its style.
const BESIDE: [&str; 5] =
    ["../tests/browser", "../infra/xtask", "../infra/bench", "../infra/mutants", "../wasm-core/tests/boundary"];

/// Checks the style of files, given relative to the web app.
pub(crate) fn biome_on(files: &[String]) -> Result<()> {
    let arguments: Vec<&str> =
        ["check", "--no-errors-on-unmatched"].into_iter().chain(files.iter().map(String::as_str)).collect();
    biome(&arguments)
}

fn biome(arguments: &[&str]) -> Result<()> {
    run(
        tools::npx().args(["--no-install", "biome"]).args(arguments).current_dir(root().join("web")),
        OutputMode::Failures,
    )
}
