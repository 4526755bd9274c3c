//! The other side: a process that reads one file, says what it found, and ends.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use bytes::Bytes;
use rlimit::Resource;
use serde::Serialize;

use super::protocol::{Answer, FLAG, NOT_BOUNDED, Task};
use crate::reason::Reason;
use crate::{audio, image, pdf};

/// What a reader may take of the address space, which holds the program itself, the file and all that is made of it. The
/// machine that Lambda gives us has 1,769 MB.
const MEMORY_MAX_BYTES: u64 = 1_280 * 1024 * 1024;

/// The same for one that draws nothing: what 1,000 pages with 100 MB of pictures need, twice. The less it is, the sooner a
/// bomb is over.
const UNDRAWN_MAX_BYTES: u64 = 640 * 1024 * 1024;

/// Files that a reader may have open: the three of every process, and the one it reads.
const OPEN_FILES_MAX: u64 = 16;

/// The whole life of a process that was started to read one file; `None` in any other. Call it first in `main`, before
/// threads and secrets.
#[must_use]
pub fn run_if_asked() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let [flag, task, secs, file] = arguments.as_slice() else { return None };
    if flag != FLAG {
        return None;
    }
    let (Some(task), Some(secs)) = (task.to_str().and_then(Task::parse), secs.to_str().and_then(|s| s.parse().ok()))
    else {
        return Some(ExitCode::FAILURE);
    };
    // Without its bounds it must not begin.
    if bound(task, secs).is_err() {
        return Some(ExitCode::from(NOT_BOUNDED));
    }
    Some(if answer(task, Path::new(file)).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn bound(task: Task, cpu_secs: u64) -> io::Result<()> {
    let memory_bytes = match task {
        Task::Facts | Task::Text => UNDRAWN_MAX_BYTES,
        Task::Preview | Task::Recording | Task::Square(_) | Task::Whole(_) => MEMORY_MAX_BYTES,
    };
    Resource::AS.set(memory_bytes, memory_bytes)?;
    // The first ends it with a signal of its own, by which it is known why.
    Resource::CPU.set(cpu_secs, cpu_secs + 1)?;
    Resource::FSIZE.set(0, 0)?;
    Resource::CORE.set(0, 0)?;
    Resource::NOFILE.set(OPEN_FILES_MAX, OPEN_FILES_MAX)
}

fn answer(task: Task, file: &Path) -> io::Result<()> {
    let read = || bytes_of(file);
    match task {
        Task::Facts => say(read().and_then(pdf::facts)),
        Task::Preview => say(read().and_then(|bytes| pdf::draw(bytes, pdf::LARGE_PX))),
        Task::Text => say(read().and_then(pdf::read_text)),
        Task::Recording => say(audio::read(file, &AtomicBool::new(false))),
        Task::Square(max_px) => say(read().and_then(|bytes| image::square(&bytes, max_px))),
        Task::Whole(max_px) => say(read().and_then(|bytes| image::to_whole_jpeg(&bytes, max_px))),
    }
}

/// The whole file; `Gone` if it cannot be read.
pub(super) fn bytes_of(path: &Path) -> Result<Bytes, Reason> {
    fs::read(path).map(Bytes::from).map_err(|_| Reason::Gone)
}

fn say<T: Serialize>(result: Result<T, Reason>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, &Answer { result, peak_bytes: peak_bytes().unwrap_or(0) })?;
    out.flush()
}

/// The most memory that this process has had, as Linux counts it.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok().map(|kilobytes: u64| kilobytes * 1024)
}
