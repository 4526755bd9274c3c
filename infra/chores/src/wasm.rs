//! Builds the browser's core: compiles, binds and shrinks it. All modules come from the one crate `bindings`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::fingerprint::Fingerprint;
use crate::machine::{npm, tools};
use crate::root;
use crate::run::{self, OutputMode};
use crate::size::{gzip_len, kilobytes};

const INPUTS: [&str; 7] = [
    "wasm-core/src",
    "wasm-core/meaning",
    "wasm-core/Cargo.toml",
    "wasm-core/bindings",
    "Cargo.toml",
    "Cargo.lock",
    "infra/chores/src/wasm.rs",
];
/// WebAssembly features that rustc uses and wasm-opt must enable.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// One compiled module.
#[derive(Debug, Clone, Copy)]
pub struct Module {
    /// Feature of `bindings` that selects its content.
    feature: &'static str,
    /// Base name of its files.
    pub name: &'static str,
    /// Whether it is compiled for 128-bit vector instructions.
    has_vectors: bool,
}

const fn module(feature: &'static str, name: &'static str) -> Module {
    Module { feature, name, has_vectors: false }
}

/// Search, forms and values, for every page.
pub const CORE: Module = module("core", "wasm_core");
/// The player, loaded by pages that play.
pub(crate) const PLAYER: Module = module("player", "player_core");
/// The scheduler, loaded by the study page.
pub const STUDY: Module = module("study", "study_core");
/// The fit of the memory model, loaded by a worker once a week.
pub const FIT: Module = module("fit", "fit_core");
/// Full-text search in notes, loaded on first use.
pub const INSIDE: Module = module("inside", "inside_core");
/// Rules of study cards and their export, loaded by pages that write, import or export cards.
pub(crate) const CARDS: Module = module("cards", "cards_core");
/// Gaps on study cards, loaded by pages that show a card with gaps.
pub(crate) const GAPS: Module = module("gaps", "gaps_core");
/// Parsers for cards and courses in text, loaded for imports.
pub(crate) const IMPORTS: Module = module("imports", "imports_core");
/// Search by meaning, for browsers with vector instructions and for others. Loaded by students who turned it on.
pub const MEANING: [Module; 2] =
    [Module { has_vectors: true, ..module("meaning", "meaning_core") }, module("meaning", "meaning_core_plain")];
const MODULES: [Module; 10] = [CORE, PLAYER, STUDY, FIT, INSIDE, CARDS, GAPS, IMPORTS, MEANING[0], MEANING[1]];

impl Module {
    /// Returns the path of the compiled module before binding. Cargo uses one name for all modules, so each is copied.
    fn compiled(self) -> PathBuf {
        root().join("target/xtask").join(format!("{}.wasm", self.name))
    }

    fn in_package(self) -> PathBuf {
        package().join(format!("{}_bg.wasm", self.name))
    }
}

/// Returns the folder where the web app finds the core. Not committed.
fn package() -> PathBuf {
    root().join("web/src/core/generated/pkg")
}

/// `cargo xtask wasm`.
pub fn build() -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    npm::install()?;
    build_core()
}

/// Builds the core unless nothing has changed.
pub fn ensure() -> Result<()> {
    let stamp = Fingerprint::of("wasm", &INPUTS)?;
    if MODULES.iter().all(|module| stamp.is_up_to_date(&module.in_package()) && module.compiled().exists()) {
        return Ok(());
    }
    build_core()
}

fn build_core() -> Result<()> {
    let stamp = Fingerprint::of("wasm", &INPUTS)?;
    for module in MODULES {
        run::step(&format!("compiling {} for the browser", module.name), || compile(module))?;
    }
    run::step("binding and shrinking", || {
        MODULES.iter().try_for_each(|module| {
            bind(*module, &package(), Kind::Bundler)?;
            shrink(*module, &module.in_package())
        })
    })?;
    for module in MODULES {
        let bytes = fs::read(module.in_package())?;
        let (plain, packed) = (kilobytes(bytes.len()), kilobytes(gzip_len(&bytes)?));
        run::print_line(&format!("    {:<12} {plain:>6.1} kB, {packed:>5.1} kB as gzip", module.name));
    }
    stamp.record()
}

fn compile(module: Module) -> Result<()> {
    // Set the crate type here. In Cargo.toml it would also apply to builds of the servers: cargo gives such libraries
    // the same file name in every build, so the builds would overwrite each other.
    let arguments =
        "rustc -p bindings --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown --locked";
    let features = ["--no-default-features", "--features", module.feature];
    let vectors = ["--config", "target.wasm32-unknown-unknown.rustflags=['-Ctarget-feature=+simd128']"];
    // Code for the browser is compiled only here, so no other step would show its warnings.
    let lints = ["--", "-D", "warnings"];
    let mut command = tools::cargo();
    command.args(arguments.split(' ')).args(features);
    if module.has_vectors {
        command.args(vectors);
    }
    run::run(command.args(lints), OutputMode::Everything)?;
    let compiled = target_folder()?.join("wasm32-unknown-unknown/wasm/bindings.wasm");
    let copy = module.compiled();
    if let Some(folder) = copy.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(&compiled, &copy).with_context(|| format!("{} cannot be copied", compiled.display()))?;
    Ok(())
}

/// Runs wasm-bindgen on the compiled core for Node, where the tests of its JavaScript interface run.
pub fn build_for_node() -> Result<PathBuf> {
    ensure()?;
    let folder = root().join("target/xtask/core-for-node");
    MODULES.iter().try_for_each(|module| bind(*module, &folder, Kind::Node))?;
    // Declare CommonJS. Otherwise a package.json in a parent folder could turn the bindings into ES modules.
    std::fs::write(folder.join("package.json"), "{ \"type\": \"commonjs\" }\n")?;
    Ok(folder)
}

/// Generates the bindings of one module for a page or Node that starts it from bytes, and shrinks it as in the product.
pub fn build_for_web(module: Module, folder: &Path) -> Result<()> {
    npm::install()?;
    ensure()?;
    bind(module, folder, Kind::Web)?;
    shrink(module, &folder.join(format!("{}_bg.wasm", module.name)))
}

/// Builds the modules for search by meaning so that a page or Node can start them from bytes. Returns their sizes in
/// bytes, plain and after gzip.
pub fn build_meaning(folder: &Path) -> Result<[(usize, usize); 2]> {
    npm::install()?;
    ensure()?;
    let mut sizes = [(0, 0); 2];
    for (module, size) in MEANING.into_iter().zip(&mut sizes) {
        let file = folder.join(format!("{}_bg.wasm", module.name));
        bind(module, folder, Kind::Web)?;
        shrink(module, &file)?;
        let bytes = fs::read(file)?;
        *size = (bytes.len(), gzip_len(&bytes)?);
    }
    Ok(sizes)
}

#[derive(Clone, Copy)]
enum Kind {
    Bundler,
    Node,
    Web,
}

fn bind(module: Module, folder: &Path, kind: Kind) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module.compiled()).out_name(module.name).typescript(true).omit_default_module_path(false);
    match kind {
        Kind::Bundler => bindgen.bundler(true)?,
        Kind::Node => bindgen.nodejs(true)?,
        Kind::Web => bindgen.web(true)?,
    };
    fs::create_dir_all(folder)?;
    bindgen.generate(folder).context("The core could not be bound for JavaScript")
}

fn shrink(module: Module, file: &Path) -> Result<()> {
    let mut command = Command::new("node");
    command.arg(root().join("web/node_modules/binaryen/bin/wasm-opt"));
    command.arg(file).arg("-O3").args(FEATURES).args(module.has_vectors.then_some("--enable-simd"));
    run::run(command.arg("-o").arg(file), OutputMode::Failures)
}

/// Returns cargo's target folder, usually `target`.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let text =
        run::read_output(tools::cargo().args(["metadata", "--format-version", "1", "--no-deps", "--offline"]))
            .or_else(|_| run::read_output(tools::cargo().args(["metadata", "--format-version", "1", "--no-deps"])))?;
    let value: serde_json::Value = serde_json::from_str(&text)?;
    value["target_directory"].as_str().map(PathBuf::from).context("cargo did not say where it writes")
}
