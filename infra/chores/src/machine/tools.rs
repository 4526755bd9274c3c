//! Required tools: Node and the WebAssembly target of Rust.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{self, OutputMode};

/// Oldest supported Node version: major and minor.
const NODE_OLDEST: (u32, u32) = (20, 19);
const TARGET: &str = "wasm32-unknown-unknown";

/// Fails unless Node and npm are installed and new enough.
pub fn require_node() -> Result<()> {
    let version = run::read_output(Command::new("node").arg("--version"))?;
    if !is_new_enough(&version) {
        bail!(
            "Node.js is too old: {} is installed and 20.19 or newer is needed. Update it from https://nodejs.org.",
            version.trim()
        );
    }
    if run::read_output(npm().arg("--version")).is_err() {
        bail!("npm is missing. It comes with Node.js from https://nodejs.org; on Debian it is the package `npm`.");
    }
    Ok(())
}

/// Returns a command for the Node from the packages of the web app, for tools that need a newer Node than the oldest
/// supported one. On platforms without such a package, the command uses the installed Node.
pub fn node() -> Command {
    let own = crate::root().join("web/node_modules/.bin").join(if cfg!(windows) { "node.cmd" } else { "node" });
    Command::new(if own.is_file() { own } else { "node".into() })
}

/// Returns a command for npm, which is a script on Windows.
pub(crate) fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Returns a command for npx, which is a script on Windows.
pub fn npx() -> Command {
    Command::new(if cfg!(windows) { "npx.cmd" } else { "npx" })
}

/// Returns the first program with one of these names, in the order of the folders in `PATH`.
pub(crate) fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name))).find(|path| path.is_file())
}

/// Returns a cargo command of the toolchain that runs this program.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::root());
    // `cargo run` sets variables about our own package. Build scripts that read them would run again, which makes every
    // second build slow.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") || name == "CARGO_PRIMARY_PACKAGE" {
            command.env_remove(&*name);
        }
    }
    command
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim().trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    found >= NODE_OLDEST
}

/// Fails unless the WebAssembly target is installed.
pub fn require_wasm_target() -> Result<()> {
    let folder = run::read_output(
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).current_dir(crate::root()),
    )?;
    if std::path::Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    run::step("adding the WebAssembly target", || {
        run::run(
            Command::new("rustup").args(["target", "add", TARGET]).current_dir(crate::root()),
            OutputMode::Everything,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{is_new_enough, on_path};

    #[test]
    fn a_tool_is_found_by_any_of_its_names() {
        let found = on_path(&["no-such-program-here", "sh"]).unwrap();
        assert!(found.ends_with("sh"), "{}", found.display());
        assert_eq!(on_path(&["no-such-program-here"]), None);
    }

    #[test]
    fn node_versions_compare_by_number() {
        for (version, expected) in
            [("v20.19.0\n", true), ("v20.9.0", false), ("v22.1.0", true), ("v18.20.4", false), ("nonsense", false)]
        {
            assert_eq!(is_new_enough(version), expected, "{version}");
        }
    }
}
