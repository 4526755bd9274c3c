//! Runs browser tests for faults that no unit test of the web app detected. Builds the app with all faults, each behind
//! its switch, and runs the tests that reach each survivor, beginning with those whose names resemble its file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use chores::machine::{browser, npm};
use chores::run::{self, OutputMode};
use chores::{compile, root};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::fault::Verdict;
use super::hunt::{MAX_DISTANCE, State};
use super::plant::REACHED_FILE_VARIABLE;
use super::vitest::copy_folder;
use super::workspace;

const TOOLS: &str = "infra/mutants";
const TESTS: &str = "tests/browser";
/// Number of tests per fault in each round. The first related test detects most faults.
const ROUNDS: [usize; 3] = [2, 4, 12];
/// Value of [`Fault::passed`] after all rounds.
const PASSED: u8 = MAX_DISTANCE + 2;

/// Runs the browser tests that reach `survivors`, given by number.
///
/// # Errors
/// If the app with its faults cannot be built, or the tests cannot be started.
pub(super) fn hunt(state: &mut State, survivors: &BTreeSet<usize>) -> Result<()> {
    let wanted = state.faults.iter().filter(|fault| survivors.contains(&fault.number) && fault.next_distance < PASSED);
    let files: BTreeMap<usize, String> = wanted.map(|fault| (fault.number, fault.file.clone())).collect();
    if files.is_empty() {
        return Ok(());
    }
    let runner = Runner::ready()?;
    let Reach { reached, failing } = runner.reach()?;
    let special = |test: &String| reached.values().filter(|tests| tests.contains(test)).count();
    let mut left: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for fault in files.keys().copied() {
        let tests = reached.get(&fault).into_iter().flatten().filter(|test| !failing.contains(*test));
        let mut tests: Vec<String> = tests.cloned().collect();
        tests.sort_by_key(|test| (Reverse(kinship(&files[&fault], test)), special(test)));
        if !tests.is_empty() {
            decide(state, fault, Verdict::Survived { reached: true });
        }
        left.insert(fault, tests);
    }
    for amount in ROUNDS {
        let plan: Vec<Value> = left
            .iter_mut()
            .filter(|(_, tests)| !tests.is_empty())
            .map(|(fault, tests)| json!({"fault": fault, "tests": tests.drain(..amount.min(tests.len())).collect::<Vec<_>>()}))
            .collect();
        if plan.is_empty() {
            break;
        }
        let name = format!("running up to {amount} browser tests with each of {} faults", plan.len());
        for (fault, test) in run::step(&name, || runner.failed(&json!(plan)))? {
            left.remove(&fault);
            decide(state, fault, Verdict::Caught(format!("{TESTS}/{test}")));
        }
        state.write()?;
    }
    for fault in state.faults.iter_mut().filter(|fault| left.contains_key(&fault.number)) {
        fault.next_distance = PASSED;
    }
    state.write()
}

/// Deletes the saved reach, which is invalid once other faults are planted.
pub(super) fn delete_reach() -> Result<()> {
    let kept = kept_reach();
    if kept.exists() {
        fs::remove_file(kept)?;
    }
    Ok(())
}

fn kept_reach() -> PathBuf {
    root().join("target/mutants/reach-browser.json")
}

/// Returns the number of words of a source path that occur in the name of a test or of its file.
fn kinship(file: &str, test: &str) -> usize {
    const SHORTEST: usize = 4;
    let words = file.split(['/', '-', '.']).skip(3).map(|word| word.trim_end_matches('s'));
    words.filter(|word| word.len() >= SHORTEST && test.contains(word)).collect::<BTreeSet<_>>().len()
}

fn decide(state: &mut State, number: usize, verdict: Verdict) {
    if let Some(fault) = state.faults.iter_mut().find(|fault| fault.number == number) {
        fault.verdict = verdict;
    }
}

/// Results of the tests without a fault.
#[derive(Serialize, Deserialize)]
struct Reach {
    /// Tests that reach each fault.
    reached: BTreeMap<usize, BTreeSet<String>>,
    failing: Vec<String>,
}

/// The copy of the browser tests, beside the copy of the app.
struct Runner {
    server: PathBuf,
    chrome: PathBuf,
    folder: PathBuf,
}

impl Runner {
    fn ready() -> Result<Self> {
        npm::install_in(TESTS)?;
        let folder = copy_folder().join(TESTS);
        fs::copy(root().join(TESTS).join("support/test.ts"), folder.join("support/plain-test.ts"))?;
        fs::copy(root().join(TOOLS).join("browser-test.ts"), folder.join("support/test.ts"))?;
        fs::copy(root().join(TOOLS).join("browser.config.mjs"), folder.join("planted.config.mjs"))?;
        workspace::relink(&root().join(TESTS).join("node_modules"), &folder.join("node_modules"))?;
        run::step("building the web app with its faults", || {
            let mut build = Command::new("node");
            build.current_dir(copy_folder().join("web")).args(["node_modules/vite/bin/vite.js", "build"]);
            run::run(&mut build, OutputMode::Failures)
        })?;
        Ok(Self { server: compile::server()?, chrome: browser::find_or_install()?, folder })
    }

    /// Returns which tests reach which faults. Running all tests takes longest of all, so the result is saved while the
    /// same faults are planted.
    fn reach(&self) -> Result<Reach> {
        let kept = kept_reach();
        if let Ok(last) = fs::read_to_string(&kept) {
            return serde_json::from_str(&last).context("what was kept of the last run cannot be read");
        }
        let reach = run::step("finding which browser tests reach them", || self.without_fault())?;
        fs::write(kept, serde_json::to_string(&reach)?)?;
        Ok(reach)
    }

    fn without_fault(&self) -> Result<Reach> {
        let path = root().join("target/mutants/reached-browser");
        fs::write(&path, "")?;
        let failing = self.run(&json!([{}]), Some(&path))?.into_iter().map(|(_, test)| test).collect();
        let mut reached: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for line in fs::read_to_string(&path)?.lines() {
            let Some((test, number)) = line.rsplit_once('\t') else { continue };
            reached.entry(number.parse()?).or_default().insert(test.to_owned());
        }
        Ok(Reach { reached, failing })
    }

    /// Runs a plan and returns the detected faults with the detecting tests.
    fn failed(&self, plan: &Value) -> Result<Vec<(usize, String)>> {
        let failed = self.run(plan, None)?;
        Ok(failed.into_iter().filter_map(|(fault, test)| Some((fault.parse().ok()?, test))).collect())
    }

    /// Returns the tests that failed twice, each with its project.
    fn run(&self, plan: &Value, reached: Option<&PathBuf>) -> Result<Vec<(String, String)>> {
        let kept = |name: &str| root().join("target/mutants").join(name);
        let (plan_path, report, data) = (kept("browser-plan.json"), kept("browser.json"), kept("browser-data"));
        fs::write(&plan_path, plan.to_string())?;
        if data.exists() {
            fs::remove_dir_all(&data)?;
        }
        let mut command = Command::new("node");
        command.current_dir(&self.folder).args(["node_modules/@playwright/test/cli.js", "test"]);
        command.args(["--config", "planted.config.mjs"]);
        command.env("NOTE_NINJA_PLANTED_PLAN", plan_path).env("NOTE_NINJA_TEST_REPORT", &report);
        command.env("NOTE_NINJA_LOCAL_BIN", &self.server).env(browser::VARIABLE, &self.chrome);
        command.env("NOTE_NINJA_WEB_DIST", copy_folder().join("web/dist")).env("NOTE_NINJA_TEST_DATA", data);
        command.envs(reached.map(|path| (REACHED_FILE_VARIABLE, path)));
        // Failing tests are expected here.
        run::run_for_each_line(&mut command, &mut |_| ())?;
        let text = fs::read_to_string(&report).context("the browser tests could not be run")?;
        let report: Report = serde_json::from_str(&text).context("the Playwright report cannot be read")?;
        Ok(report.suites.iter().flat_map(|suite| suite.failed("")).collect())
    }
}

#[derive(Deserialize)]
struct Report {
    suites: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    title: String,
    #[serde(default)]
    suites: Vec<Suite>,
    #[serde(default)]
    specs: Vec<Spec>,
}

#[derive(Deserialize)]
struct Spec {
    title: String,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    project_name: String,
    status: String,
}

impl Suite {
    fn failed(&self, above: &str) -> Vec<(String, String)> {
        let name = |title: &str| format!("{above}{} {title}", self.title);
        let own = self.specs.iter().flat_map(|spec| {
            let failed = spec.tests.iter().filter(|test| test.status == "unexpected");
            failed.map(|test| (test.project_name.clone(), name(&spec.title)))
        });
        own.chain(self.suites.iter().flat_map(|suite| suite.failed(&name("")))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Report, kinship};

    #[test]
    fn browser_tests_named_after_the_mutated_folder_are_selected_as_related() {
        let kin = |test| kinship("web/src/features/playlists/playlist-header.tsx", test);
        assert_eq!(kin("playlists.spec.ts the header stays"), 2);
        assert_eq!(kin("albums.spec.ts a note needs a PDF"), 0);
    }

    #[test]
    fn failed_tests_of_each_mutant_are_read_from_the_test_report() {
        let report = r#"{"suites": [{"title": "a.spec.ts", "specs": [
            {"title": "opens", "tests": [{"projectName": "7", "status": "unexpected"}, {"projectName": "8", "status": "flaky"}]}
        ], "suites": [{"title": "on a phone", "specs": [
            {"title": "closes", "tests": [{"projectName": "9", "status": "unexpected"}]}
        ]}]}]}"#;
        let report: Report = serde_json::from_str(report).unwrap();
        let failed: Vec<_> = report.suites.iter().flat_map(|suite| suite.failed("")).collect();
        let named = |fault: &str, test: &str| (fault.to_owned(), test.to_owned());
        assert_eq!(failed, [named("7", "a.spec.ts opens"), named("9", "a.spec.ts on a phone closes")]);
    }
}
