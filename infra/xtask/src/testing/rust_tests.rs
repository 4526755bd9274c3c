//! Runs the test programs of the workspace and records the duration of each test.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use chores::run;
use chores::test_program::{Event, TestProgram};

use crate::timings::Timings;

/// Runs programs one after another, each with one thread per core, or only the tests whose names contain `name`.
///
/// # Errors
/// If a test fails, or a program ends before all of its tests.
pub(crate) fn run(programs: &[TestProgram], name: Option<&str>, timings: &mut Timings) -> Result<()> {
    let mut broken = Vec::new();
    for program in programs {
        let began = Instant::now();
        let outcome = run_one(program, name)?;
        let label = program.label();
        for (test, time) in &outcome.took {
            timings.record_test(format!("{label} {test}"), *time);
        }
        if outcome.is_success() && outcome.took.is_empty() {
            continue;
        }
        let mark = if outcome.is_success() { "✓" } else { "✗" };
        run::print_line(&format!(
            "  {mark} {label:<24} {:>4} tests  {:>8}",
            outcome.took.len(),
            run::elapsed_text(began)
        ));
        for (test, output) in &outcome.failed {
            run::print_error(&format!("\n---- {label} {test} ----\n{}", output.trim_end()));
            timings.record_failure(format!("{label} {test}"), output);
        }
        if !outcome.is_success() {
            broken.push(label);
        }
    }
    if broken.is_empty() {
        return Ok(());
    }
    bail!("Tests failed in {}; the reasons are above.", broken.join(", "));
}

/// Results of the tests of one program.
#[derive(Debug, Default)]
struct Outcome {
    took: BTreeMap<String, Duration>,
    /// Names and output of failed tests.
    failed: Vec<(String, String)>,
    announced: usize,
    exited_well: bool,
}

impl Outcome {
    fn is_success(&self) -> bool {
        self.exited_well && self.failed.is_empty() && self.took.len() == self.announced
    }

    fn note(&mut self, line: &str) {
        match serde_json::from_str::<Event>(line) {
            Ok(Event::Suite { event, test_count }) if event == "started" => self.announced = test_count,
            Ok(Event::Test { event, name, exec_time, stdout }) if event != "started" && event != "timeout" => {
                if event == "failed" {
                    self.failed.push((name.clone(), stdout));
                }
                self.took.insert(name, Duration::from_secs_f64(exec_time));
            }
            Ok(_) => {}
            // The line is no event: a thread of a test wrote directly to standard output.
            Err(_) => run::print_line(line),
        }
    }
}

fn run_one(program: &TestProgram, name: Option<&str>) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    outcome.exited_well = run::run_for_each_line(program.command().args(name), &mut |line| outcome.note(line))?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    fn after(lines: &[&str]) -> Outcome {
        let mut outcome = Outcome { exited_well: true, ..Outcome::default() };
        lines.iter().for_each(|line| outcome.note(line));
        outcome
    }

    const STARTED: &str = r#"{ "type": "suite", "event": "started", "test_count": 2 }"#;
    const FIRST: &str = r#"{ "type": "test", "name": "first", "event": "ok", "exec_time": 0.25 }"#;

    #[test]
    fn tests_are_recorded_with_their_duration() {
        let outcome = after(&[
            STARTED,
            r#"{ "type": "test", "event": "started", "name": "first" }"#,
            FIRST,
            r#"{ "type": "test", "name": "second", "event": "ok", "exec_time": 1.5 }"#,
        ]);
        assert!(outcome.is_success());
        assert_eq!(outcome.took["second"].as_secs_f64(), 1.5);
    }

    #[test]
    fn a_failed_test_is_recorded_with_its_output() {
        let second =
            r#"{ "type": "test", "name": "second", "event": "failed", "exec_time": 0.1, "stdout": "left: 1" }"#;
        let outcome = after(&[STARTED, FIRST, second]);
        assert!(!outcome.is_success());
        assert_eq!(outcome.failed, [("second".to_owned(), "left: 1".to_owned())]);
    }

    #[test]
    fn a_test_executable_that_exits_before_its_last_test_counts_as_failed() {
        assert!(!after(&[STARTED, FIRST]).is_success());
    }
}
