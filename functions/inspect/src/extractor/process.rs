//! Starts a reader process and waits for its response or its end.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::crash::{ExtractorCrash, ExtractorUnavailable};
use crate::audio::RENDITION_MAX_BYTES;
use crate::protocol::{LIMITS_FAILED_EXIT_CODE, READER_FLAG, Task};

/// Maximum size of a response, in bytes. The largest response is a rendition of a recording, which Base64 enlarges by a
/// third. The compressed text of 2,000 pages has only a few megabytes.
const ANSWER_MAX_BYTES: u64 = 64 * 1024 * 1024 + RENDITION_MAX_BYTES as u64 * 4 / 3;

/// Maximum size of the error output that is read from a crashed reader, in bytes.
const LAST_WORDS_MAX_BYTES: u64 = 16 * 1024;

/// Time added to the CPU time limit of a reader for its wall-clock limit, because a busy machine gives it less CPU
/// time.
const WAITING_MAX: Duration = Duration::from_secs(60);

/// Kills a process unconditionally. We send it only to readers that exceeded their time, so any other reader that ends
/// with it was killed from outside.
const SIGKILL: i32 = 9;

/// Ends a process that exceeded its CPU time limit.
const SIGXCPU: i32 = 24;

/// Starts a reader process for one file and waits for its response. `limit` is its CPU time.
///
/// # Errors
/// If no reader can be started, or it is killed from outside, for example because the machine has no memory left.
pub(super) fn run_reader(
    program: &Path,
    task: Task,
    file: &Path,
    limit: Duration,
) -> Result<Result<Vec<u8>, ExtractorCrash>, ExtractorUnavailable> {
    let mut child = Command::new(program)
        .args([READER_FLAG, &task.to_string(), &limit.as_secs().to_string()])
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
            // The process may have exited already, so ignore errors. Its result is not needed.
            let _ = child.kill();
            let _ = child.wait();
            return Err(ExtractorUnavailable(error));
        }
    };
    // The pipe closes when the process exits, or when the response is too long.
    let in_time = answer.recv_timeout(limit.saturating_add(WAITING_MAX));
    if in_time.is_err() {
        // The process may have exited just now, so ignore an error.
        let _ = child.kill();
    }
    let status = child.wait().map_err(ExtractorUnavailable)?;
    let Ok(answer) = in_time else { return Ok(Err(ExtractorCrash::TimedOut)) };
    if status.success() {
        return Ok(Ok(answer));
    }
    let said = last_words.recv().unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    tracing::warn!(?task, %status, said = said.lines().next().unwrap_or_default(), "a reader died");
    if status.signal() == Some(SIGXCPU) {
        return Ok(Err(ExtractorCrash::TimedOut));
    }
    if status.signal() == Some(SIGKILL) || status.code() == Some(LIMITS_FAILED_EXIT_CODE.into()) {
        return Err(ExtractorUnavailable(io::Error::other(format!("a reader was taken away: {status}"))));
    }
    Ok(Err(if said.contains("memory allocation of") { ExtractorCrash::OutOfMemory } else { ExtractorCrash::Died }))
}

/// Reads a pipe to its end on a separate thread. Closes the pipe after `max_bytes`, so that longer output fails.
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
