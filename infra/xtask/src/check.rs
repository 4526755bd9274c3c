//! `cargo xtask check`: runs only the checks that the changes since the last commit need.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use chores::compile::Programs;
use chores::machine::{npm, tools};
use chores::run::{self, OutputMode, step};
use chores::{root, wasm};
use serde::Deserialize;

use crate::lint::{self, imports, sizes};
use crate::testing::{cloud, rust_tests, test_lints};
use crate::timings::Timings;

/// `cargo xtask check`.
pub(crate) fn check() -> Result<()> {
    let began = Instant::now();
    let changed = changed()?;
    let plan = Plan::of(&changed, &packages()?);
    if plan == Plan::default() {
        run::print_line("Nothing has changed since the last commit that this looks at.");
    }
    if !plan.rust.is_empty() || !plan.web.is_empty() {
        step("imports", imports::check)?;
        step("sizes of files and folders", sizes::check)?;
        step("claims of tests", test_lints::check)?;
    }
    if !plan.rust.is_empty() {
        rust(&plan, &changed)?;
    }
    if !plan.web.is_empty() || !plan.browser_tests.is_empty() {
        javascript(&plan)?;
    }
    if plan.has_template {
        step("template: translated, linted, held against the code", cloud::check)?;
    }
    for left in plan.left_out() {
        run::print_line(&format!("  – {left}"));
    }
    run::print_line(&format!("checked in {}; `cargo xtask test` checks everything", run::elapsed_text(began)));
    Ok(())
}

fn rust(plan: &Plan, changed: &[String]) -> Result<()> {
    let files = changed.iter().filter(|file| file.ends_with(".rs") && root().join(file).exists());
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--check", "--edition", "2024"]).args(files).current_dir(root());
    step("format", || run::run(&mut rustfmt, OutputMode::Everything).map_err(|e| e.context(lint::HOW_TO_FORMAT)))?;
    let what = format!("compile and lint {} and what knows them", names(&plan.rust));
    let programs = step(&what, || Programs::build(false))?;
    let units: Vec<_> = programs
        .tests
        .into_iter()
        .filter(|program| program.is_unit && plan.rust.values().any(|folder| program.package == *folder))
        .collect();
    step("unit tests", || rust_tests::run(&units, None, &mut Timings::default()))
}

fn javascript(plan: &Plan) -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    npm::install()?;
    wasm::ensure()?;
    let from_web = plan.browser_tests.iter().map(|file| format!("../{file}"));
    let files: Vec<String> = plan.web.iter().map(|file| file.trim_start_matches("web/").to_owned()).collect();
    let all: Vec<String> = files.iter().cloned().chain(from_web).collect();
    step("format and lint", || lint::biome_on(&all))?;
    if !plan.browser_tests.is_empty() {
        npm::install_in("tests/browser")?;
        step("types of the browser tests", || lint::types("tests/browser"))?;
    }
    if plan.web.is_empty() {
        return Ok(());
    }
    step("types", || lint::types("web"))?;
    let mut vitest = tools::npx();
    vitest.args(["--no-install", "vitest", "related", "--run", "--reporter=dot", "--passWithNoTests"]);
    vitest.args(&files).current_dir(root().join("web"));
    step("unit tests of what changed and what imports it", || run::run(&mut vitest, OutputMode::Failures))
}

/// Checks to run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    /// Changed crates by name, with their folders.
    rust: BTreeMap<String, PathBuf>,
    /// Changed files of the web app, relative to the root of the workspace.
    web: BTreeSet<String>,
    browser_tests: BTreeSet<String>,
    has_template: bool,
}

impl Plan {
    /// Selects the checks for changed files. `packages` maps folders, relative to the root, to crates.
    fn of(changed: &[String], packages: &BTreeMap<String, String>) -> Self {
        let mut plan = Plan::default();
        for file in changed {
            let exists = root().join(file).exists();
            let is_of_crate = |folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
            if let Some((folder, name)) = packages.iter().rev().find(|(folder, _)| is_of_crate(folder)) {
                plan.rust.insert(name.clone(), root().join(folder));
            } else if ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"].contains(&file.as_str()) {
                plan.rust.extend(packages.iter().map(|(folder, name)| (name.clone(), root().join(folder))));
            } else if file.starts_with("web/") && exists && is_javascript(file) {
                plan.web.insert(file.clone());
            } else if file.starts_with("tests/browser/") && exists && is_javascript(file) {
                plan.browser_tests.insert(file.clone());
            }
            plan.has_template |= file == "template.yaml" || file.starts_with("tests/cloud/");
        }
        plan
    }

    /// Lists the parts of the test command that this check leaves out, in their order.
    fn left_out(&self) -> Vec<&'static str> {
        let mut left = Vec::new();
        if !self.rust.is_empty() {
            left.push("left out: integration tests, journeys, generated files, the deployed stack");
        }
        if ["wasm-core", "meaning", "bindings"].iter().any(|name| self.rust.contains_key(*name)) {
            left.push("left out: the core as WebAssembly, and the web app with it");
        }
        if !self.web.is_empty() {
            left.push("left out: build and sizes of the page");
        }
        if *self != Plan::default() {
            left.push("left out: tests in the browser");
        }
        left
    }
}

fn is_javascript(file: &str) -> bool {
    [".ts", ".tsx", ".mjs", ".js", ".css", ".json"].iter().any(|ending| file.ends_with(ending))
}

fn names(crates: &BTreeMap<String, PathBuf>) -> String {
    crates.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Returns the files that differ from the last commit, including untracked ones.
fn changed() -> Result<Vec<String>> {
    let git = |arguments: &[&str]| run::read_output(Command::new("git").args(arguments).current_dir(root()));
    let known = git(&["diff", "--name-only", "HEAD"])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(known.lines().chain(new.lines()).map(str::to_owned).collect())
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

fn packages() -> Result<BTreeMap<String, String>> {
    let text = run::read_output(tools::cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Metadata = serde_json::from_str(&text)?;
    let folder = |package: &Package| {
        let folder = package.manifest_path.parent()?.strip_prefix(root()).ok()?;
        Some(folder.to_string_lossy().replace('\\', "/"))
    };
    Ok(metadata.packages.into_iter().filter_map(|package| Some((folder(&package)?, package.name))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(changed: &[&str]) -> Plan {
        let packages = [("functions/api", "api"), ("functions/store", "store"), ("wasm-core", "wasm-core")];
        let packages = packages.map(|(folder, name)| (folder.to_owned(), name.to_owned())).into();
        Plan::of(&changed.iter().map(|&file| file.to_owned()).collect::<Vec<_>>(), &packages)
    }

    #[test]
    fn editing_one_crate_checks_only_that_crate() {
        let plan = plan(&["functions/api/src/lib.rs"]);
        assert_eq!(plan.rust.keys().collect::<Vec<_>>(), ["api"]);
        assert!(plan.web.is_empty() && !plan.has_template);
        assert!(plan.left_out().iter().any(|left| left.contains("journeys")));
    }

    #[test]
    fn editing_the_web_app_compiles_no_rust() {
        let plan = plan(&["web/src/main.tsx", "tests/browser/support/users.ts", "web/src/gone.ts"]);
        assert!(plan.rust.is_empty());
        assert_eq!(plan.web.iter().collect::<Vec<_>>(), ["web/src/main.tsx"], "a deleted file cannot be read");
        assert_eq!(plan.browser_tests.len(), 1);
    }

    #[test]
    fn changing_the_lock_file_checks_all_crates() {
        assert_eq!(plan(&["Cargo.lock"]).rust.len(), 3);
    }

    #[test]
    fn editing_documents_checks_nothing() {
        assert_eq!(plan(&["README.md", "infra/OPERATIONS.md"]), Plan::default());
        assert!(plan(&["tests/cloud/data.py"]).has_template);
    }
}
