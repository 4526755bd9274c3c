//! The API compared with a minimal server that makes the same calls: warm over HTTP, and cold as a function.

use std::path::PathBuf;

use anyhow::Result;
use chores::machine::tools;
use chores::root;
use chores::run::{self, OutputMode};

/// Version of the load generator on crates.io.
const OHA_VERSION: &str = "1.16.0";

/// `cargo xtask bench api`: measures throughput and latency of routes.
pub(crate) fn api(options: &[String]) -> Result<()> {
    build()?;
    measure("api", &[("--bare", built("examples/bare")), ("--oha", oha()?)], options)
}

/// `cargo xtask bench cold`: measures the time from process start to the first response.
pub(crate) fn cold(options: &[String]) -> Result<()> {
    build()?;
    measure("cold", &[("--bare", built("examples/bare")), ("--api", built("api"))], options)
}

fn measure(what: &str, programs: &[(&str, PathBuf)], options: &[String]) -> Result<()> {
    let mut bench = tools::cargo();
    bench.args(["bench", "--workspace", "--bench", "speed", "--", what]);
    for (name, program) in programs {
        bench.arg(name).arg(program);
    }
    run::run(bench.args(options), OutputMode::Everything)
}

/// Compiles the measured programs for this machine with the profile of Lambda. Builds the whole workspace, as the
/// benchmark does: otherwise features differ and the libraries are compiled twice.
fn build() -> Result<()> {
    let mut build = tools::cargo();
    build.args(["build", "--release", "--workspace", "--bin", "api", "--example", "bare"]);
    run::run(&mut build, OutputMode::Everything)
}

fn built(name: &str) -> PathBuf {
    root().join("target/release").join(name)
}

/// Installs the load generator under `target` unless it is there.
fn oha() -> Result<PathBuf> {
    let folder = root().join("target/tools");
    let program = folder.join("bin/oha");
    if !program.is_file() {
        run::step("installing oha, which sends the requests", || {
            let mut install = tools::cargo();
            install.args(["install", "oha", "--locked", "--version", OHA_VERSION]);
            install.args(["--no-default-features", "--features", "rustls", "--root"]).arg(&folder);
            run::run(&mut install, OutputMode::Failures)
        })?;
    }
    Ok(program)
}
