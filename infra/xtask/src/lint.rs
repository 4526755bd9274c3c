//! Style of everything: formats, clippy, Biome, import rules, types.

use anyhow::{Result, bail};

use crate::run::{self, Show, run, step};
use crate::{imports_rule, root, tools, wasm, web};

/// `cargo xtask lint`.
pub(crate) fn lint(fix: bool) -> Result<()> {
    tools::need_node()?;
    tools::need_wasm_target()?;
    web::install()?;
    if fix {
        step("cargo fmt", || run(tools::cargo().args(["fmt", "--all"]), Show::Failures))?;
        step("Biome, with repairs", || biome(&["check", "--write", "."]))?;
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
    biome(&["check", "."])?;
    let broken = imports_rule::check(&root())?;
    if !broken.is_empty() {
        for line in &broken {
            run::complain(line);
        }
        bail!("{} imports go the wrong way; ARCHITECTURE.md says which way is right.", broken.len());
    }
    run(tools::npx().args(["--no-install", "tsc"]).current_dir(root().join("web")), Show::Failures)
}

fn biome(arguments: &[&str]) -> Result<()> {
    run(tools::npx().args(["--no-install", "biome"]).args(arguments).current_dir(root().join("web")), Show::Failures)
}
