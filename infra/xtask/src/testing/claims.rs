//! Holds tests against what they claim: behaviours of the checklist are named by tests that run, about components that a
//! screen shows; and no test is written so that it cannot fail.

mod checklist;
mod hollow;
mod script;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::lint::imports;
use crate::{root, run};

/// Where tests are.
const FOLDERS: [&str; 5] = ["wasm-core", "functions", "infra", "tests", "web/src"];

const CHECKLIST: &str = "tests/CHECKLIST.md";

/// Texts of files by their paths from the root of the workspace.
type Files = BTreeMap<String, String>;

/// Refuses claims that nothing proves, and tests that cannot fail, and says which.
pub(crate) fn refuse() -> Result<()> {
    let list = fs::read_to_string(root().join(CHECKLIST)).with_context(|| format!("{CHECKLIST} could not be read"))?;
    let mut files = Files::new();
    for folder in FOLDERS {
        imports::collect(&root(), folder, &[".rs", ".ts", ".tsx", ".mjs"], &mut files)?;
    }
    let mut wrong = checklist::wrong(&list, &files);
    wrong.extend(hollow::wrong(&files));
    for line in &wrong {
        run::complain(line);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{} claims of tests do not hold; CONTRIBUTING.md says how tests are written.", wrong.len());
}
