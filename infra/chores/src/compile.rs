//! Compiles the workspace for this machine. Programs, tests and lints share one set of features, one profile and one
//! compiler, so that every library is compiled once.
//!
//! - **Features**: cargo resolves them for the packages of a build. So every build covers the whole workspace and
//!   restricts only the targets.
//! - **Compiler**: Clippy's driver replaces rustc for our own crates. The programs that it compiles can be run, so
//!   lints need no second build, in which cargo would read every library again.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::machine::tools;
use crate::run::{self, OutputMode};
use crate::test_program::TestProgram;
use crate::wasm;

/// File name of the local server.
pub(crate) const SERVER: &str = if cfg!(windows) { "local.exe" } else { "local" };

/// File name of the command line for administrators.
const COMMAND_LINE: &str = if cfg!(windows) { "note-ninja.exe" } else { "note-ninja" };

/// File name of the reader binary.
const READER: &str = if cfg!(windows) { "reader.exe" } else { "reader" };

/// All compiled programs and tests of the workspace, free of warnings.
#[derive(Debug, Clone)]
pub struct Programs {
    /// Folder of the functions and the local server.
    pub folder: PathBuf,
    /// All test programs, in the order of the workspace's members.
    pub tests: Vec<TestProgram>,
}

impl Programs {
    /// Compiles everything that is out of date.
    ///
    /// # Errors
    /// If a target does not compile, or compiles with a warning.
    pub fn build(timings: bool) -> Result<Self> {
        let mut build = cargo("build");
        build.args(["--workspace", "--all-targets", "--message-format", "json"]);
        build.args(timings.then_some("--timings"));
        let mut tests = Vec::new();
        let mut warnings = 0;
        run::for_each_line(&mut build, &mut |line| match Message::read(line) {
            Some(Message::Test(program)) => tests.push(program),
            Some(Message::Diagnostic { text, is_warning }) => {
                run::print_error(text.trim_end());
                warnings += usize::from(is_warning);
            }
            None => {}
        })?;
        if warnings > 0 {
            bail!("There are warnings; see above. Fix all of them.");
        }
        tests.sort_by(|a, b| (&a.package, !a.is_unit, &a.name).cmp(&(&b.package, !b.is_unit, &b.name)));
        Ok(Self { folder: debug_folder()?, tests })
    }

    pub fn build_server(&self) -> PathBuf {
        self.folder.join(SERVER)
    }

    /// Returns the test program with the journeys over HTTP, which also tests the deployed stack.
    pub fn journeys(&self) -> Result<&Path> {
        let journeys = self.tests.iter().find(|program| !program.is_unit && program.name == "journeys");
        Ok(&journeys.context("cargo built no test program called `journeys`")?.path)
    }
}

/// Compiles only the local server, with the libraries of [`Programs::build`].
pub fn server() -> Result<PathBuf> {
    run::run(cargo("build").args(["--bin", "local"]), OutputMode::Everything)?;
    Ok(debug_folder()?.join(SERVER))
}

/// Compiles the command line for administrators.
pub fn command_line() -> Result<PathBuf> {
    run::run(cargo("build").args(["--bin", "note-ninja"]), OutputMode::Everything)?;
    Ok(debug_folder()?.join(COMMAND_LINE))
}

/// Compiles the reader binary, which the local server expects beside itself.
pub fn build_reader() -> Result<PathBuf> {
    run::run(cargo("build").args(["--bin", "reader"]), OutputMode::Failures)?;
    Ok(debug_folder()?.join(READER))
}

/// Returns true if a compiled reader binary exists.
pub fn has_reader() -> Result<bool> {
    Ok(debug_folder()?.join(READER).is_file())
}

/// Fails if a build of only the programs does not use the libraries that [`Programs::build`] has compiled. This happens
/// when a dependency of tests enables a feature of a library: then that library and all its dependents are compiled
/// twice.
pub fn check_shared_libraries() -> Result<()> {
    let mut again = Vec::new();
    let mut build = cargo("build");
    build.args(["local", "reader", "note-ninja", "xtask", "bench", "mutants"].map(|name| format!("--bin={name}")));
    build.args(["--message-format", "json"]);
    run::for_each_line(&mut build, &mut |line| again.extend(compiled_now(line)))?;
    if again.is_empty() {
        return Ok(());
    }
    bail!(
        "Without their tests, programs compile these libraries once more: {}. Compare `cargo tree --workspace --edges \
         normal,features -i NAME` with and without `normal,`, and name the missing feature in infra/xtask/Cargo.toml.",
        again.join(", ")
    );
}

/// Returns a cargo command with the compiler settings of this module. Without `--package` it builds the whole
/// workspace.
pub fn cargo(command: &str) -> Command {
    let mut cargo = tools::cargo();
    cargo.arg(command).env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    cargo
}

/// Returns the folder of programs for this machine.
pub fn debug_folder() -> Result<PathBuf> {
    Ok(wasm::target_folder()?.join("debug"))
}

/// A relevant message in the output of cargo.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    Test(TestProgram),
    Diagnostic { text: String, is_warning: bool },
}

impl Message {
    pub fn read(line: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line).ok()?;
        if let Some(Diagnostic { level, message, rendered }) = line.message {
            // The last message only counts the warnings, and is a warning itself.
            let is_warning = level == "warning" && !message.ends_with("emitted");
            return Some(Self::Diagnostic { text: rendered.unwrap_or(message), is_warning });
        }
        let (target, profile) = (line.target?, line.profile?);
        let is = |kind: &str| target.kind.iter().any(|known| known == kind);
        if !profile.test || is("bench") {
            return None;
        }
        let package = line.manifest_path?.parent()?.to_owned();
        Some(Self::Test(TestProgram { package, is_unit: !is("test"), name: target.name, path: line.executable? }))
    }
}

/// Returns the name of the target that a line reports as compiled. Returns `None` for a target that was up to date.
fn compiled_now(line: &str) -> Option<String> {
    let line: Line = serde_json::from_str(line).ok()?;
    line.target.filter(|_| line.fresh == Some(false)).map(|target| target.name)
}

/// One line of cargo's JSON output.
#[derive(Deserialize)]
struct Line {
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
    fresh: Option<bool>,
    message: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    rendered: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{Message, compiled_now};
    use crate::test_program::TestProgram;

    fn artifact(name: &str, kind: &str, test: bool) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"/code/tests/api/Cargo.toml","target":{{"name":"{name}","kind":["{kind}"]}},"profile":{{"test":{test}}},"executable":"/target/{name}-1"}}"#
        )
    }

    #[test]
    fn test_executables_are_distinguished_from_other_cargo_artifacts() {
        let found = |is_unit| {
            let package = "/code/tests/api".into();
            Some(Message::Test(TestProgram {
                package,
                name: "journeys".into(),
                is_unit,
                path: "/target/journeys-1".into(),
            }))
        };
        assert_eq!(Message::read(&artifact("journeys", "test", true)), found(false));
        assert_eq!(Message::read(&artifact("journeys", "lib", true)), found(true));
        let others = [
            artifact("journeys", "lib", false),
            artifact("speed", "bench", true),
            r#"{"reason":"build-finished","success":true}"#.into(),
            "not JSON".into(),
        ];
        for other in others {
            assert_eq!(Message::read(&other), None, "{other}");
        }
    }

    #[test]
    fn compiled_crates_are_distinguished_from_fresh_ones() {
        let line = |fresh: bool| format!(r#"{{"target":{{"name":"store","kind":["lib"]}},"fresh":{fresh}}}"#);
        assert_eq!(compiled_now(&line(false)).as_deref(), Some("store"));
        assert_eq!(compiled_now(&line(true)), None);
    }

    #[test]
    fn compiler_warnings_are_counted_without_the_summary_line_of_cargo() {
        let diagnostic = |message: &str| {
            let line = format!(
                r#"{{"reason":"compiler-message","target":{{"name":"a","kind":["lib"]}},"message":{{"level":"warning","message":"{message}","rendered":"shown"}}}}"#
            );
            Message::read(&line)
        };
        let shown = |is_warning| Some(Message::Diagnostic { text: "shown".into(), is_warning });
        assert_eq!(diagnostic("unused variable: `x`"), shown(true));
        assert_eq!(diagnostic("1 warning emitted"), shown(false));
    }
}
