//! Reads untrusted files in sandboxed processes.
//!
//! A file that crashes, hangs or exhausts a reader must affect nothing else. So each file is read by a separate
//! process, a program started with `--inspect`. It has limited memory, CPU time and open files, cannot write files, and
//! has no credentials, because its environment is empty. If the kernel supports it, the process is also sandboxed: it
//! can open no sockets and no files except its input, so it cannot read our environment either. It is killed when its
//! time is over. A thread could not give these guarantees: a release build aborts on a panic, memory is shared, and a
//! thread cannot be killed.

mod crash;
mod process;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, io};

use bytes::Bytes;
use serde::de::DeserializeOwned;

pub use self::crash::{ExtractorCrash, ExtractorUnavailable};

use self::process::run_reader;
use crate::audio::{PreparedRecording, Recording};
use crate::deck::{Deck, Picture};
use crate::image::EncodedImage;
use crate::pdf::{ExtractedText, PdfProperties, RenderedPage};
use crate::protocol::{ReaderResponse, SandboxStatus, Task};
use crate::reason::FileRejection;

/// Time limit for counting the pages of a PDF. The slowest of a thousand test files took half of it.
const FACTS_LIMIT: Duration = Duration::from_secs(20);

/// Time limit for rendering a first page.
const PREVIEW_LIMIT: Duration = Duration::from_secs(20);

/// Time limit for extracting the text of a PDF. 1,000 pages took a few seconds.
const TEXT_LIMIT: Duration = Duration::from_secs(90);

/// Time limit for re-encoding an image. The largest allowed image takes a tenth of it.
const PICTURE_LIMIT: Duration = Duration::from_secs(20);

/// Time limit for reading the cards of a deck.
const DECK_LIMIT: Duration = Duration::from_secs(60);

/// Time limit for re-encoding 64 images of a deck.
const PICTURES_LIMIT: Duration = Duration::from_secs(60);

/// Polling interval while waiting for the reader binary.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Reads untrusted files, each in its own sandbox.
#[derive(Debug, Clone)]
pub struct Extractor {
    reader: Reader,
    /// Receives the resource usage of each reader.
    watch: Option<mpsc::Sender<ResourceUsage>>,
}

#[derive(Debug, Clone)]
enum Reader {
    /// A program that is started for each file. If it does not exist yet, each file waits up to `patience` for it.
    Program { path: PathBuf, patience: Duration },
    /// Function that a thread of this process calls for each file.
    Here(InProcessReader),
}

/// Reads a file like a reader process and returns the response: a [`ReaderResponse`](crate::protocol::ReaderResponse)
/// as JSON.
pub type InProcessReader = fn(Task, &Path) -> io::Result<Vec<u8>>;

/// Resources used by a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceUsage {
    /// Wall-clock time, including the start of the process.
    pub took: Duration,
    /// Peak memory, in bytes; 0 if the system does not report it.
    pub peak_bytes: u64,
}

/// Result of a reader. The outer error is not caused by the file.
pub type ReaderResult<T> = Result<T, ExtractorUnavailable>;

/// Whether the warning about missing restrictions was logged.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Logs once per process which sandbox restrictions this kernel does not support.
fn tell_of_missing(sandbox: SandboxStatus) {
    if !sandbox.is_complete() && !IS_TOLD.swap(true, Ordering::Relaxed) {
        let SandboxStatus { landlock, seccomp } = sandbox;
        tracing::warn!(landlock, seccomp, "this kernel does not shut readers of files in altogether");
    }
}

impl Extractor {
    /// Creates an extractor that starts the current program for each file. Its `main` must begin with
    /// `readers::run_if_requested`.
    ///
    /// # Errors
    /// If the path of the current program is unknown.
    pub fn self_exec() -> io::Result<Self> {
        Ok(Self::with_program(env::current_exe()?))
    }

    /// Creates an extractor that starts `program` for each file. Its `main` must begin with
    /// `readers::run_if_requested`.
    #[must_use]
    pub fn with_program(program: PathBuf) -> Self {
        Self::with_pending_program(program, Duration::ZERO)
    }

    /// Creates an extractor like [`Extractor::with_program`], but allows that the program is not compiled yet. Each
    /// file waits up to `patience` for it.
    #[must_use]
    pub fn with_pending_program(program: PathBuf, patience: Duration) -> Self {
        Self { reader: Reader::Program { path: program, patience }, watch: None }
    }

    /// Creates an extractor that reads on a thread of this process, with only a time limit. For tests, whose programs
    /// cannot be started with `--inspect`.
    #[must_use]
    pub fn in_process(read: InProcessReader) -> Self {
        Self { reader: Reader::Here(read), watch: None }
    }

    /// Sends the resource usage of each reader that returned a response, for measurements.
    #[must_use]
    pub fn with_metrics(self, watch: mpsc::Sender<ResourceUsage>) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Returns true if the reader program exists, so that files need not wait.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        match &self.reader {
            Reader::Program { path, .. } => path.is_file(),
            Reader::Here(_) => true,
        }
    }

    /// Waits for the reader program.
    ///
    /// # Errors
    /// If the program still does not exist when its `patience` has passed.
    pub async fn wait_until_ready(&self) -> Result<(), ExtractorUnavailable> {
        let Reader::Program { path, patience } = &self.reader else { return Ok(()) };
        let began = Instant::now();
        while !path.is_file() {
            if began.elapsed() >= *patience {
                let missing = format!("{} is not there", path.display());
                return Err(ExtractorUnavailable(io::Error::new(io::ErrorKind::NotFound, missing)));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    /// Reads the metadata of a PDF. The inner error is the reason for rejecting the file.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn read_pdf(&self, file: &Path) -> ReaderResult<Result<PdfProperties, FileRejection>> {
        let asked = self.run(Task::PdfProperties, file, FACTS_LIMIT).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.pdf_reason())))
    }

    /// Renders previews of the first page of a PDF.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn render_preview(&self, file: &Path) -> ReaderResult<Result<RenderedPage, ExtractorCrash>> {
        let asked = self.run(Task::Preview, file, PREVIEW_LIMIT).await?;
        Ok(asked.and_then(|drawn| drawn.map_err(|_| ExtractorCrash::Died)))
    }

    /// Extracts the text of a PDF.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn extract_text(&self, file: &Path) -> ReaderResult<Result<ExtractedText, ExtractorCrash>> {
        let asked = self.run(Task::Text, file, TEXT_LIMIT).await?;
        Ok(asked.and_then(|text| text.map_err(|_| ExtractorCrash::Died)))
    }

    /// Reads the metadata of a recording within `limit`. The inner error is the reason for rejecting the file.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn read_recording(&self, file: &Path, limit: Duration) -> ReaderResult<Result<Recording, FileRejection>> {
        let asked = self.run(Task::Recording, file, limit).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.recording_reason())))
    }

    /// Prepares a recording for listening within `limit`. The inner error is the reason why it cannot be decoded.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn prepare_recording(
        &self,
        file: &Path,
        limit: Duration,
    ) -> ReaderResult<Result<PreparedRecording, FileRejection>> {
        let asked = self.run(Task::Listening, file, limit).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.recording_reason())))
    }

    /// Re-encodes an image as a square JPEG without metadata, at most `max_px` wide. The inner error is the reason for
    /// rejecting the file.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn square_jpeg(&self, file: &Path, max_px: u32) -> ReaderResult<Result<Bytes, FileRejection>> {
        let picture = self.picture(Task::SquareJpeg(max_px), file).await?;
        Ok(picture.map(|picture| picture.jpeg))
    }

    /// Re-encodes an uncropped image as a JPEG without metadata, its longer edge at most `max_px`. The inner error is
    /// the reason for rejecting the file.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn reencode_jpeg(&self, file: &Path, max_px: u32) -> ReaderResult<Result<EncodedImage, FileRejection>> {
        self.picture(Task::Jpeg(max_px), file).await
    }

    /// Reads the cards of a deck. The inner error is the reason for rejecting the file.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn read_deck(&self, file: &Path) -> ReaderResult<Result<Deck, FileRejection>> {
        let asked = self.run(Task::Deck, file, DECK_LIMIT).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.deck_reason())))
    }

    /// Re-encodes images of a deck. Bit `n` of `wanted` selects file number `first + n`.
    ///
    /// # Errors
    /// If no reader can be started.
    pub async fn read_deck_pictures(
        &self,
        file: &Path,
        first: u32,
        wanted: u64,
    ) -> ReaderResult<Result<Vec<Picture>, ExtractorCrash>> {
        let asked = self.run(Task::Pictures(first, wanted), file, PICTURES_LIMIT).await?;
        Ok(asked.and_then(|pictures| pictures.map_err(|_| ExtractorCrash::Died)))
    }

    async fn picture(&self, task: Task, file: &Path) -> ReaderResult<Result<EncodedImage, FileRejection>> {
        let asked = self.run(task, file, PICTURE_LIMIT).await?;
        Ok(asked.unwrap_or_else(|death| Err(death.picture_reason())))
    }

    async fn run<T: DeserializeOwned>(
        &self,
        task: Task,
        file: &Path,
        limit: Duration,
    ) -> ReaderResult<Result<Result<T, FileRejection>, ExtractorCrash>> {
        self.wait_until_ready().await?;
        let began = Instant::now();
        let file = file.to_owned();
        let said = match &self.reader {
            Reader::Program { path, .. } => {
                let program = path.clone();
                let asked = tokio::task::spawn_blocking(move || run_reader(&program, task, &file, limit));
                asked.await.map_err(|panicked| ExtractorUnavailable(panicked.into()))??
            }
            Reader::Here(read) => {
                let read = *read;
                let reading = tokio::task::spawn_blocking(move || read(task, &file));
                match tokio::time::timeout(limit, reading).await {
                    Ok(read) => read
                        .map_err(|_panicked| ExtractorCrash::Died)
                        .and_then(|said| said.map_err(|_| ExtractorCrash::Died)),
                    Err(_elapsed) => Err(ExtractorCrash::TimedOut),
                }
            }
        };
        let said = match said {
            Ok(said) => said,
            Err(death) => return Ok(Err(death)),
        };
        let Ok(ReaderResponse { result, peak_bytes, sandbox }) = serde_json::from_slice(&said) else {
            return Ok(Err(ExtractorCrash::Died));
        };
        if matches!(self.reader, Reader::Program { .. }) {
            tell_of_missing(sandbox);
        }
        if let Some(watch) = &self.watch {
            // The receiver may have been dropped.
            let _ = watch.send(ResourceUsage { took: began.elapsed(), peak_bytes });
        }
        Ok(Ok(result))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn waits_for_the_reader_binary_until_it_is_built_or_the_timeout_expires() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("reader");
        let patient = Extractor::with_pending_program(program.clone(), Duration::from_secs(60));
        let hasty = Extractor::with_pending_program(program.clone(), LOOK_EVERY);
        let (waiting, gave_up) = tokio::join!(patient.wait_until_ready(), async {
            let gave_up = hasty.wait_until_ready().await;
            assert!(!patient.is_ready());
            fs::write(&program, "").expect("a file");
            gave_up
        });
        waiting.expect("it came");
        let error = gave_up.expect_err("it was not there");
        assert!(error.io_error().to_string().contains("reader is not there"), "{error:?}");
        assert!(patient.is_ready());
    }
}
