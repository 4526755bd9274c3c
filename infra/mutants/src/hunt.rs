//! Runs the tests that reach a fault, the nearest first, until one fails.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use chores::{root, run};
use serde::{Deserialize, Serialize};

use super::choice::Selection;
use super::fault::{Fault, Verdict};
use super::plant::{ACTIVE_FAULT_VARIABLE, REACHED_FILE_VARIABLE};
use super::suite::Suite;
use super::vitest::VARIABLE as VITEST_VARIABLE;

/// State of a run, saved between two starts of the command.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    folder: String,
    seed: Option<u64>,
    /// Requested selection of faults.
    pub(super) asked: String,
    /// Number of faults that were not planted, with the reasons.
    #[serde(default)]
    pub(super) note: String,
    pub(super) faults: Vec<Fault>,
    /// Test suites that have not been run without a fault yet.
    left: Vec<Suite>,
    pub(super) groups: Vec<Group>,
}

/// Tests that run together, with their results without a fault.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Group {
    pub(super) suite: Suite,
    pub(super) took: Duration,
    /// Faults whose code they reach.
    pub(super) reached: BTreeSet<usize>,
    /// Tests that fail without a fault. They prove nothing.
    pub(super) failing: BTreeSet<String>,
}

/// Distance of tests in other folders; see [`Suite::distance`].
pub(super) const MAX_DISTANCE: u8 = 2;

/// Result of running a group with a fault.
enum End {
    Passed,
    Failed(String),
    /// The process died before its last test.
    Died,
    /// The tests exceeded this time.
    Late(Duration),
}

impl State {
    /// Reads the state of the last run in this folder, for changed lines or for a seed.
    pub(super) fn read(folder: &str, seed: Option<u64>) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(path(folder, seed)).ok()?).ok()
    }

    /// Creates the state of a new run, whose tests have not run yet.
    pub(super) fn begin(
        folder: &str,
        seed: Option<u64>,
        asked: String,
        note: String,
        faults: Vec<Fault>,
        left: Vec<Suite>,
    ) -> Result<Self> {
        let state = Self { folder: folder.to_owned(), seed, asked, note, faults, left, groups: Vec::new() };
        state.write()?;
        Ok(state)
    }

    /// Splits the results of the last run into detected faults, which need no second run, and open ones. Both are empty
    /// unless `choice` continues with survivors.
    pub(super) fn split_last_run(last: Option<Self>, choice: &Selection) -> (Vec<Fault>, Vec<Fault>) {
        let last = last.filter(|_| matches!(choice, Selection::Survivors(_))).map_or_else(Vec::new, |last| last.faults);
        let (mut caught, open): (Vec<Fault>, Vec<Fault>) = last.into_iter().partition(Fault::is_caught);
        // Give them numbers that no planted fault has.
        for (fault, number) in caught.iter_mut().zip((0..=usize::MAX >> 1).rev()) {
            fault.number = number;
        }
        (caught, open)
    }

    /// Searches for a test that detects each fault without a result: first among the nearest tests, then among those
    /// further away. Stops between two test runs once `limit` has passed.
    pub(super) fn find_killing_tests(&mut self, limit: Option<Duration>) -> Result<()> {
        let began = Instant::now();
        if self.left.is_empty() && self.groups.is_empty() {
            // It is not known yet which tests reach the faults.
            return Ok(());
        }
        let is_over = || limit.is_some_and(|limit| began.elapsed() > limit);
        for distance in 0..=MAX_DISTANCE {
            if self.faults.iter().all(|fault| fault.verdict != Verdict::Pending) {
                break;
            }
            while let Some(place) = self.left.iter().position(|suite| suite.distance(&self.folder) == distance) {
                if is_over() {
                    return Ok(());
                }
                self.groups.push(Group::measured(self.left[place].clone())?);
                self.left.remove(place);
                self.write()?;
            }
            for place in 0..self.faults.len() {
                let fault = &self.faults[place];
                if fault.verdict == Verdict::Pending && fault.next_distance <= distance {
                    if is_over() {
                        return Ok(());
                    }
                    let caught = self.caught(fault, distance)?;
                    self.faults[place].next_distance = distance + 1;
                    self.faults[place].verdict = caught.map_or(Verdict::Pending, Verdict::Caught);
                    // Printed on one line; not saved.
                    let said = self.faults[place].to_string().replace("\n", "");
                    run::print_line(&format!("  … {} of {}: {said}", place + 1, self.faults.len()));
                    self.write()?;
                }
            }
        }
        for fault in self.faults.iter_mut().filter(|fault| fault.verdict == Verdict::Pending) {
            let reached = self.groups.iter().any(|group| group.reached.contains(&fault.number));
            fault.verdict = Verdict::Survived { reached };
        }
        self.write()
    }

    /// Returns the test that detects a fault among those at this distance, fast ones first.
    fn caught(&self, fault: &Fault, distance: u8) -> Result<Option<String>> {
        let near =
            |group: &&Group| group.suite.distance(&self.folder) == distance && group.reached.contains(&fault.number);
        let (beside, others): (Vec<&Group>, Vec<&Group>) =
            self.groups.iter().filter(near).partition(|group| group.suite.is_beside(&fault.file));
        let mut groups = [Group::together(&beside), Group::together(&others)].concat();
        groups.sort_by_key(|group| group.took);
        for group in groups {
            if let Some(test) = group.catches(fault.number)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }

    pub(super) fn write(&self) -> Result<()> {
        let path = path(&self.folder, self.seed);
        let new = path.with_extension("new");
        fs::write(&new, serde_json::to_string(self)?).context("the verdicts cannot be written")?;
        // Renaming keeps earlier results intact if this run is interrupted.
        fs::rename(new, path).context("the verdicts cannot be kept")
    }
}

impl Group {
    /// Runs the tests without a fault.
    fn measured(suite: Suite) -> Result<Self> {
        const PATIENCE: Duration = Duration::from_secs(600);
        let reached = root().join("target/mutants/reached");
        fs::write(&reached, "")?;
        let began = Instant::now();
        let mut command = suite.command(&BTreeSet::new());
        let failing = watch(&suite, command.env(REACHED_FILE_VARIABLE, &reached), PATIENCE, false)?.1;
        let took = began.elapsed();
        run::print_line(&format!("  … {} {:.1} s", suite.name(), took.as_secs_f64()));
        let reached = fs::read_to_string(&reached)?.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(Self { suite, took, reached, failing })
    }

    /// Combines Vitest files into one run, which saves start-up time. Other groups stay as they are.
    fn together(groups: &[&Self]) -> Vec<Self> {
        let mut together: Vec<Self> = Vec::new();
        for group in groups {
            match (&group.suite, together.last_mut()) {
                (Suite::Vitest(files), Some(Self { suite: Suite::Vitest(all), took, .. })) => {
                    all.extend_from_slice(files);
                    *took += group.took;
                }
                _ => together.push((*group).clone()),
            }
        }
        together
    }

    /// Returns the test that detects the fault. It must fail twice, because load on the machine can also make a test
    /// fail.
    fn catches(&self, fault: usize) -> Result<Option<String>> {
        const TRIES: u32 = 3;
        for _ in 0..TRIES {
            let test = match self.end(self.suite.command(&self.failing), fault)? {
                End::Passed => return Ok(None),
                End::Late(limit) => return Ok(Some(format!("{}: no end in {} s", self.suite.name(), limit.as_secs()))),
                End::Died => return Ok(Some(format!("{}: the program ends", self.suite.name()))),
                End::Failed(test) => test,
            };
            if !matches!(self.end(self.suite.single_test_command(&test), fault)?, End::Passed) {
                return Ok(Some(format!("{} {test}", self.suite.label())));
            }
        }
        Ok(None)
    }

    fn end(&self, mut command: Command, fault: usize) -> Result<End> {
        let limit = Duration::from_secs(60) + 4 * self.took;
        command.env(ACTIVE_FAULT_VARIABLE, fault.to_string()).env(VITEST_VARIABLE, fault.to_string());
        Ok(watch(&self.suite, &mut command, limit, true)?.0)
    }
}

/// Runs tests and returns the result with the failed tests. Stops at the first failure if `is_one_enough`.
fn watch(
    suite: &Suite,
    command: &mut Command,
    limit: Duration,
    is_one_enough: bool,
) -> Result<(End, BTreeSet<String>)> {
    // In a process group of its own, so that its child processes end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context("a test program cannot start")?;
    let (tell, told) = mpsc::channel();
    let output = child.stdout.take();
    thread::spawn(move || {
        for line in output.into_iter().flat_map(|output| BufReader::new(output).lines().map_while(Result::ok)) {
            // Sending fails if the receiver stopped after the first failure.
            let _done = tell.send(line);
        }
    });
    let end = Instant::now() + limit;
    let mut failed = BTreeSet::new();
    let is_late = loop {
        match told.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => failed.extend(suite.failed_test(&line)),
            Err(RecvTimeoutError::Timeout) => break true,
            Err(RecvTimeoutError::Disconnected) => break false,
        }
        if is_one_enough && !failed.is_empty() {
            break false;
        }
    };
    if is_late || !failed.is_empty() {
        end_with_all(&mut child);
    }
    let is_success = child.wait()?.success();
    let end = match failed.first() {
        Some(test) => End::Failed(test.clone()),
        None if is_late => End::Late(limit),
        None if is_success => End::Passed,
        None => End::Died,
    };
    Ok((end, failed))
}

/// Kills a program and its child processes: with a fault, a worker may run in an endless loop. They may have ended
/// already.
fn end_with_all(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let _ended = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
    let _ended = child.kill();
}

fn path(folder: &str, seed: Option<u64>) -> PathBuf {
    let seed = seed.map_or_else(String::new, |seed| format!("-{seed}"));
    root().join("target/mutants").join(format!("{}{seed}.json", folder.replace('/', "-")))
}
