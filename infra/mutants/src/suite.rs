//! Test suites: how to run them, and how to read failures from their output.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::Result;
use chores::run;
use chores::test_program::{Event, TestProgram};
use serde::{Deserialize, Serialize};

use super::plant::REACHED_FILE_VARIABLE;
use super::vitest;
use super::workspace;

#[derive(Clone, Serialize, Deserialize)]
pub(super) enum Suite {
    /// Integration tests of one file whose names begin with `filter`, or the unit tests of a crate.
    Rust { program: TestProgram, filter: Option<String> },
    /// Unit test files of the web app, relative to its folder.
    Vitest(Vec<String>),
}

impl Suite {
    /// Returns the suites of a program. Returns none if it does not contain the switch, because no fault can be active
    /// in it.
    pub(super) fn all(program: &TestProgram) -> Result<Vec<Self>> {
        if !fs::read(&program.path)?
            .windows(REACHED_FILE_VARIABLE.len())
            .any(|bytes| bytes == REACHED_FILE_VARIABLE.as_bytes())
        {
            return Ok(Vec::new());
        }
        let mut filters = BTreeSet::from([None]);
        if !program.is_unit {
            let mut list = Command::new(&program.path);
            let names = run::read_output(list.current_dir(&program.package).args(["--list", "--format", "terse"]))?;
            let tests = names.lines().filter_map(|line| line.strip_suffix(": test"));
            filters = tests.map(|test| test.rsplit_once("::").map(|(file, _)| format!("{file}::"))).collect();
        }
        Ok(filters.into_iter().map(|filter| Self::Rust { program: program.clone(), filter }).collect())
    }

    /// Returns a command for all tests except those that fail without a fault.
    pub(super) fn command(&self, failing: &BTreeSet<String>) -> Command {
        match self {
            Self::Rust { program, filter } => {
                let mut command = program.command();
                command.args(filter).args(failing.iter().flat_map(|test| ["--skip", test]));
                command
            }
            Self::Vitest(files) => {
                let mut command = vitest::vitest(&["--bail=1"]);
                command.args(files);
                command
            }
        }
    }

    /// Returns a command for one test, or for its file.
    pub(super) fn single_test_command(&self, test: &str) -> Command {
        match self {
            Self::Rust { program, .. } => {
                let mut command = program.command();
                command.args(["--exact", test]);
                command
            }
            Self::Vitest(_) => {
                let file = test.split_once(" > ").map_or(test, |(file, _)| file);
                vitest::vitest(&["--bail=1", file])
            }
        }
    }

    /// Returns the test that failed according to a line of the output.
    pub(super) fn failed_test(&self, line: &str) -> Option<String> {
        match self {
            Self::Rust { .. } => match serde_json::from_str(line) {
                Ok(Event::Test { event, name, .. }) if event == "failed" => Some(name),
                _ => None,
            },
            Self::Vitest(_) => {
                let (_, name) = line.strip_prefix("not ok ")?.split_once(" - ")?;
                // Tests without a time were skipped after another failure.
                let (name, _) = name.rsplit_once(" # time=")?;
                Some(name.to_owned())
            }
        }
    }

    /// Returns the distance from a folder: 0 for its unit tests, 1 for its other tests, 2 for tests of other folders.
    pub(super) fn distance(&self, folder: &str) -> u8 {
        match self {
            Self::Rust { program, .. } if program.package != workspace::copy_folder().join(folder) => 2,
            Self::Rust { program, .. } => u8::from(!program.is_unit),
            Self::Vitest(_) => 0,
        }
    }

    /// Returns true if all its test files are beside the source file.
    pub(super) fn is_beside(&self, source: &str) -> bool {
        let folder = |file: &str| file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let Self::Vitest(files) = self else { return false };
        files.iter().all(|file| folder(&format!("web/{file}")) == folder(source))
    }

    /// Returns the label without the test's own name, such as `functions/store table`.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Rust { program, .. } => program.label().replace("target/mutants/tree/", ""),
            Self::Vitest(_) => "web".to_owned(),
        }
    }

    /// Returns the label and the selected tests.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Rust { filter, .. } => format!("{} {}", self.label(), filter.as_deref().unwrap_or_default()),
            Self::Vitest(files) => format!("{} {}", self.label(), files.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Suite;

    #[test]
    fn a_vitest_test_that_did_not_run_does_not_count_as_failed() {
        let suite = Suite::Vitest(Vec::new());
        let failed = suite.failed_test("not ok 9 - src/a.test.ts > a name # with a hash - and a dash # time=21.37ms");
        assert_eq!(failed.as_deref(), Some("src/a.test.ts > a name # with a hash - and a dash"));
        assert_eq!(suite.failed_test("not ok 1 - src/b.test.ts > left out after that"), None);
        assert_eq!(suite.failed_test("ok 2 - src/b.test.ts > passes # time=3.20ms"), None);
    }
}
