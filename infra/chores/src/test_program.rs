//! Compiled test programs, and the output of their harness.

use std::path::PathBuf;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::machine::anki;
use crate::root;

/// A compiled test program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestProgram {
    /// Folder of the package, where its tests run.
    pub package: PathBuf,
    /// Name of the library, program or test file that it was built from.
    pub name: String,
    /// Whether it contains unit tests.
    pub is_unit: bool,
    /// Path of the program.
    pub path: PathBuf,
}

impl TestProgram {
    /// Returns the folder with the name of the test file, such as `functions/store table`. Unit tests have only the
    /// folder.
    pub fn label(&self) -> String {
        let folder = self.package.strip_prefix(root()).unwrap_or(&self.package).display().to_string();
        if self.is_unit { folder } else { format!("{folder} {}", self.name) }
    }

    /// Returns a command that runs the tests and writes one [`Event`] per line.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.package).args(["-Zunstable-options", "--format", "json", "--report-time"]);
        // Only the harness of nightly compilers reports durations; this variable enables that on stable. It is not set
        // during compilation, where it would change the results of build scripts.
        command.env("RUSTC_BOOTSTRAP", "1");
        command.env("NOTE_NINJA_ANKI", anki::python());
        command
    }
}

/// One line of the test harness.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// A whole program begins or ends.
    Suite {
        event: String,
        #[serde(default)]
        test_count: usize,
    },
    /// A test begins or ends.
    Test {
        event: String,
        name: String,
        #[serde(default)]
        exec_time: f64,
        #[serde(default)]
        stdout: String,
    },
}
