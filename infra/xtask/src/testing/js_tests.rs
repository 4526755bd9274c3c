//! Tests that Node runs: unit tests of the web app, and browser tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use chores::machine::{browser, tools, webdriver};
use chores::run::{OutputMode, run};
use chores::{root, web};
use serde::Deserialize;

use crate::testing::flaky_tests;
use crate::timings::Timings;

/// Runs the unit tests of the web app, or only those whose names contain `name`.
pub(crate) fn vitest(name: Option<&str>, timings: &mut Timings) -> Result<()> {
    let report = report("vitest")?;
    let mut command = tools::npx();
    command.args(["--no-install", "vitest", "run", "--reporter=dot", "--reporter=json", "--outputFile.json"]);
    command.arg(&report).args(name.map(|name| format!("--testNamePattern={name}")));
    let outcome = run(command.current_dir(root().join("web")), OutputMode::Everything);
    let read: Result<VitestReport> = read(&report);
    // A failed run may have no report. Its own error is returned then.
    for file in read.iter().flat_map(|report| &report.test_results) {
        let name =
            Path::new(&file.name).strip_prefix(root()).map_or(file.name.clone(), |path| path.display().to_string());
        if !file.message.is_empty() {
            timings.record_failure(name.clone(), &file.message);
        }
        for test in &file.assertion_results {
            let test_name = format!("{name} {}", test.full_name);
            if test.status == "failed" {
                timings.record_failure(test_name.clone(), &test.failure_messages.join("\n"));
            }
            timings.record_test(test_name, milliseconds(test.duration.unwrap_or_default()));
        }
    }
    outcome.and(read.map(drop))
}

/// Runs the browser tests against the local server, or only those whose titles contain `name`.
pub(crate) fn playwright(server: &Path, chrome: &Path, name: Option<&str>, timings: &mut Timings) -> Result<()> {
    let mut command = tools::npx();
    command.args(["--no-install", "playwright", "test"]).env(browser::VARIABLE, chrome);
    against(server, command, "tests/browser", name, timings)
}

/// Runs the journey in Firefox and WebKit against the local server, or only the tests whose titles contain `name`.
pub(crate) fn webdriver(server: &Path, firefox: &Path, name: Option<&str>, timings: &mut Timings) -> Result<()> {
    let mut command = tools::npx();
    command.args(["--no-install", "playwright", "test", "--config=webdriver.config.ts"]);
    command.env(webdriver::FIREFOX, firefox);
    against(server, command, "tests/browser/webdriver", name, timings)
}

/// Runs the tests of a folder against a local server of their own.
fn against(server: &Path, mut command: Command, folder: &str, name: Option<&str>, timings: &mut Timings) -> Result<()> {
    let report = report(&folder.replace('/', "-"))?;
    command.current_dir(root().join("tests/browser"));
    command.env("NOTE_NINJA_LOCAL_BIN", server).env("NOTE_NINJA_WEB_DIST", web::dist());
    command.env("NOTE_NINJA_TEST_REPORT", &report).env("NOTE_NINJA_TEST_DATA", empty_folder("browser-data")?);
    // Retries are recorded, because a shared machine may stall for seconds.
    command.env("NOTE_NINJA_TEST_RETRIES", "2");
    command.args(name.map(|name| format!("--grep={name}")));
    let outcome = run(&mut command, OutputMode::Everything);
    let read: Result<PlaywrightReport> = read(&report);
    // A failed run may have no report. Its own error is returned then.
    let mut again = Vec::new();
    for suite in read.iter().flat_map(|report| &report.suites) {
        suite.note(folder, timings, &mut again);
    }
    flaky_tests::record_run(folder, &again, name.is_none(), timings)?;
    outcome.and(read.map(drop))
}

/// Returns the path of a test report. No file exists there yet.
fn report(name: &str) -> Result<PathBuf> {
    let folder = root().join("target/xtask/reports");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.json"));
    if path.exists() {
        fs::remove_file(&path)?;
    }
    Ok(path)
}

/// Creates an empty folder. Deletes the files of an earlier run.
fn empty_folder(name: &str) -> Result<PathBuf> {
    let path = root().join("target/xtask").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    fs::create_dir_all(&path)?;
    Ok(path)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("{} was not written", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no report of tests", path.display()))
}

fn milliseconds(time: f64) -> Duration {
    Duration::from_secs_f64(time.max(0.0) / 1000.0)
}

/// Report of Vitest, in the format of Jest.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VitestReport {
    test_results: Vec<VitestFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VitestFile {
    name: String,
    /// Reason why none of its tests could run. Empty if they ran.
    #[serde(default)]
    message: String,
    assertion_results: Vec<VitestTest>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VitestTest {
    full_name: String,
    status: String,
    #[serde(default)]
    failure_messages: Vec<String>,
    /// Duration in milliseconds.
    duration: Option<f64>,
}

/// Report of Playwright: files with groups with tests with attempts.
#[derive(Deserialize)]
struct PlaywrightReport {
    suites: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    #[serde(default)]
    suites: Vec<Suite>,
    #[serde(default)]
    specs: Vec<Spec>,
}

#[derive(Deserialize)]
struct Spec {
    title: String,
    file: String,
    tests: Vec<Tried>,
}

#[derive(Deserialize)]
struct Tried {
    /// `expected` if the first attempt passed, `flaky` if a retry passed, `unexpected` if all attempts failed.
    status: String,
    results: Vec<Try>,
}

#[derive(Deserialize)]
struct Try {
    /// Duration in milliseconds.
    duration: f64,
    error: Option<TryError>,
}

#[derive(Deserialize)]
struct TryError {
    #[serde(default)]
    message: String,
}

impl Suite {
    fn note(&self, folder: &str, timings: &mut Timings, again: &mut Vec<(String, usize)>) {
        for spec in &self.specs {
            let tries: Vec<&Try> = spec.tests.iter().flat_map(|test| &test.results).collect();
            let took = tries.iter().map(|one| milliseconds(one.duration)).sum();
            let name = format!("{folder}/{} {}", spec.file, spec.title);
            if tries.len() > 1 {
                again.push((name.clone(), tries.len()));
            }
            if spec.tests.iter().any(|test| test.status == "unexpected") {
                let reason = tries.iter().rev().find_map(|one| one.error.as_ref());
                timings.record_failure(name.clone(), reason.map_or("", |error| &error.message));
            }
            timings.record_test(name, took);
        }
        for suite in &self.suites {
            suite.note(folder, timings, again);
        }
    }
}
