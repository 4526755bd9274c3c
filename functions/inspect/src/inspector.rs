//! Reading files where they can do no harm.
//!
//! A file that panics, loops or blows up a reader must cost nothing but itself. So each is read by a process of its own:
//! the same program, started again with `--inspect`. It has bounded memory, processor time and open files, can write no
//! file, and is given none of our environment, so no credentials. It is killed when its time is over. A thread could be
//! none of that: a release build aborts on a panic, memory is shared, and nothing stops a thread.

use std::ffi::OsString;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use bytes::Bytes;
use rlimit::Resource;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::audio::{self, Recording};
use crate::image::{self, Whole};
use crate::pdf::{self, Drawn, Facts, Text};
use crate::reason::Reason;

/// The first argument of a process that reads one file.
const FLAG: &str = "--inspect";

/// What a reader may take of the address space, which holds the program itself, the file and all that is made of it. The
/// machine that Lambda gives us has 1,769 MB.
const MEMORY_MAX_BYTES: u64 = 1_280 * 1024 * 1024;

/// The longest answer: the text of 2,000 pages, packed, is a few megabytes.
const ANSWER_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// As much of what a dying reader says is looked at.
const LAST_WORDS_MAX_BYTES: u64 = 16 * 1024;

/// Files that a reader may have open: the three of every process, and the one it reads.
const OPEN_FILES_MAX: u64 = 16;

/// Added to the processor time of a reader; its time by the clock is over before.
const SPARE_SECS: u64 = 5;

/// Reads files, each where it can do no harm.
#[derive(Debug, Clone)]
pub struct Inspector {
    /// The program that is started for each file; `None` reads on a thread of this process.
    program: Option<PathBuf>,
    /// Who is told what each reader took.
    watch: Option<mpsc::Sender<Cost>>,
}

/// What a reader took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Time by the clock, with starting the process.
    pub took: Duration,
    /// The most memory it had, in bytes; 0 where the system does not say.
    pub peak_bytes: u64,
}

/// What a reader says.
#[derive(Serialize, Deserialize)]
struct Answer<T> {
    result: Result<T, Reason>,
    peak_bytes: u64,
}

/// What there is to do with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Facts,
    Preview,
    Text,
    Recording,
    Square(u32),
    Whole(u32),
}

/// Why a reader gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Death {
    /// It panicked, aborted or said nothing that makes sense.
    Died,
    /// It took too long.
    Slow,
    /// It wanted more memory than it may have.
    Hungry,
}

impl Inspector {
    /// Starts this very program again for each file. Its `main` must begin with [`run_if_asked`].
    ///
    /// # Errors
    /// When nobody knows where this program is.
    pub fn of_this_program() -> io::Result<Self> {
        Ok(Self::starting(env::current_exe()?))
    }

    /// Starts this program for each file. Its `main` must begin with [`run_if_asked`].
    #[must_use]
    pub fn starting(program: PathBuf) -> Self {
        Self { program: Some(program), watch: None }
    }

    /// Reads on a thread of this process, with no bound but time: for tests, whose programs cannot be started like that.
    #[must_use]
    pub fn within_this_process() -> Self {
        Self { program: None, watch: None }
    }

    /// Tells what each reader took that lived to answer, for measurements.
    #[must_use]
    pub fn telling(self, watch: mpsc::Sender<Cost>) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// What a PDF says of itself.
    ///
    /// # Errors
    /// Why the file is refused.
    pub async fn pdf(&self, file: &Path) -> Result<Facts, Reason> {
        self.run(Task::Facts, file, pdf::FACTS_LIMIT, |path| pdf::facts(bytes_of(path)?)).await.unwrap_or_else(
            |death| {
                Err(match death {
                    Death::Died => Reason::Damaged,
                    Death::Slow => Reason::TooSlow,
                    Death::Hungry => Reason::TooHungry,
                })
            },
        )
    }

    /// Pictures of the first page of a PDF; the outer error says why its reader died.
    ///
    /// # Errors
    /// Why there are none.
    pub async fn preview(&self, file: &Path) -> Result<Result<Drawn, Reason>, Death> {
        self.run(Task::Preview, file, pdf::PREVIEW_LIMIT, |path| pdf::draw(bytes_of(path)?)).await
    }

    /// The text of a PDF; the outer error says why its reader died.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn text(&self, file: &Path) -> Result<Result<Text, Reason>, Death> {
        self.run(Task::Text, file, pdf::TEXT_LIMIT, |path| pdf::read_text(bytes_of(path)?)).await
    }

    /// What is known of a recording, read for at most `limit`.
    ///
    /// # Errors
    /// Why the file is refused.
    pub async fn recording(&self, file: &Path, limit: Duration) -> Result<Recording, Reason> {
        if self.program.is_none() {
            // It can be told to stop.
            return audio::inspect_within(file, limit).await;
        }
        let read = |path: &Path| audio::read(path, &AtomicBool::new(false));
        self.run(Task::Recording, file, limit, read).await.unwrap_or_else(|death| {
            Err(match death {
                Death::Died | Death::Hungry => Reason::AudioDamaged,
                Death::Slow => Reason::AudioTooSlow,
            })
        })
    }

    /// A picture as a square, see [`image::to_square_jpeg`].
    ///
    /// # Errors
    /// Why the picture is refused.
    pub async fn square_jpeg(&self, file: &Path, max_px: u32) -> Result<Bytes, Reason> {
        let whole = self.picture(Task::Square(max_px), file, move |path| image::square(&bytes_of(path)?, max_px));
        whole.await.map(|picture| picture.jpeg)
    }

    /// A whole picture, see [`image::to_whole_jpeg`].
    ///
    /// # Errors
    /// Why the picture is refused.
    pub async fn whole_jpeg(&self, file: &Path, max_px: u32) -> Result<Whole, Reason> {
        self.picture(Task::Whole(max_px), file, move |path| image::to_whole_jpeg(&bytes_of(path)?, max_px)).await
    }

    async fn picture(
        &self,
        task: Task,
        file: &Path,
        here: impl FnOnce(&Path) -> Result<Whole, Reason> + Send + 'static,
    ) -> Result<Whole, Reason> {
        self.run(task, file, image::TIME_LIMIT, here).await.unwrap_or_else(|death| {
            Err(match death {
                Death::Died => Reason::ImageDamaged,
                Death::Slow | Death::Hungry => Reason::ImageTooLarge,
            })
        })
    }

    async fn run<T: DeserializeOwned + Send + 'static>(
        &self,
        task: Task,
        file: &Path,
        limit: Duration,
        here: impl FnOnce(&Path) -> Result<T, Reason> + Send + 'static,
    ) -> Result<Result<T, Reason>, Death> {
        let file = file.to_owned();
        let Some(program) = self.program.clone() else {
            let reading = tokio::task::spawn_blocking(move || here(&file));
            return match tokio::time::timeout(limit, reading).await {
                Ok(read) => read.map_err(|_panicked| Death::Died),
                Err(_elapsed) => Err(Death::Slow),
            };
        };
        let began = Instant::now();
        let asked = tokio::task::spawn_blocking(move || ask(&program, task, &file, limit));
        let answer = asked.await.map_err(|_panicked| Death::Died)??;
        let Answer { result, peak_bytes } = serde_json::from_slice(&answer).map_err(|_| Death::Died)?;
        if let Some(watch) = &self.watch {
            // Nobody may be listening any more.
            let _ = watch.send(Cost { took: began.elapsed(), peak_bytes });
        }
        Ok(result)
    }
}

fn bytes_of(path: &Path) -> Result<Bytes, Reason> {
    fs::read(path).map(Bytes::from).map_err(|_| Reason::Gone)
}

/// Starts a process for one file and waits for its answer.
fn ask(program: &Path, task: Task, file: &Path, limit: Duration) -> Result<Vec<u8>, Death> {
    let mut child = Command::new(program)
        .args([FLAG, &task.to_string(), &limit.as_secs().saturating_add(SPARE_SECS).to_string()])
        .arg(file)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            tracing::error!(%error, program = %program.display(), "a reader could not be started");
            Death::Died
        })?;
    let answer = collect(child.stdout.take(), ANSWER_MAX_BYTES);
    let last_words = collect(child.stderr.take(), LAST_WORDS_MAX_BYTES);
    // The answer ends when the process does, or when it is too long.
    let in_time = answer.recv_timeout(limit);
    if in_time.is_err() {
        // It may have ended in this very moment.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|_| Death::Died)?;
    let Ok(answer) = in_time else { return Err(Death::Slow) };
    if status.success() {
        return Ok(answer);
    }
    let said = last_words.recv().unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    tracing::warn!(?task, %status, said = said.lines().next().unwrap_or_default(), "a reader died");
    Err(if said.contains("memory allocation of") { Death::Hungry } else { Death::Died })
}

/// Reads a pipe to its end on a thread of its own; what is beyond the bound breaks it.
fn collect(pipe: Option<impl Read + Send + 'static>, max_bytes: u64) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What could be read before it broke is all there is.
            let _ = pipe.take(max_bytes).read_to_end(&mut bytes);
        }
        let _ = send.send(bytes);
    });
    receive
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Facts => f.write_str("facts"),
            Self::Preview => f.write_str("preview"),
            Self::Text => f.write_str("text"),
            Self::Recording => f.write_str("recording"),
            Self::Square(max_px) => write!(f, "square-{max_px}"),
            Self::Whole(max_px) => write!(f, "whole-{max_px}"),
        }
    }
}

impl Task {
    fn parse(text: &str) -> Option<Self> {
        match text.split_once('-') {
            Some(("square", max_px)) => max_px.parse().ok().map(Self::Square),
            Some(("whole", max_px)) => max_px.parse().ok().map(Self::Whole),
            Some(_) => None,
            None => [Self::Facts, Self::Preview, Self::Text, Self::Recording]
                .into_iter()
                .find(|task| task.to_string() == text),
        }
    }
}

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
    if bound(secs).is_err() {
        return Some(ExitCode::FAILURE);
    }
    Some(if answer(task, Path::new(file)).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn bound(cpu_secs: u64) -> io::Result<()> {
    Resource::AS.set(MEMORY_MAX_BYTES, MEMORY_MAX_BYTES)?;
    Resource::CPU.set(cpu_secs, cpu_secs)?;
    Resource::FSIZE.set(0, 0)?;
    Resource::CORE.set(0, 0)?;
    Resource::NOFILE.set(OPEN_FILES_MAX, OPEN_FILES_MAX)
}

fn answer(task: Task, file: &Path) -> io::Result<()> {
    let read = || bytes_of(file);
    match task {
        Task::Facts => say(read().and_then(pdf::facts)),
        Task::Preview => say(read().and_then(pdf::draw)),
        Task::Text => say(read().and_then(pdf::read_text)),
        Task::Recording => say(audio::read(file, &AtomicBool::new(false))),
        Task::Square(max_px) => say(read().and_then(|bytes| image::square(&bytes, max_px))),
        Task::Whole(max_px) => say(read().and_then(|bytes| image::to_whole_jpeg(&bytes, max_px))),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_understood_by_the_process_that_is_to_do_it() {
        let tasks = [Task::Facts, Task::Preview, Task::Text, Task::Recording, Task::Square(640), Task::Whole(u32::MAX)];
        for task in tasks {
            assert_eq!(Task::parse(&task.to_string()), Some(task));
        }
        for other in ["", "square", "square-", "square--1", "facts-1", "whole-4294967296"] {
            assert_eq!(Task::parse(other), None, "{other:?}");
        }
    }
}
