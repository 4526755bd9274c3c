//! The other side: a process that reads one file, says what it found, and ends.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use rlimit::Resource;
use serde::Serialize;

use super::protocol::{Answer, FLAG, NOT_BOUNDED, Task};
use super::walls::{Walls, shut_in};
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

/// Where Linux says what this process takes.
const STATUS: &str = "/proc/self/status";

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
    // All that it ever opens, before it can open nothing any more.
    let reader = Reader { file: File::open(file).map_err(|_| Reason::Gone), status: File::open(STATUS).ok() };
    let walls = shut_in();
    Some(if reader.answer(task, walls).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

/// A process that reads one file, and what it needs for that.
struct Reader {
    file: Result<File, Reason>,
    /// What Linux says of this process.
    status: Option<File>,
}

impl Reader {
    fn answer(self, task: Task, walls: Walls) -> io::Result<()> {
        let Reader { file, status } = self;
        let bytes = |file: Result<File, Reason>| file.and_then(all_of);
        match task {
            Task::Facts => say(bytes(file).and_then(pdf::facts), status, walls),
            Task::Preview => say(bytes(file).and_then(|bytes| pdf::draw(bytes, pdf::LARGE_PX)), status, walls),
            Task::Text => say(bytes(file).and_then(pdf::read_text), status, walls),
            Task::Recording => {
                say(file.and_then(|file| audio::read_open(file, &AtomicBool::new(false))), status, walls)
            }
            Task::Square(max_px) => say(bytes(file).and_then(|bytes| image::square(&bytes, max_px)), status, walls),
            Task::Whole(max_px) => {
                say(bytes(file).and_then(|bytes| image::to_whole_jpeg(&bytes, max_px)), status, walls)
            }
        }
    }
}

/// The whole file; `Gone` if it cannot be read.
pub(super) fn bytes_of(path: &Path) -> Result<Bytes, Reason> {
    File::open(path).map_err(|_| Reason::Gone).and_then(all_of)
}

fn all_of(mut file: File) -> Result<Bytes, Reason> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map(|_| Bytes::from(bytes)).map_err(|_| Reason::Gone)
}

fn say<T: Serialize>(result: Result<T, Reason>, status: Option<File>, walls: Walls) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let peak_bytes = status.and_then(peak_bytes).unwrap_or(0);
    serde_json::to_writer(&mut out, &Answer { result, peak_bytes, walls })?;
    out.flush()
}

/// The most memory that this process has had, as Linux counts it.
fn peak_bytes(mut status: File) -> Option<u64> {
    let mut text = String::new();
    status.read_to_string(&mut text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok().map(|kilobytes: u64| kilobytes * 1024)
}
