//! Builds the browser's core: compile, bind, shrink. Six modules come from the one crate `bindings`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::machine::{npm, tools};
use crate::root;
use crate::run::{self, Show};
use crate::size::{gzip_len, kilobytes};
use crate::stamps::Stamp;

/// What the core is made from.
const INPUTS: [&str; 6] = [
    "wasm-core/src",
    "wasm-core/Cargo.toml",
    "wasm-core/bindings",
    "Cargo.toml",
    "Cargo.lock",
    "infra/xtask/src/wasm.rs",
];
/// Features that rustc uses and wasm-opt must be told of.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// One compiled module: what is bound of the crate, and how its files are called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Module {
    /// The feature of `bindings` that it is made with.
    feature: &'static str,
    /// The name of its files.
    pub(crate) name: &'static str,
}

/// Search, forms and values: for every page.
pub(crate) const CORE: Module = Module { feature: "core", name: "wasm_core" };
/// The player: fetched by pages that play.
pub(crate) const PLAYER: Module = Module { feature: "player", name: "player_core" };
/// When cards come again: fetched by the page that studies.
pub(crate) const STUDY: Module = Module { feature: "study", name: "study_core" };
/// Searching inside of notes: fetched when somebody does.
pub(crate) const INSIDE: Module = Module { feature: "inside", name: "inside_core" };
/// The rules of study cards, and what writes many at once: fetched by pages that write, import or export cards.
pub(crate) const CARDS: Module = Module { feature: "cards", name: "cards_core" };
/// Reading cards and courses in a text: fetched to import some.
pub(crate) const IMPORTS: Module = Module { feature: "imports", name: "imports_core" };
const MODULES: [Module; 6] = [CORE, PLAYER, STUDY, INSIDE, CARDS, IMPORTS];

impl Module {
    /// The compiled module before it is bound. Cargo gives all of them one name, so each has a copy of its own.
    fn compiled(self) -> PathBuf {
        root().join("target/xtask").join(format!("{}.wasm", self.name))
    }

    fn in_package(self) -> PathBuf {
        package().join(format!("{}_bg.wasm", self.name))
    }
}

/// Where the web app finds the core. Not committed.
fn package() -> PathBuf {
    root().join("web/src/core/generated/pkg")
}

/// `cargo xtask wasm`.
pub(crate) fn build() -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    npm::install()?;
    build_core()
}

/// Builds unless nothing changed.
pub(crate) fn ensure() -> Result<()> {
    let stamp = Stamp::of("wasm", &INPUTS)?;
    if MODULES.iter().all(|module| stamp.is_fresh(&module.in_package()) && module.compiled().exists()) {
        return Ok(());
    }
    build_core()
}

fn build_core() -> Result<()> {
    let stamp = Stamp::of("wasm", &INPUTS)?;
    for module in MODULES {
        run::step(&format!("compiling {} for the browser", module.name), || compile(module))?;
    }
    run::step("binding and shrinking", || {
        MODULES.iter().try_for_each(|module| {
            bind(*module, &package(), Kind::Bundler)?;
            shrink(&module.in_package())
        })
    })?;
    for module in MODULES {
        let bytes = fs::read(module.in_package())?;
        let (plain, packed) = (kilobytes(bytes.len()), kilobytes(gzip_len(&bytes)?));
        run::say(&format!("    {:<12} {plain:>6.1} kB, {packed:>5.1} kB as gzip", module.name));
    }
    stamp.set()
}

fn compile(module: Module) -> Result<()> {
    // The kind of library is named here and not in Cargo.toml: there it would hold for the servers too, and cargo
    // gives such libraries one file name for all builds, so that each build would undo the one before.
    let arguments =
        "rustc -p bindings --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown --locked";
    let features = ["--no-default-features", "--features", module.feature];
    // Nothing else compiles what is only bound for the browser, so its warnings would be seen by nobody.
    let lints = ["--", "-D", "warnings"];
    run::run(tools::cargo().args(arguments.split(' ')).args(features).args(lints), Show::Everything)?;
    let compiled = target_folder()?.join("wasm32-unknown-unknown/wasm/bindings.wasm");
    let copy = module.compiled();
    if let Some(folder) = copy.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(&compiled, &copy).with_context(|| format!("{} cannot be copied", compiled.display()))?;
    Ok(())
}

/// Another build of the compiled core, for Node, where the tests of the boundary run.
pub(crate) fn build_for_node() -> Result<PathBuf> {
    ensure()?;
    let folder = root().join("target/xtask/core-for-node");
    MODULES.iter().try_for_each(|module| bind(*module, &folder, Kind::Node))?;
    // Otherwise a package.json in some folder above could turn the bindings into modules of the other kind.
    std::fs::write(folder.join("package.json"), "{ \"type\": \"commonjs\" }\n")?;
    Ok(folder)
}

/// Another build of the compiled core, which a page or Node starts with bytes of its own. Shrunk, as visitors get it.
pub(crate) fn build_for_web(module: Module, folder: &Path) -> Result<()> {
    npm::install()?;
    ensure()?;
    bind(module, folder, Kind::Web)?;
    shrink(&folder.join(format!("{}_bg.wasm", module.name)))
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
