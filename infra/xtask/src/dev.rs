//! Builds everything and runs it on this machine.

use std::fs;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use chores::machine::{npm, tools};
use chores::run::{self, OutputMode};
use chores::{compile, root, web};

/// Number of ports: the app and three engines.
const PORTS: u16 = 4;

/// Options of `cargo xtask dev`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Port of the app. The next three are used as well.
    #[arg(long, default_value_t = 4000)]
    port: u16,
    /// Delete all local data first.
    #[arg(long)]
    reset: bool,
}

/// Options of `cargo xtask sample`.
#[derive(clap::Args)]
pub(crate) struct SampleArgs {
    /// URL of the local server. Starts a server for this task if none is running.
    #[arg(long, default_value = "http://localhost:4000")]
    server: String,
}

/// `cargo xtask dev`.
pub(crate) fn dev(args: &Args) -> Result<()> {
    let began = Instant::now();
    run::print_line("Note Ninja: preparing");
    check_ports(args.port)?;
    let data = root().join(".local");
    if args.reset && data.exists() {
        fs::remove_dir_all(&data).with_context(|| format!("{} cannot be removed", data.display()))?;
    }
    tools::require_node()?;
    tools::require_wasm_target()?;
    // The first page does not need the reader binary, which takes a third of the first build. An existing one is
    // rebuilt before the start, so that no outdated version reads files.
    let is_reader_later = !compile::has_reader()?;
    let server = build(is_reader_later)?;
    run::print_line(&format!("Note Ninja: built in {}, starting", run::elapsed_text(began)));
    let mut command = Command::new(server);
    command.arg("--dir").arg(&data).arg("--port").arg(args.port.to_string());
    command.arg("--web").arg(web::dist()).arg("--sample").arg(root().join("infra/sample"));
    let mut server = command.spawn().context("The local server could not be started")?;
    if is_reader_later {
        thread::spawn(|| {
            if let Err(e) = build_reader() {
                run::print_error(&format!("{e:#}\nUntil it compiles, uploads wait: start `cargo xtask dev` again."));
            }
        });
    }
    // Ctrl-C reaches the server directly, and this process ends with it.
    let status = server.wait().context("The local server could not be waited for")?;
    if status.success() {
        return Ok(());
    }
    bail!("The local server stopped; the reason is above.");
}

/// Builds the core, the web app, the server and, unless it is deferred, the reader binary. Parts that are up to date
/// are not rebuilt. Returns the path of the server.
fn build(is_reader_later: bool) -> Result<PathBuf> {
    // Build the web app in parallel: its packages have to be downloaded, and the last crates of the server leave a core
    // idle.
    let page = thread::spawn(|| npm::install().and_then(|()| web::ensure_built()));
    let server = if is_reader_later { build_server() } else { build_programs() };
    page.join().map_err(|_| anyhow!("Building the web app stopped unexpectedly."))??;
    server
}

fn build_server() -> Result<PathBuf> {
    run::step("compiling the local server (a few minutes the first time)", compile::server)
}

fn build_reader() -> Result<()> {
    run::step("compiling the file reader; uploads wait until it is ready", compile::build_reader).map(drop)
}

/// Builds the server and the reader binary.
fn build_programs() -> Result<PathBuf> {
    let server = build_server()?;
    build_reader()?;
    Ok(server)
}

/// `cargo xtask sample`.
pub(crate) fn sample(args: &SampleArgs) -> Result<()> {
    let server = build_programs()?;
    run::run(
        Command::new(server)
            .arg("sample")
            .args(["--server", &args.server])
            .arg("--sample")
            .arg(root().join("infra/sample"))
            .arg("--dir")
            .arg(root().join(".local")),
        OutputMode::Everything,
    )
}

/// Lets the local server, running or not, compare files with records.
pub(crate) fn reconcile(server: &str, mend: bool, all: bool) -> Result<()> {
    let program = build_server()?;
    let mut command = Command::new(program);
    command.args(["reconcile", "--server", server]).arg("--dir").arg(root().join(".local"));
    command.args(mend.then_some("--mend")).args(all.then_some("--all"));
    run::run(&mut command, OutputMode::Everything)
}

fn check_ports(first: u16) -> Result<()> {
    for port in first..first.saturating_add(PORTS) {
        let busy = |e: &std::io::Error| e.kind() == std::io::ErrorKind::AddrInUse;
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let v6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port));
        if v4.as_ref().is_err_and(busy) || (port == first && v6.as_ref().is_err_and(busy)) {
            bail!(
                "Port {port} is in use, perhaps by another `cargo xtask dev`. Stop that program, or choose other ports: `cargo xtask dev --port {}`.",
                first.saturating_add(100)
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_reported_with_the_option_to_change_it() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = check_ports(port).unwrap_err().to_string();
        assert!(error.contains(&format!("Port {port} is in use")) && error.contains("--port"), "{error}");
    }
}
