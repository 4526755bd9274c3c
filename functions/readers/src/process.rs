//! A reader process: reads one file, prints the result and exits.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::process::ExitCode;

use bytes::Bytes;
use inspect::pdf::LARGE_PREVIEW_PX;
use inspect::protocol::{LIMITS_FAILED_EXIT_CODE, READER_FLAG, ReaderResponse, SandboxStatus, Task};
use inspect::{Extractor, FileRejection};
use rlimit::Resource;
use serde::Serialize;

use crate::sandbox::enter_sandbox;
use crate::{audio, deck, image, pdf};

/// Address space limit of a reader, which includes the program, the file and all derived data. The Lambda function has
/// 1,769 MB.
const MEMORY_MAX_BYTES: u64 = 1_280 * 1024 * 1024;

/// Address space limit of a reader that renders nothing: twice as much as 1,000 pages with 100 MB of images need. The
/// lower limit stops a decompression bomb earlier.
const UNDRAWN_MAX_BYTES: u64 = 640 * 1024 * 1024;

/// Limit of open file descriptors. A reader needs the three standard streams, its file and the status file.
const OPEN_FILES_MAX: u64 = 16;

/// File in which Linux reports the memory use of this process.
const STATUS: &str = "/proc/self/status";

/// Runs a reader if this process was started as one, and returns its exit code. Returns `None` in any other process.
/// Call it first in `main`, before threads are started and secrets are read.
#[must_use]
pub fn run_if_requested() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let [flag, task, secs, file] = arguments.as_slice() else { return None };
    if flag != READER_FLAG {
        return None;
    }
    let (Some(task), Some(secs)) = (task.to_str().and_then(Task::parse), secs.to_str().and_then(|s| s.parse().ok()))
    else {
        return Some(ExitCode::FAILURE);
    };
    // Never read a file without resource limits.
    if bound(task, secs).is_err() {
        return Some(ExitCode::from(LIMITS_FAILED_EXIT_CODE));
    }
    // Open all files before the sandbox forbids it.
    let (file, status) = (File::open(file).map_err(|_| FileRejection::Deleted), File::open(STATUS).ok());
    let reader = Reader { file, status, sandbox: enter_sandbox() };
    let mut out = io::BufWriter::new(io::stdout().lock());
    Some(if reader.answer(task, &mut out).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn bound(task: Task, cpu_secs: u64) -> io::Result<()> {
    let memory_bytes = match task {
        Task::PdfProperties | Task::Text => UNDRAWN_MAX_BYTES,
        Task::Preview
        | Task::Recording
        | Task::Listening
        | Task::SquareJpeg(_)
        | Task::Jpeg(_)
        | Task::Deck
        | Task::Pictures(..) => MEMORY_MAX_BYTES,
    };
    Resource::AS.set(memory_bytes, memory_bytes)?;
    // The soft limit sends SIGXCPU, which tells the parent that the CPU time ran out; the hard limit would send only
    // SIGKILL.
    Resource::CPU.set(cpu_secs, cpu_secs + 1)?;
    Resource::FSIZE.set(0, 0)?;
    Resource::CORE.set(0, 0)?;
    Resource::NOFILE.set(OPEN_FILES_MAX, OPEN_FILES_MAX)
}

/// Returns an extractor that reads on a thread of this process without resource limits. For tests, whose programs
/// cannot be started as readers.
#[must_use]
pub fn in_process_extractor() -> Extractor {
    Extractor::in_process(|task, path| {
        let file = File::open(path).map_err(|_| FileRejection::Deleted);
        let mut answer = Vec::new();
        Reader { file, status: None, sandbox: SandboxStatus::default() }.answer(task, &mut answer)?;
        Ok(answer)
    })
}

/// An opened file with the restrictions of its reader.
struct Reader {
    file: Result<File, FileRejection>,
    /// Status file of this process.
    status: Option<File>,
    sandbox: SandboxStatus,
}

impl Reader {
    fn answer(mut self, task: Task, out: &mut impl Write) -> io::Result<()> {
        let file = std::mem::replace(&mut self.file, Err(FileRejection::Deleted));
        match task {
            Task::PdfProperties => self.say(bytes(file).and_then(pdf::read_properties), out),
            Task::Preview => self.say(bytes(file).and_then(|bytes| pdf::render(bytes, LARGE_PREVIEW_PX)), out),
            Task::Text => self.say(bytes(file).and_then(pdf::read_text), out),
            Task::Recording => self.say(file.and_then(audio::read_open), out),
            Task::Listening => self.say(file.and_then(audio::prepare_open), out),
            Task::SquareJpeg(max_px) => {
                self.say(bytes(file).and_then(|bytes| image::to_sized_square_jpeg(&bytes, max_px)), out)
            }
            Task::Deck => self.say(file.and_then(deck::read), out),
            Task::Pictures(first, wanted) => {
                self.say(file.and_then(|file| deck::reencode_pictures(file, first, wanted)), out)
            }
            Task::Jpeg(max_px) => self.say(bytes(file).and_then(|bytes| image::to_whole_jpeg(&bytes, max_px)), out),
        }
    }

    fn say<T: Serialize>(self, result: Result<T, FileRejection>, out: &mut impl Write) -> io::Result<()> {
        let peak_bytes = self.status.and_then(peak_bytes).unwrap_or(0);
        serde_json::to_writer(&mut *out, &ReaderResponse { result, peak_bytes, sandbox: self.sandbox })?;
        out.flush()
    }
}

/// Reads the whole file. Returns `Deleted` if that fails.
fn bytes(file: Result<File, FileRejection>) -> Result<Bytes, FileRejection> {
    let mut bytes = Vec::new();
    file?.read_to_end(&mut bytes).map_err(|_| FileRejection::Deleted)?;
    Ok(bytes.into())
}

/// Returns the peak memory of this process as reported by Linux, in bytes.
fn peak_bytes(mut status: File) -> Option<u64> {
    let mut text = String::new();
    status.read_to_string(&mut text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok().map(|kilobytes: u64| kilobytes * 1024)
}
