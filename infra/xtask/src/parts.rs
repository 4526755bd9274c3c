//! Every check there is, in parts, each with its time.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::programs::Programs;
use crate::run::{self, Show, run};
use crate::{browser, budgets, cloud, codegen, dev, lint, root, tools, wasm, web};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this part; may be given several times.
    #[arg(long)]
    only: Vec<Part>,
    /// In the part `deployed`: take each permission away, one at a time, and want a journey to fail. Takes an hour.
    #[arg(long)]
    mutate_roles: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Rust is formatted.
    Fmt,
    /// Rust has no warnings.
    Clippy,
    /// The web app's style, import rules and types.
    Lint,
    /// Unit and integration tests of all crates, and journeys over HTTP.
    Rust,
    /// The core in a real WebAssembly engine.
    Wasm,
    /// Generated files are current.
    Drift,
    /// The template of the production stack: translated, linted, held against the code.
    Cloud,
    /// Journeys over HTTP through the stack of the template, deployed to an emulator.
    Deployed,
    /// Unit tests of the web app, its build and its size budgets.
    Web,
    /// People's tasks in a real browser.
    Browser,
}

const ALL: [Part; 10] = [
    Part::Fmt,
    Part::Lint,
    Part::Drift,
    Part::Cloud,
    Part::Wasm,
    Part::Web,
    Part::Clippy,
    Part::Rust,
    // After the tests that build what it needs.
    Part::Deployed,
    Part::Browser,
];

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn check(self, mutate_roles: bool) -> Result<()> {
        match self {
            Part::Fmt => lint::format(),
            Part::Clippy => lint::clippy(),
            Part::Lint => lint::web_style(),
            Part::Rust => run(tools::cargo().args(["test", "--workspace", "--quiet"]), Show::Everything),
            Part::Wasm => core_in_node(),
            Part::Drift => codegen::codegen(true),
            Part::Cloud => cloud::check(),
            Part::Deployed => cloud::deployed(mutate_roles),
            Part::Web => web_tests(),
            Part::Browser => in_browser(),
        }
    }
}

/// `cargo xtask test`.
pub(crate) fn test(args: &Args) -> Result<()> {
    let began = Instant::now();
    let parts: Vec<Part> = ALL.into_iter().filter(|part| args.only.is_empty() || args.only.contains(part)).collect();
    if parts.iter().any(|part| !matches!(part, Part::Fmt | Part::Cloud | Part::Clippy | Part::Rust | Part::Deployed)) {
        tools::need_node()?;
        tools::need_wasm_target()?;
        web::install()?;
    }
    let mut rows = Vec::new();
    for part in parts {
        run::say(&format!("\n== {}", part.name()));
        let started = Instant::now();
        let outcome = part.check(args.mutate_roles);
        if let Err(e) = &outcome {
            run::complain(&format!("{e:#}"));
        }
        rows.push((part.name(), outcome.is_ok(), run::took(started)));
    }
    run::say("");
    for (name, passed, time) in &rows {
        run::say(&format!("  {:<10} {:<8} {time:>9}", name, if *passed { "passed" } else { "FAILED" }));
    }
    let passed = rows.iter().filter(|(_, passed, _)| *passed).count();
    let failed = rows.len() - passed;
    run::say(&format!("  {:<10} {:<8} {:>9}", "all", "", run::took(began)));
    run::say(&format!("{passed} passed, {failed} failed"));
    if failed == 0 {
        return Ok(());
    }
    bail!("{failed} of {} parts failed; `cargo xtask test --only NAME` repeats one.", rows.len());
}

/// Tests of the boundary: plain Node, no browser.
fn core_in_node() -> Result<()> {
    let core = wasm::build_for_node()?;
    let folder = root().join("wasm-core/tests/boundary");
    let mut tests: Vec<_> = std::fs::read_dir(&folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    tests.retain(|path: &std::path::PathBuf| path.to_string_lossy().ends_with(".test.mjs"));
    tests.sort();
    if tests.is_empty() {
        bail!("There are no tests in {}; the boundary must have some.", folder.display());
    }
    run(
        Command::new("node")
            .arg("--test")
            .args(&tests)
            .env("NOTE_NINJA_CORE", core.join("wasm_core.js"))
            .env("NOTE_NINJA_PLAYER", core.join("player_core.js")),
        Show::Everything,
    )
}

fn web_tests() -> Result<()> {
    wasm::ensure()?;
    run(tools::npm().args(["test", "--silent"]).current_dir(root().join("web")), Show::Everything)?;
    web::ensure_built()?;
    budgets::check(&web::dist())
}

fn in_browser() -> Result<()> {
    let server = Programs::build()?.folder.join(dev::SERVER);
    web::ensure_built()?;
    web::install_in("tests/browser")?;
    let chrome = browser::find_or_install()?;
    run(
        tools::npx()
            .args(["--no-install", "playwright", "test"])
            .current_dir(root().join("tests/browser"))
            .env(browser::VARIABLE, chrome)
            .env("NOTE_NINJA_TEST_RETRIES", "2")
            .env("NOTE_NINJA_LOCAL_BIN", server)
            .env("NOTE_NINJA_WEB_DIST", web::dist()),
        Show::Everything,
    )
}
