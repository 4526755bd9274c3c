//! Style of everything: formats, clippy, Biome, directions of import, types.

use anyhow::{Result, bail};

use crate::run::{self, Show, run, step};
use crate::{crate_rules, root, tools, wasm, web};

/// `cargo xtask lint`.
pub(crate) fn lint(fix: bool) -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    web::install()?;
    if fix {
        step("cargo fmt", || run(tools::cargo().args(["fmt", "--all"]), Show::Failures))?;
        step("Biome, with repairs", || biome(&["check", "--write", ".", BROWSER_TESTS]))?;
    } else {
        step("cargo fmt", format)?;
    }
    step("clippy", clippy)?;
    step("web: Biome, import rules, types", web_style)
}

/// Rust is formatted.
pub(crate) fn format() -> Result<()> {
    run(tools::cargo().args(["fmt", "--all", "--check"]), Show::Failures)
        .map_err(|e| e.context("Run `cargo xtask lint --fix`"))
}

/// No warnings anywhere.
pub(crate) fn clippy() -> Result<()> {
    run(
        tools::cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
        Show::Everything,
    )
}

/// The web app's style, its directions of import and its types.
pub(crate) fn web_style() -> Result<()> {
    // Types need what is generated.
    wasm::ensure()?;
    biome(&["check", ".", BROWSER_TESTS])?;
    let broken = crate_rules::check(&root())?;
    if !broken.is_empty() {
        for line in &broken {
            run::complain(line);
        }
        bail!("{} files use a crate that is not theirs; ARCHITECTURE.md says whose it is.", broken.len());
    }
    let directions = ["--no-install", "vitest", "run", "src/imports.test.ts"];
    run(tools::npx().args(directions).current_dir(root().join("web")), Show::Failures)?;
    run(tools::npx().args(["--no-install", "tsc"]).current_dir(root().join("web")), Show::Failures)
}

/// The tests in the browser, from the web app: they are written in the same style.
const BROWSER_TESTS: &str = "../tests/browser";

fn biome(arguments: &[&str]) -> Result<()> {
    run(tools::npx().args(["--no-install", "biome"]).args(arguments).current_dir(root().join("web")), Show::Failures)
}
