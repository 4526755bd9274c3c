//! Faults in the web app. `infra/mutants/plant.mjs` plants them with Stryker's instrumenter, and Vitest tests
//! detect them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use chores::fingerprint::Fingerprint;
use chores::machine::{npm, tools};
use chores::run;
use chores::{root, wasm};
use serde_json::{Value, json};

use super::choice::{Selection, changes};
use super::fault::Fault;
use super::hunt::{Group, State};
use super::in_browser;
use super::plant::REACHED_FILE_VARIABLE;
use super::suite::Suite;
use super::vitest::{copy_folder, vitest};
use super::workspace;

pub(super) const FOLDER: &str = "web/src";
const TOOLS: &str = "infra/mutants";
/// Files outside the app: tests and their helpers, generated files, developer pages.
const NOT_THE_APP: [&str; 6] = [".test.", "testing", "/generated/", ".d.ts", "api/schema.ts", "routes/dev/"];

/// Duration of a test file on a busy machine.
const FILE_TAKES: Duration = Duration::from_secs(10);

/// Plants faults and finds the tests that reach them, or continues the last run. If `is_hurried`, one start does only
/// one of the two steps.
pub(super) fn mutants(choice: &Selection, is_hurried: bool) -> Result<State> {
    tools::require_node()?;
    npm::install()?;
    npm::install_in(TOOLS)?;
    wasm::ensure()?;
    let asked = format!("{choice:?}");
    let held = root().join("target/mutants/web.asked");
    let sources = Fingerprint::of("mutants-web", &["web", "wasm-core", TOOLS])?;
    let holds = fs::read_to_string(&held).is_ok_and(|held| held == asked);
    match State::read(FOLDER, choice.seed()) {
        Some(last) if last.asked == asked && holds && sources.is_up_to_date(&copy_folder()) => {
            if last.groups.is_empty() { reach(last) } else { Ok(last) }
        }
        last => {
            let (caught, open) = State::split_last_run(last, choice);
            let (note, planted) = plant(choice, &open)?;
            in_browser::delete_reach()?;
            let faults = caught.into_iter().chain(planted).collect();
            let state = State::begin(FOLDER, choice.seed(), asked.clone(), note, faults, Vec::new())?;
            fs::write(held, asked)?;
            sources.record()?;
            if is_hurried { Ok(state) } else { reach(state) }
        }
    }
}

/// Copies the web app and plants faults in the copy; those in `open` when survivors are selected.
fn plant(choice: &Selection, open: &[Fault]) -> Result<(String, Vec<Fault>)> {
    workspace::copy(&copy_folder(), &[])?;
    for name in ["vitest.config.mjs", "reached.mjs"] {
        fs::copy(root().join(TOOLS).join(name), copy_folder().join("web").join(name))?;
    }
    for made in ["web/node_modules", "web/src/core/generated/pkg"] {
        workspace::relink(&root().join(made), &copy_folder().join(made))?;
    }
    let mut git = Command::new("git");
    let files = run::read_output(git.current_dir(root()).args(["ls-files", "web/src/*.ts", "web/src/*.tsx"]))?;
    let files: Vec<&str> = files.lines().filter(|file| NOT_THE_APP.iter().all(|part| !file.contains(part))).collect();
    let note = root().join("target/mutants/web.note");
    let mut request = json!({"root": root(), "tree": copy_folder(), "files": files, "seed": 1, "note": note});
    match choice {
        Selection::ChangedLines(since) => request["lines"] = changed_lines(&changes(since, Some(FOLDER))?),
        Selection::Random { amount, seed } => {
            request["amount"] = json!(amount);
            request["seed"] = json!(seed);
        }
        Selection::Survivors(_) => {
            let wanted = open.iter().map(|fault| json!([fault.file, fault.description(), fault.span.start.line]));
            request["again"] = wanted.collect();
        }
    }
    let program = root().join(TOOLS).join("plant.mjs");
    let list = run::step("planting faults that have the right types", || {
        run::read_output(tools::node().arg(program).arg(request.to_string()))
    })?;
    let faults = serde_json::from_str(&list).context("the list of faults from plant.mjs cannot be read")?;
    Ok((fs::read_to_string(note)?, faults))
}

/// Returns the numbers of the new lines by file in a diff without context.
fn changed_lines(diff: &str) -> Value {
    let mut lines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut file = "";
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ b/") {
            file = name;
        }
        // Such as `@@ -4,0 +5,2 @@`.
        let Some((_, rest)) = line.strip_prefix("@@ ").and_then(|line| line.split_once('+')) else { continue };
        let numbers = rest.split(' ').next().unwrap_or_default();
        let (first, count) = numbers.split_once(',').unwrap_or((numbers, "1"));
        let (first, count): (usize, usize) = (first.parse().unwrap_or(0), count.parse().unwrap_or(0));
        lines.entry(file).or_default().extend(first..first + count);
    }
    json!(lines)
}

/// Runs all tests once without a fault.
fn reach(mut state: State) -> Result<State> {
    state.groups = run::step("finding which tests reach them", groups)?;
    state.write()?;
    Ok(state)
}

fn groups() -> Result<Vec<Group>> {
    let path = root().join("target/mutants/reached-web");
    fs::write(&path, "")?;
    let mut failing = BTreeSet::new();
    let suite = Suite::Vitest(Vec::new());
    run::run_for_each_line(vitest(&[]).env(REACHED_FILE_VARIABLE, &path), &mut |line| {
        failing.extend(suite.failed_test(line));
    })?;
    for test in failing {
        run::print_error(&format!("Without a fault this test fails, and proves nothing: {test}"));
    }
    let mut reached: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for line in fs::read_to_string(&path)?.lines() {
        let Some((file, number)) = line.split_once('\t') else { continue };
        let file = file.rsplit_once("/web/src/").map_or(file, |(_, file)| file);
        reached.entry(format!("src/{file}")).or_default().extend(number.parse::<usize>());
    }
    let group = |(file, reached)| Group {
        suite: Suite::Vitest(vec![file]),
        took: FILE_TAKES,
        reached,
        failing: BTreeSet::new(),
    };
    Ok(reached.into_iter().map(group).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::changed_lines;

    #[test]
    fn line_numbers_of_changed_code_are_read_from_a_diff() {
        let diff = "--- a/web/src/a.ts\n+++ b/web/src/a.ts\n@@ -3,2 +3,0 @@ old\n-x\n-y\n@@ -9 +7,2 @@\n-z\n+a\n+b\n\
                    +++ b/web/src/b.ts\n@@ -0,0 +1 @@\n+c\n";
        assert_eq!(changed_lines(diff), json!({"web/src/a.ts": [7, 8], "web/src/b.ts": [1]}));
    }
}
