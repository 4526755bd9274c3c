//! Duration of the common commands, in a new clone of the last commit with nothing compiled.

use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use chores::machine::tools;
use chores::root;
use chores::run::{self, OutputMode};

/// Port of the app in the clone. The next three are used as well.
const PORT: u16 = 4920;
/// Files to change, each with the line that is added.
const CHANGES: [(&str, &str); 2] =
    [("functions/api/src/lib.rs", "// A line more.\n"), ("web/src/lib/urls/paths.ts", "// A line more.\n")];
const TEST: &str = "--test";

/// `cargo xtask bench chores`: measures the time from an empty clone to the first page, and the time to check a changed
/// line. With `--test` also the whole test command in this folder, with its current build.
pub(crate) fn bench(options: &[String]) -> Result<()> {
    let has_test = match options {
        [] => false,
        [option] if option == TEST => true,
        _ => bail!("`cargo xtask bench chores` takes `-- {TEST}` and nothing else."),
    };
    // Outside the project, or Cargo would add its settings to those of the clone.
    let clone = env::temp_dir().join("note-ninja-bench-chores");
    if clone.exists() {
        fs::remove_dir_all(&clone).with_context(|| format!("{} cannot be removed", clone.display()))?;
    }
    let mut git = Command::new("git");
    run::run(git.arg("clone").arg("--quiet").arg(root()).arg(&clone), OutputMode::Failures)?;
    let mut rows = vec![("`cargo xtask dev`, empty clone to first page".to_owned(), first_page(&clone)?)];
    for (file, line) in CHANGES {
        // The first compilation is not typical for daily work, so only the second one is measured.
        change(&clone.join(file), line)?;
        checked(&clone)?;
        change(&clone.join(file), line)?;
        let folder = Path::new(file).ancestors().nth(2).map(|folder| folder.display().to_string()).unwrap_or_default();
        rows.push((format!("`cargo xtask check` after a line in `{folder}`"), checked(&clone)?));
        run::run(Command::new("git").current_dir(&clone).args(["checkout", "--quiet", file]), OutputMode::Failures)?;
    }
    fs::remove_dir_all(&clone).with_context(|| format!("{} cannot be removed", clone.display()))?;
    run::print_line("\n| | s |\n|---|---|");
    for (name, took) in rows {
        run::print_line(&format!("| {name} | {} |", took.as_secs()));
    }
    if has_test {
        run::print_line("");
        run::for_each_line(&mut cargo_xtask(&root(), "test"), &mut |line| run::print_line(line))?;
    }
    Ok(())
}

/// Measures the time until the server returns a page.
fn first_page(clone: &Path) -> Result<Duration> {
    /// Generous timeout that also suits slow machines.
    const PATIENCE: Duration = Duration::from_secs(3600);
    const PAUSE: Duration = Duration::from_millis(100);
    let began = Instant::now();
    let mut dev = cargo_xtask(clone, "dev");
    dev.args(["--port", &PORT.to_string()]).stdout(Stdio::null());
    // In a process group of its own, so that the server ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut dev, 0);
    let mut child = dev.spawn().context("cargo cannot be started")?;
    let took = loop {
        if has_page() {
            break Some(began.elapsed());
        }
        if child.try_wait()?.is_some() || began.elapsed() > PATIENCE {
            break None;
        }
        thread::sleep(PAUSE);
    };
    end(&mut child);
    took.context("`cargo xtask dev` showed no page; the reason is above.")
}

fn has_page() -> bool {
    let asked = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, PORT))?;
        // The server rejects any other host name.
        write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{PORT}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer.starts_with(b"HTTP/1.1 200"))
    };
    asked().unwrap_or_default()
}

fn end(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let _ended = Command::new("kill").args(["-TERM", "--", &group]).stderr(Stdio::null()).status();
    }
    let _ended = child.kill();
    let _ended = child.wait();
}

fn change(path: &Path, line: &str) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| format!("{} is gone", path.display()))?;
    fs::write(path, text + line).with_context(|| format!("{} cannot be changed", path.display()))
}

fn checked(clone: &Path) -> Result<Duration> {
    let began = Instant::now();
    run::run(&mut cargo_xtask(clone, "check"), OutputMode::Failures)?;
    Ok(began.elapsed())
}

fn cargo_xtask(folder: &Path, what: &str) -> Command {
    let mut command = tools::cargo();
    command.current_dir(folder).args(["xtask", what]);
    command
}
