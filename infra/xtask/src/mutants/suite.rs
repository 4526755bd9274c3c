//! Tests that run together: how to start them, and what they say of a failure.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::plant::REACHED;
use super::vitest;
use super::workspace;
use crate::compile::TestProgram;
use crate::run;
use crate::testing::rust_tests::Event;

#[derive(Clone, Serialize, Deserialize)]
pub(super) enum Suite {
    /// Those of a file of integration tests, whose names begin with `filter`; or the unit tests of a crate.
    Rust { program: TestProgram, filter: Option<String> },
    /// Files of unit tests of the web app, from its folder.
    Vitest(Vec<String>),
}

impl Suite {
    /// All of a program's; none, if it does not hold the switch and so cannot have a fault.
    pub(super) fn all(program: &TestProgram) -> Result<Vec<Self>> {
        if !fs::read(&program.path)?.windows(REACHED.len()).any(|bytes| bytes == REACHED.as_bytes()) {
            return Ok(Vec::new());
        }
        let mut filters = BTreeSet::from([None]);
        if !program.is_unit {
            let mut list = Command::new(&program.path);
            let names = run::read(list.current_dir(&program.package).args(["--list", "--format", "terse"]))?;
            let tests = names.lines().filter_map(|line| line.strip_suffix(": test"));
            filters = tests.map(|test| test.rsplit_once("::").map(|(file, _)| format!("{file}::"))).collect();
        }
        Ok(filters.into_iter().map(|filter| Self::Rust { program: program.clone(), filter }).collect())
    }

    /// Runs all but those that fail without a fault.
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

    /// Runs one test, or the file that it is in.
    pub(super) fn alone(&self, test: &str) -> Command {
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

    /// The test that a line of the output says has failed.
    pub(super) fn failed(&self, line: &str) -> Option<String> {
        match self {
            Self::Rust { .. } => match serde_json::from_str(line) {
                Ok(Event::Test { event, name, .. }) if event == "failed" => Some(name),
                _ => None,
            },
            Self::Vitest(_) => {
                let (_, name) = line.strip_prefix("not ok ")?.split_once(" - ")?;
                // Those without a time have not run, because another one had failed.
                let (name, _) = name.rsplit_once(" # time=")?;
                Some(name.to_owned())
            }
        }
    }

    /// Whether the unit tests of the folder are among them (first), its other tests, or tests of others (last).
    pub(super) fn distance(&self, folder: &str) -> u8 {
        match self {
            Self::Rust { program, .. } if program.package != workspace::tree().join(folder) => 2,
            Self::Rust { program, .. } => u8::from(!program.is_unit),
            Self::Vitest(_) => 0,
        }
    }

    /// Whether it is about a file of sources: beside it.
    pub(super) fn is_beside(&self, source: &str) -> bool {
        let folder = |file: &str| file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let Self::Vitest(files) = self else { return false };
        files.iter().all(|file| folder(&format!("web/{file}")) == folder(source))
    }

    /// `functions/store table`, without the test's own name.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Rust { program, .. } => program.label().replace("target/mutants/tree/", ""),
            Self::Vitest(_) => "web".to_owned(),
        }
    }

    /// Its label and which of its tests.
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
    fn a_test_of_vitest_that_did_not_run_has_not_failed() {
        let suite = Suite::Vitest(Vec::new());
        let failed = suite.failed("not ok 9 - src/a.test.ts > a name # with a hash - and a dash # time=21.37ms");
        assert_eq!(failed.as_deref(), Some("src/a.test.ts > a name # with a hash - and a dash"));
        assert_eq!(suite.failed("not ok 1 - src/b.test.ts > left out after that"), None);
        assert_eq!(suite.failed("ok 2 - src/b.test.ts > passes # time=3.20ms"), None);
    }
}
