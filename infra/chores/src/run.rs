//! Runs other programs, shows progress and turns known failures into sentences.

use std::io::{BufRead as _, BufReader, IsTerminal as _, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// Prints a line to the terminal.
pub fn print_line(line: &str) {
    // There is no place to report an error when the terminal is gone.
    let _gone = writeln!(std::io::stdout(), "{line}");
}

/// Prints a line to standard error.
pub fn print_error(line: &str) {
    let _gone = writeln!(std::io::stderr(), "{line}");
}

/// Prints the error of a chore, and returns the exit code for its result.
pub fn exit_code(outcome: Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            print_error(&format!("\n{e:#}"));
            ExitCode::FAILURE
        }
    }
}

const NODE_MISSING: &str = "Node.js is missing. Install version 20.19 or newer with npm from https://nodejs.org (or your package manager), then start again";
const RUSTUP_MISSING: &str = "rustup is missing, so the target wasm32-unknown-unknown cannot be added. Install Rust from https://rustup.rs, or add that target with what manages Rust on this machine, then start again";

/// Amount of a program's output to show while it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputMode {
    /// All output.
    Everything,
    /// Output only after a failure, and a progress message every ten seconds.
    Failures,
}

/// Runs a named step and prints its duration.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let began = Instant::now();
    print_line(&format!("  … {name}"));
    let outcome = work();
    let mark = if outcome.is_ok() { "✓" } else { "✗" };
    print_line(&format!("  {mark} {name}  {}", elapsed_text(began)));
    outcome
}

/// Formats the time since `began`, such as `4.2 s`.
pub fn elapsed_text(began: Instant) -> String {
    format!("{:.1} s", began.elapsed().as_secs_f64())
}

/// Runs a program to its end. Fails if the program fails.
pub fn run(command: &mut Command, show: OutputMode) -> Result<()> {
    let (ok, output) = watch(command, show)?;
    if ok {
        return Ok(());
    }
    if show == OutputMode::Failures {
        print_error(output.trim_end());
    }
    if let Some(reason) = failure_hint(&output) {
        bail!("{reason}");
    }
    bail!("`{}` failed; the reason is above.", command_line(command));
}

/// Runs a program and returns its standard output.
pub fn read_output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::piped()).output().with_context(|| missing(command))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    if let Some(reason) = failure_hint(&text) {
        bail!("{reason}");
    }
    bail!("`{}` failed: {}", command_line(command), text.trim());
}

/// Runs a program and passes each line of its standard output to `each`. Fails if the program fails. Its standard error
/// is shown.
pub fn for_each_line(command: &mut Command, each: &mut dyn FnMut(&str)) -> Result<()> {
    if run_for_each_line(command, each)? {
        return Ok(());
    }
    bail!("`{}` failed; the reason is above.", command_line(command));
}

/// Works like [`for_each_line`], but returns whether the program succeeded instead of failing.
pub fn run_for_each_line(command: &mut Command, each: &mut dyn FnMut(&str)) -> Result<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| missing(command))?;
    if let Some(pipe) = child.stdout.take() {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            each(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']));
            line.clear();
        }
    }
    Ok(child.wait().with_context(|| format!("`{}` could not be waited for", command_line(command)))?.success())
}

fn watch(command: &mut Command, show: OutputMode) -> Result<(bool, String)> {
    /// Maximum size of the output that is kept, in bytes: enough for the message that explains a failure.
    const KEPT_BYTES: usize = 256 * 1024;
    if show == OutputMode::Everything && std::io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    // One pipe for both streams, so that their lines keep their order.
    let (pipe, writer) = std::io::pipe()?;
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn().with_context(|| missing(command))?;
    // Drop the command's copies of the writing end, or reading would never reach the end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let ended = Arc::new(AtomicBool::new(false));
    let pulse = (show == OutputMode::Failures).then(|| heartbeat(&command_line(command), &ended));
    let mut kept = String::new();
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        let text = String::from_utf8_lossy(&line);
        if show == OutputMode::Everything {
            // There is no place to report an error when the terminal is gone.
            let _gone = std::io::stdout().write_all(text.as_bytes());
        }
        if kept.len() < KEPT_BYTES {
            kept.push_str(&text);
        }
        line.clear();
    }
    let status = child.wait();
    ended.store(true, Ordering::Relaxed);
    if let Some(pulse) = pulse {
        pulse.thread().unpark();
        let _ended = pulse.join();
    }
    Ok((status.with_context(|| format!("`{}` could not be waited for", command_line(command)))?.success(), kept))
}

fn heartbeat(name: &str, ended: &Arc<AtomicBool>) -> thread::JoinHandle<()> {
    /// Maximum length of a command in messages.
    const SHOWN_CHARS: usize = 40;
    let name: String = name.chars().take(SHOWN_CHARS).collect();
    let (ended, began) = (Arc::clone(ended), Instant::now());
    thread::spawn(move || {
        loop {
            thread::park_timeout(Duration::from_secs(10));
            if ended.load(Ordering::Relaxed) {
                return;
            }
            print_line(&format!("    still running after {}: {name}", elapsed_text(began)));
        }
    })
}

/// Returns an explanation and the fix for a known failure.
pub(crate) fn failure_hint(output: &str) -> Option<String> {
    let has = |text: &str| output.contains(text);
    if has("No space left on device") || has("ENOSPC") || has("disk is full") || has("os error 28") {
        return Some("The disk is full. Free some space (`cargo clean` frees most of ours) and start again.".into());
    }
    if has("EACCES") || has("Permission denied (os error 13)") {
        return Some("No permission to write a file; the message above names it. Check who owns it.".into());
    }
    if has("ENOTFOUND") || has("EAI_AGAIN") || has("Could not resolve host") || has("failed to lookup address") {
        return Some(
            "The network could not be reached. The first build downloads packages; connect and start again.".into(),
        );
    }
    None
}

/// Formats a command as it would be typed.
pub fn command_line(command: &Command) -> String {
    let args = command.get_args().map(|arg| arg.to_string_lossy());
    std::iter::once(command.get_program().to_string_lossy()).chain(args).collect::<Vec<_>>().join(" ")
}

/// Explains why a program could not be started.
fn missing(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    match &*program {
        "node" | "npm" | "npx" => NODE_MISSING.to_owned(),
        "rustup" => RUSTUP_MISSING.to_owned(),
        _ => format!("`{program}` could not be started; install it and try again"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_about_a_full_disk_are_recognised_in_the_output_of_each_tool() {
        for text in [
            "error: could not write output: No space left on device (os error 28)",
            "npm error code ENOSPC",
            "The disk is full: .local/table.sqlite could not be written.",
        ] {
            assert!(failure_hint(text).unwrap().starts_with("The disk is full"), "{text}");
        }
        assert_eq!(failure_hint("error[E0308]: mismatched types"), None);
    }

    #[test]
    fn output_is_captured_completely_with_stdout_and_stderr_in_order() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; echo three; exit 3"]);
        assert_eq!(watch(&mut command, OutputMode::Failures).unwrap(), (false, "one\ntwo\nthree\n".to_owned()));
    }

    #[test]
    fn running_a_missing_program_fails_with_an_error_that_names_it() {
        let error = run(&mut Command::new("no-such-program-here"), OutputMode::Failures).unwrap_err();
        assert!(error.to_string().contains("no-such-program-here"), "{error}");
    }
}
