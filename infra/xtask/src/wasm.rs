//! Builds the browser's core: compile, bind, shrink.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

use crate::run::{self, Show};
use crate::stamps::Stamp;
use crate::{root, tools, web};

/// What the core is made from.
const INPUTS: [&str; 5] =
    ["wasm-core/src", "wasm-core/Cargo.toml", "Cargo.toml", "Cargo.lock", "infra/xtask/src/wasm.rs"];
/// Features that rustc uses and wasm-opt must be told of.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Where the web app finds the core. Not committed.
pub(crate) fn package() -> PathBuf {
    root().join("web/src/core/generated/pkg")
}

/// `cargo xtask wasm`.
pub(crate) fn build() -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    web::install()?;
    build_core()
}

/// Builds unless nothing changed.
pub(crate) fn ensure() -> Result<()> {
    let stamp = Stamp::of("wasm", &INPUTS)?;
    if stamp.is_fresh(&package().join("wasm_core_bg.wasm")) {
        return Ok(());
    }
    build_core()
}

fn build_core() -> Result<()> {
    let stamp = Stamp::of("wasm", &INPUTS)?;
    run::step("compiling the core for the browser", || {
        // The kind of library is named here and not in Cargo.toml: there it would hold for the servers too, and cargo
        // gives such libraries one file name for all builds, so that each build would undo the one before.
        let arguments =
            "rustc -p wasm-core --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown --locked";
        run::run(tools::cargo().args(arguments.split(' ')), Show::Everything)
    })?;
    let compiled = target_folder()?.join("wasm32-unknown-unknown/wasm/wasm_core.wasm");
    run::step("binding and shrinking it", || {
        let package = package();
        bind(&compiled, &package, Kind::Bundler)?;
        shrink(&package.join("wasm_core_bg.wasm"))
    })?;
    let bytes = fs::read(package().join("wasm_core_bg.wasm"))?;
    run::say(&format!("    core: {:.1} kB, {:.1} kB as gzip", kilobytes(bytes.len()), kilobytes(gzip_len(&bytes)?)));
    stamp.set()
}

/// Another build of the compiled core, for Node, where the tests of the boundary run.
pub(crate) fn build_for_node() -> Result<PathBuf> {
    ensure()?;
    let folder = root().join("target/xtask/core-for-node");
    bind(&target_folder()?.join("wasm32-unknown-unknown/wasm/wasm_core.wasm"), &folder, Kind::Node)?;
    // Otherwise a package.json in some folder above could turn the bindings into modules of the other kind.
    std::fs::write(folder.join("package.json"), "{ \"type\": \"commonjs\" }\n")?;
    Ok(folder)
}

/// Another build of the compiled core, which a page or Node starts with bytes of its own. Shrunk, as visitors get it.
pub(crate) fn build_for_web(folder: &Path) -> Result<()> {
    web::install()?;
    ensure()?;
    bind(&target_folder()?.join("wasm32-unknown-unknown/wasm/wasm_core.wasm"), folder, Kind::Web)?;
    shrink(&folder.join("wasm_core_bg.wasm"))
}

#[derive(Clone, Copy)]
enum Kind {
    Bundler,
    Node,
    Web,
}

fn bind(compiled: &Path, folder: &Path, kind: Kind) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).typescript(true).omit_default_module_path(false);
    match kind {
        Kind::Bundler => bindgen.bundler(true)?,
        Kind::Node => bindgen.nodejs(true)?,
        Kind::Web => bindgen.web(true)?,
    };
    fs::create_dir_all(folder)?;
    bindgen.generate(folder).context("The core could not be bound for JavaScript")
}

fn shrink(module: &Path) -> Result<()> {
    let mut command = Command::new("node");
    command.arg(root().join("web/node_modules/binaryen/bin/wasm-opt"));
    run::run(command.arg(module).arg("-O3").args(FEATURES).arg("-o").arg(module), Show::Failures)
}

/// Where cargo writes; usually `target`.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let text = run::read(tools::cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"]))
        .or_else(|_| run::read(tools::cargo().args(["metadata", "--format-version", "1", "--no-deps"])))?;
    let value: serde_json::Value = serde_json::from_str(&text)?;
    value["target_directory"].as_str().map(PathBuf::from).context("cargo did not say where it writes")
}

/// Length after gzip at the level that web servers use.
pub(crate) fn gzip_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// 1 kB is 1000 bytes, as in the budgets.
#[expect(clippy::cast_precision_loss, reason = "files here are far smaller than 2^53 bytes")]
pub(crate) fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
