//! Programs for this machine, built once for all parts of the tests.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::{run, tools, wasm};

/// What the part `rust` builds, too.
pub(crate) struct Programs {
    /// The folder of the functions and the local server.
    pub(crate) folder: PathBuf,
    /// The test program that walks the journeys of `tests/api`.
    pub(crate) journeys: PathBuf,
}

impl Programs {
    /// Builds all programs and tests.
    pub(crate) fn build() -> Result<Self> {
        let mut build = tools::cargo();
        // All packages at once: with the features of some of them only, the SDKs would be compiled another time.
        build.args(["build", "--workspace", "--bins", "--tests", "--message-format", "json-render-diagnostics"]);
        let said = run::step("building programs and their tests", || run::read(&mut build))?;
        let journeys = said.lines().find_map(journeys).context("cargo built no test program called `journeys`")?;
        Ok(Programs { folder: wasm::target_folder()?.join("debug"), journeys })
    }
}

/// One line of what cargo says of a build.
#[derive(Deserialize)]
struct Artifact {
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

fn journeys(line: &str) -> Option<PathBuf> {
    let Artifact { target, executable } = serde_json::from_str(line).ok()?;
    target.filter(|target| target.name == "journeys" && target.kind.iter().any(|kind| kind == "test"))?;
    executable
}

#[cfg(test)]
mod tests {
    use super::journeys;

    #[test]
    fn the_program_with_the_journeys_is_told_from_all_else_that_cargo_builds() {
        let line = |name: &str, kind: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}","kind":["{kind}"]}},"executable":"/target/{name}-1"}}"#
            )
        };
        assert_eq!(journeys(&line("journeys", "test")), Some("/target/journeys-1".into()));
        let others = [line("journeys", "lib"), line("table", "test"), r#"{"reason":"build-finished"}"#.into()];
        for other in others {
            assert_eq!(journeys(&other), None, "{other}");
        }
    }
}
