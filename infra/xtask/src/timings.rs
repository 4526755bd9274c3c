//! Summary of a test run: a table of its parts and durations, the slowest tests, and the failures.

use std::time::{Duration, Instant};

use anyhow::Result;

/// Number of slowest tests to list.
const SLOWEST: usize = 20;

/// Number of lines of a failure reason in the summary. The full reason is printed where the test ran.
const REASON_LINES: usize = 3;

/// Number of recent runs with a retry after which the summary asks to fix the test.
const TOO_OFTEN: usize = 3;

/// Result of one part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// Passed before, and none of its inputs has changed since.
    Unchanged,
}

struct Row {
    part: String,
    outcome: Outcome,
    building: Duration,
    running: Duration,
}

/// Collects durations during the test run.
#[derive(Default)]
pub(crate) struct Timings {
    rows: Vec<Row>,
    /// Building time of the current part.
    building: Duration,
    tests: Vec<(String, Duration)>,
    retried: Vec<Retried>,
    /// Failed tests and failed parts, with reasons.
    broken: Vec<(String, String)>,
}

/// A test that did not pass at its first attempt.
struct Retried {
    name: String,
    tries: usize,
    /// Number of recent runs with a retry, including this one, and number of recorded runs.
    often: usize,
    runs: usize,
}

impl Timings {
    /// Runs preparation such as compiling, and counts its time separately.
    pub(crate) fn time_build<T>(&mut self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let made = work();
        self.building += began.elapsed();
        made
    }

    /// Records the duration of one test.
    pub(crate) fn record_test(&mut self, name: String, took: Duration) {
        self.tests.push((name, took));
    }

    /// Records a failure with its reason.
    pub(crate) fn record_failure(&mut self, name: String, reason: &str) {
        let lines = reason.lines().map(str::trim).filter(|line| !line.is_empty()).take(REASON_LINES);
        self.broken.push((name, lines.collect::<Vec<_>>().join("\n      ")));
    }

    /// Records a retried test, with the number of recent runs in which it was retried.
    pub(crate) fn record_retry(&mut self, name: String, tries: usize, often: usize, runs: usize) {
        self.retried.push(Retried { name, tries, often, runs });
    }

    /// Ends a part, with its result and total duration.
    pub(crate) fn finish_part(&mut self, part: String, outcome: Outcome, took: Duration) {
        let building = std::mem::take(&mut self.building);
        self.rows.push(Row { part, outcome, building, running: took.saturating_sub(building) });
    }

    /// Returns the number of failed parts.
    pub(crate) fn failed(&self) -> usize {
        self.count(Outcome::Failed)
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    /// Formats the table, the slowest tests and a summary line.
    pub(crate) fn table(&self, total: Duration) -> String {
        let mut lines = vec![format!("  {:<10} {:<10} {:>10} {:>10}", "part", "", "building", "running")];
        lines.extend(self.rows.iter().map(|row| {
            let outcome = match row.outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "FAILED",
                Outcome::Unchanged => "unchanged",
            };
            let running = if row.outcome == Outcome::Unchanged { String::new() } else { seconds(row.running) };
            let building = if row.building.is_zero() { String::new() } else { seconds(row.building) };
            format!("  {:<10} {outcome:<10} {building:>10} {running:>10}", row.part)
        }));
        let sum = |time: fn(&Row) -> Duration| seconds(self.rows.iter().map(time).sum());
        let (building, running) = (sum(|row| row.building), sum(|row| row.running));
        lines.push(format!("  {:<10} {:<10} {building:>10} {running:>10}", "all", seconds(total)));
        lines.extend(self.slowest());
        lines.extend(self.tried_again());
        lines.extend(self.what_failed());
        let unchanged = self.count(Outcome::Unchanged);
        if unchanged > 0 {
            lines.push(format!(
                "{unchanged} parts were left out: they passed here on the same files; `--all` runs them."
            ));
        }
        lines.push(format!("{} passed, {} failed", self.count(Outcome::Passed), self.failed()));
        lines.join("\n")
    }

    fn tried_again(&self) -> Vec<String> {
        let title = (!self.retried.is_empty()).then(|| format!("\n  {} tests needed another try", self.retried.len()));
        let named = self.retried.iter().map(|Retried { name, tries, often, runs }| {
            let mend = if *often >= TOO_OFTEN { "; mend it" } else { "" };
            format!("  {name}: {tries} tries, in {often} of the last {runs} runs{mend}")
        });
        title.into_iter().chain(named).collect()
    }

    fn what_failed(&self) -> Vec<String> {
        let title = (!self.broken.is_empty()).then(|| "\n  what failed".to_owned());
        let named = self.broken.iter().map(|(name, reason)| format!("  {name}\n      {reason}"));
        title.into_iter().chain(named).collect()
    }

    fn slowest(&self) -> Vec<String> {
        let mut tests: Vec<&(String, Duration)> = self.tests.iter().collect();
        tests.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let named = tests.iter().take(SLOWEST).map(|(name, took)| format!("  {:>10} {name}", seconds(*took)));
        let title = (!tests.is_empty()).then(|| format!("\n  the slowest of {} tests", tests.len()));
        title.into_iter().chain(named).collect()
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn build_time_and_run_time_are_listed_separately() {
        let mut timings = Timings::default();
        timings.time_build(|| Ok(())).unwrap();
        timings.building = 3 * SECOND;
        timings.finish_part("rust".into(), Outcome::Passed, 10 * SECOND);
        timings.finish_part("web".into(), Outcome::Unchanged, Duration::ZERO);
        timings.finish_part("lint".into(), Outcome::Failed, SECOND);
        let table = timings.table(12 * SECOND);
        let row = |part: &str| {
            let line = table.lines().find(|line| line.trim_start().starts_with(part)).unwrap();
            line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(row("rust"), ["rust", "passed", "3.0", "s", "7.0", "s"]);
        assert_eq!(row("web"), ["web", "unchanged"]);
        assert_eq!(row("lint"), ["lint", "FAILED", "1.0", "s"]);
        assert_eq!(row("all"), ["all", "12.0", "s", "3.0", "s", "8.0", "s"]);
        assert!(table.ends_with("\n1 passed, 1 failed"), "{table}");
        assert!(table.contains("1 parts were left out"), "{table}");
    }

    #[test]
    fn slowest_tests_are_listed_in_descending_order() {
        let mut timings = Timings::default();
        for number in 1..=30 {
            timings.record_test(format!("test {number}"), number * SECOND);
        }
        let named = timings.slowest();
        assert_eq!(named.len(), SLOWEST + 1);
        assert_eq!(named[1].trim(), "30.0 s test 30");
    }

    #[test]
    fn a_retried_test_is_listed_and_counted() {
        let mut timings = Timings::default();
        assert!(!timings.table(SECOND).contains("another try"));
        timings.record_retry("a.spec.ts saves".into(), 2, 1, 4);
        timings.record_retry("b.spec.ts plays".into(), 3, 3, 10);
        let table = timings.table(SECOND);
        assert!(table.contains("2 tests needed another try"), "{table}");
        assert!(table.contains("  a.spec.ts saves: 2 tries, in 1 of the last 4 runs\n"), "{table}");
        assert!(table.contains("  b.spec.ts plays: 3 tries, in 3 of the last 10 runs; mend it\n"), "{table}");
    }
    #[test]
    fn failures_are_listed_last_with_the_first_lines_of_their_reason() {
        let mut timings = Timings::default();
        assert!(!timings.table(SECOND).contains("what failed"));
        timings.record_failure(
            "a.spec.ts saves".into(),
            "Error: red\n\n  Expected: green\nReceived: red\n  at a.spec.ts:3\n",
        );
        let table = timings.table(SECOND);
        let said = "\n  what failed\n  a.spec.ts saves\n      Error: red\n      Expected: green\n      Received: red\n";
        assert!(table.contains(said), "{table}");
        assert!(!table.contains("spec.ts:3"), "{table}");
    }
}
