//! Checks the claims of tests. Tests that run must name every behaviour of the checklist, and concern components that a
//! page shows. Every test must be able to fail.

mod checklist;
mod script;
mod vacuous_tests;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, bail};
use chores::{root, run};

use crate::lint::imports;

const FOLDERS: [&str; 5] = ["wasm-core", "functions", "infra", "tests", "web/src"];

const CHECKLIST: &str = "tests/CHECKLIST.md";

/// File contents by path from the root of the workspace.
type Files = BTreeMap<String, String>;

/// Fails with a list of unproven claims and of tests that cannot fail.
pub(crate) fn check() -> Result<()> {
    let list = fs::read_to_string(root().join(CHECKLIST)).with_context(|| format!("{CHECKLIST} could not be read"))?;
    let mut files = Files::new();
    for folder in FOLDERS {
        imports::collect(&root(), folder, &[".rs", ".ts", ".tsx", ".mjs"], &mut files)?;
    }
    let mut wrong = checklist::problems(&list, &files);
    wrong.extend(vacuous_tests::problems(&files));
    for line in &wrong {
        run::print_error(line);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{} claims of tests do not hold; CONTRIBUTING.md says how tests are written.", wrong.len());
}
