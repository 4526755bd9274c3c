//! Where the time of a run of the tests went: a table of its parts, and its slowest tests.

use std::time::{Duration, Instant};

use anyhow::Result;

/// How many of the slowest tests are named.
const SLOWEST: usize = 20;

/// What became of one part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// It passed here before, and nothing that it reads has changed since.
    Unchanged,
}

struct Row {
    part: String,
    outcome: Outcome,
    building: Duration,
    running: Duration,
}

/// Collects times while the tests run.
#[derive(Default)]
pub(crate) struct Timings {
    rows: Vec<Row>,
    /// Of the part that runs now.
    building: Duration,
    tests: Vec<(String, Duration)>,
}

impl Timings {
    /// Does what must be done before tests can run, such as compiling, and counts its time apart.
    pub(crate) fn building<T>(&mut self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let made = work();
        self.building += began.elapsed();
        made
    }

    /// Notes the time of one test.
    pub(crate) fn test(&mut self, name: String, took: Duration) {
        self.tests.push((name, took));
    }

    /// Ends the part that took so long, all in all.
    pub(crate) fn part(&mut self, part: String, outcome: Outcome, took: Duration) {
        let building = std::mem::take(&mut self.building);
        self.rows.push(Row { part, outcome, building, running: took.saturating_sub(building) });
    }

    /// How many parts failed.
    pub(crate) fn failed(&self) -> usize {
        self.count(Outcome::Failed)
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    /// The table, the slowest tests, and a line that sums it up.
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
        let unchanged = self.count(Outcome::Unchanged);
        if unchanged > 0 {
            lines.push(format!(
                "{unchanged} parts were left out: they passed here on the same files; `--all` runs them."
            ));
        }
        lines.push(format!("{} passed, {} failed", self.count(Outcome::Passed), self.failed()));
        lines.join("\n")
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
    fn building_and_running_stand_apart() {
        let mut timings = Timings::default();
        timings.building(|| Ok(())).unwrap();
        timings.building = 3 * SECOND;
        timings.part("rust".into(), Outcome::Passed, 10 * SECOND);
        timings.part("web".into(), Outcome::Unchanged, Duration::ZERO);
        timings.part("lint".into(), Outcome::Failed, SECOND);
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
    fn the_slowest_tests_are_named_slowest_first() {
        let mut timings = Timings::default();
        for number in 1..=30 {
            timings.test(format!("test {number}"), number * SECOND);
        }
        let named = timings.slowest();
        assert_eq!(named.len(), SLOWEST + 1);
        assert_eq!(named[1].trim(), "30.0 s test 30");
    }
}
