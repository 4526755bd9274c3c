//! Reading files where they can do no harm.
//!
//! A file that panics, loops or blows up a reader must cost nothing but itself. So each is read by a process of its own:
//! the same program, started again with `--inspect`. It has bounded memory, processor time and open files, can write no
//! file, and is given none of our environment, so no credentials. Where the kernel can, it is shut in: it opens no file but
//! its own, so it cannot read our environment either, and no socket. It is killed when its time is over. A thread could be
//! none of that: a release build aborts on a panic, memory is shared, and nothing stops a thread.

mod process;
mod protocol;
mod reader;
mod verdict;
mod walls;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, io};

use bytes::Bytes;
use serde::de::DeserializeOwned;

pub use self::reader::run_if_asked;
pub use self::verdict::{Death, NoReader};
pub use self::walls::{Walls, shut_in};

use self::process::ask;
use self::protocol::{Answer, Task};
use self::reader::bytes_of;
use crate::audio::{self, Recording};
use crate::image::{self, Whole};
use crate::pdf::{self, Drawn, Facts, Text};
use crate::reason::Reason;

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

/// What a reader answered; the outer error is not about the file.
pub type Asked<T> = Result<T, NoReader>;

/// Whether it has been said that readers are not shut in.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Says once in the life of this process what the kernel does not keep readers from.
fn tell_of_missing(walls: Walls) {
    if !walls.are_complete() && !IS_TOLD.swap(true, Ordering::Relaxed) {
        let Walls { landlock, seccomp } = walls;
        tracing::warn!(landlock, seccomp, "this kernel does not shut readers of files in altogether");
    }
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

    /// What a PDF says of itself; the inner error says why it is refused.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn pdf(&self, file: &Path) -> Asked<Result<Facts, Reason>> {
        let asked = self.run(Task::Facts, file, pdf::FACTS_LIMIT, |path| pdf::facts(bytes_of(path)?)).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.of_pdf())))
    }

    /// Pictures of the first page of a PDF.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn preview(&self, file: &Path) -> Asked<Result<Drawn, Death>> {
        let asked =
            self.run(Task::Preview, file, pdf::PREVIEW_LIMIT, |path| pdf::draw(bytes_of(path)?, pdf::LARGE_PX)).await?;
        Ok(asked.and_then(|drawn| drawn.map_err(|_| Death::Died)))
    }

    /// The text of a PDF.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn text(&self, file: &Path) -> Asked<Result<Text, Death>> {
        let asked = self.run(Task::Text, file, pdf::TEXT_LIMIT, |path| pdf::read_text(bytes_of(path)?)).await?;
        Ok(asked.and_then(|text| text.map_err(|_| Death::Died)))
    }

    /// What is known of a recording, read for at most `limit`; the inner error says why it is refused.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn recording(&self, file: &Path, limit: Duration) -> Asked<Result<Recording, Reason>> {
        if self.program.is_none() {
            // It can be told to stop.
            return Ok(audio::inspect_within(file, limit).await);
        }
        let read = |path: &Path| audio::read(path, &AtomicBool::new(false));
        let asked = self.run(Task::Recording, file, limit, read).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.of_recording())))
    }

    /// A picture as a square, see [`image::to_square_jpeg`]; the inner error says why it is refused.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn square_jpeg(&self, file: &Path, max_px: u32) -> Asked<Result<Bytes, Reason>> {
        let whole = self.picture(Task::Square(max_px), file, move |path| image::square(&bytes_of(path)?, max_px));
        Ok(whole.await?.map(|picture| picture.jpeg))
    }

    /// A whole picture, see [`image::to_whole_jpeg`]; the inner error says why it is refused.
    ///
    /// # Errors
    /// When there is no reader.
    pub async fn whole_jpeg(&self, file: &Path, max_px: u32) -> Asked<Result<Whole, Reason>> {
        self.picture(Task::Whole(max_px), file, move |path| image::to_whole_jpeg(&bytes_of(path)?, max_px)).await
    }

    async fn picture(
        &self,
        task: Task,
        file: &Path,
        here: impl FnOnce(&Path) -> Result<Whole, Reason> + Send + 'static,
    ) -> Asked<Result<Whole, Reason>> {
        let asked = self.run(task, file, image::TIME_LIMIT, here).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.of_picture())))
    }

    async fn run<T: DeserializeOwned + Send + 'static>(
        &self,
        task: Task,
        file: &Path,
        limit: Duration,
        here: impl FnOnce(&Path) -> Result<T, Reason> + Send + 'static,
    ) -> Asked<Result<Result<T, Reason>, Death>> {
        let file = file.to_owned();
        let Some(program) = self.program.clone() else {
            let reading = tokio::task::spawn_blocking(move || here(&file));
            return Ok(match tokio::time::timeout(limit, reading).await {
                Ok(read) => read.map_err(|_panicked| Death::Died),
                Err(_elapsed) => Err(Death::Slow),
            });
        };
        let began = Instant::now();
        let asked = tokio::task::spawn_blocking(move || ask(&program, task, &file, limit));
        let answer = match asked.await.map_err(|panicked| NoReader(panicked.into()))?? {
            Ok(answer) => answer,
            Err(death) => return Ok(Err(death)),
        };
        let Ok(Answer { result, peak_bytes, walls }) = serde_json::from_slice(&answer) else {
            return Ok(Err(Death::Died));
        };
        tell_of_missing(walls);
        if let Some(watch) = &self.watch {
            // Nobody may be listening any more.
            let _ = watch.send(Cost { took: began.elapsed(), peak_bytes });
        }
        Ok(Ok(result))
    }
}
