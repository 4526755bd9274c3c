//! Starting a reader, and waiting for its answer or its end.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::verdict::{ExtractorCrash, ExtractorUnavailable};
use crate::protocol::{FLAG, NOT_BOUNDED, Task};

/// The longest answer: the text of 2,000 pages, packed, is a few megabytes.
const ANSWER_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// As much of what a dying reader says is looked at.
const LAST_WORDS_MAX_BYTES: u64 = 16 * 1024;

/// A reader is bounded by the time that it works, which is the file's fault. By the clock it may take so much longer,
/// because a busy machine is not.
const WAITING_MAX: Duration = Duration::from_secs(60);

/// The signal that no process survives, which we send to none that is in time.
const SIGKILL: i32 = 9;

/// The signal that ends a process which has worked for as long as it may.
const SIGXCPU: i32 = 24;

/// Starts a process for one file, which may work on it for `limit`, and waits for its answer.
///
/// # Errors
/// When there is no reader, or when it is taken away: by a machine that has no memory left, for example.
pub(super) fn ask(
    program: &Path,
    task: Task,
    file: &Path,
    limit: Duration,
) -> Result<Result<Vec<u8>, ExtractorCrash>, ExtractorUnavailable> {
    let mut child = Command::new(program)
        .args([FLAG, &task.to_string(), &limit.as_secs().to_string()])
        .arg(file)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(ExtractorUnavailable)?;
    let pipes = collect(child.stdout.take(), ANSWER_MAX_BYTES)
        .and_then(|answer| collect(child.stderr.take(), LAST_WORDS_MAX_BYTES).map(|last_words| (answer, last_words)));
    let (answer, last_words) = match pipes {
        Ok(pipes) => pipes,
        Err(error) => {
            // It may have ended by itself; nobody listens to it in any case.
            let _ = child.kill();
            let _ = child.wait();
            return Err(ExtractorUnavailable(error));
        }
    };
    // The answer ends when the process does, or when it is too long.
    let in_time = answer.recv_timeout(limit.saturating_add(WAITING_MAX));
    if in_time.is_err() {
        // It may have ended in this very moment.
        let _ = child.kill();
    }
    let status = child.wait().map_err(ExtractorUnavailable)?;
    let Ok(answer) = in_time else { return Ok(Err(ExtractorCrash::Slow)) };
    if status.success() {
        return Ok(Ok(answer));
    }
    let said = last_words.recv().unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    tracing::warn!(?task, %status, said = said.lines().next().unwrap_or_default(), "a reader died");
    if status.signal() == Some(SIGXCPU) {
        return Ok(Err(ExtractorCrash::Slow));
    }
    if status.signal() == Some(SIGKILL) || status.code() == Some(NOT_BOUNDED.into()) {
        return Err(ExtractorUnavailable(io::Error::other(format!("a reader was taken away: {status}"))));
    }
    Ok(Err(if said.contains("memory allocation of") { ExtractorCrash::Hungry } else { ExtractorCrash::Died }))
}

/// Reads a pipe to its end on a thread of its own; what is beyond the bound breaks it.
fn collect(pipe: Option<impl Read + Send + 'static>, max_bytes: u64) -> io::Result<mpsc::Receiver<Vec<u8>>> {
    let (send, receive) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // Keep the bytes that were read before the pipe broke.
            let _ = pipe.take(max_bytes).read_to_end(&mut bytes);
        }
        let _ = send.send(bytes);
    })?;
    Ok(receive)
}
