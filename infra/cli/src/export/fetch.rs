//! Fetches the notes and recordings of an export.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;
use ureq::http::Method;

use super::folder::{Folder, Temporary};
use crate::client::Client;
use crate::course::format::ExportedFile;
use crate::course::wire::{SignedFile, SignedFiles};
use crate::failure::Failure;
use crate::report::{self, FileResult, Progress, Row};

/// Attempts of a file that bring less than [`PROGRESS_BYTES`], one after another. Each gets a new URL.
const ATTEMPTS: u32 = 5;
/// Number of bytes after which an attempt counts as progress, so that the number of attempts is bounded.
const PROGRESS_BYTES: u64 = 64 * 1024;
const FIRST_PAUSE: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 500 });

/// A file of the server.
pub(super) struct Wanted {
    pub(super) file: ExportedFile,
    pub(super) signed: SignedFile,
    /// Path of the request that signs its URL.
    pub(super) signing: &'static str,
    /// Course, shelf or album.
    pub(super) place: String,
    /// Chapter or subject.
    pub(super) part: String,
}

/// Asks for the signed URLs of up to 20 files.
pub(super) fn sign(client: &Client, signing: &str, ids: &[String]) -> Result<Vec<SignedFile>, Failure> {
    let signed: SignedFiles = client.send(&Method::POST, signing, &json!({ "ids": ids }))?;
    Ok(signed.items)
}

/// Fetches the files that are not in the folder with the same content. Returns a row for each, and the failure that
/// ended the run early.
pub(super) fn all(client: &Client, folder: &Folder, wanted: &[Wanted], parallel: usize) -> (Vec<Row>, Option<Failure>) {
    let (next, progress) = (AtomicUsize::new(0), Progress::new(wanted.len(), "received"));
    let (rows, failure) = (Mutex::new(Vec::new()), Mutex::new(None));
    let (is_over, ended) = (Mutex::new(false), Condvar::new());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..parallel.min(wanted.len()))
            .map(|_| {
                scope.spawn(|| {
                    while let Some(one) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let is_stopped = failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                        let result = if is_stopped {
                            FileResult::Unfinished("It was not fetched. Run the command again.".to_owned())
                        } else {
                            fetch(client, folder, one, &progress).unwrap_or_else(|reason| {
                                let result = match &reason {
                                    // Without this file, the export is not complete.
                                    Failure::Refused { detail, .. } => FileResult::Unfinished(detail.clone()),
                                    reason => FileResult::from(reason),
                                };
                                if reason.is_final() {
                                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
                                }
                                result
                            })
                        };
                        progress.add_file();
                        let (file, place, part) = (one.file.path.clone(), one.place.clone(), one.part.clone());
                        let row = Row { file, place, part, result };
                        rows.lock().unwrap_or_else(PoisonError::into_inner).push(row);
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            progress.show(|pause| {
                let is_over = is_over.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = ended.wait_timeout_while(is_over, pause, |over| !*over);
                *waited.unwrap_or_else(PoisonError::into_inner).0
            });
        });
        for worker in workers {
            if worker.join().is_err() {
                let reason = "note-ninja failed unexpectedly. Run the command again.";
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(Failure::Unreachable(reason.into()));
            }
        }
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.notify_all();
    });
    report::print_error(&progress.received());
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    (rows, failure.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn fetch(client: &Client, folder: &Folder, one: &Wanted, progress: &Progress) -> Result<FileResult, Failure> {
    if folder.has(&one.file) {
        return Ok(FileResult::Present);
    }
    let mut temporary = folder.resume(&one.file.path)?;
    let completed = complete(client, &mut temporary, one, progress);
    match completed {
        Ok(()) => temporary.finish().map(|()| FileResult::Saved),
        Err(failure) => {
            // The next run continues after what has arrived.
            if temporary.size_bytes() == 0 {
                temporary.discard();
            }
            Err(failure)
        }
    }
}

/// Fetches what is missing of a file. Every attempt continues after the bytes of the one before.
fn complete(client: &Client, temporary: &mut Temporary, one: &Wanted, progress: &Progress) -> Result<(), Failure> {
    let (mut url, mut pause, mut attempts) = (one.signed.url.clone(), FIRST_PAUSE, 0);
    loop {
        let before = temporary.size_bytes();
        let reason = match attempt_once(client, temporary, one, &url, progress) {
            Ok(true) => return Ok(()),
            Ok(false) => Failure::NotSent("The server did not send the file that it announced.".to_owned()),
            Err(failure @ Failure::Unreachable(_)) => failure,
            Err(failure) => return Err(failure),
        };
        // A connection that breaks again and again is no reason to give up while the file grows.
        if temporary.size_bytes() >= before + PROGRESS_BYTES {
            (pause, attempts) = (FIRST_PAUSE, 0);
        }
        attempts += 1;
        if attempts == ATTEMPTS {
            return Err(reason);
        }
        thread::sleep(pause);
        pause *= 2;
        // The URL may have expired, or the file may have been replaced.
        let signed = sign(client, one.signing, std::slice::from_ref(&one.signed.id))?.pop();
        match signed {
            Some(signed) if signed.sha256 == one.file.sha256 => url = signed.url,
            _ => break,
        }
    }
    temporary.restart()?;
    Err(Failure::NotSent("It was changed or deleted during the export. Run the command again.".to_owned()))
}

/// Fetches the rest of a file. Returns true if the file is complete and as announced.
fn attempt_once(
    client: &Client,
    temporary: &mut Temporary,
    one: &Wanted,
    url: &str,
    progress: &Progress,
) -> Result<bool, Failure> {
    if temporary.is(&one.file) {
        return Ok(true);
    }
    // An earlier run has received another version of the file.
    if temporary.size_bytes() >= one.file.size_bytes {
        temporary.restart()?;
    }
    let fetched = client.fetch(url, temporary.size_bytes(), &mut |position, piece| {
        // The store ignores ranges.
        if position == 0 && temporary.size_bytes() > 0 {
            temporary.restart()?;
        }
        if temporary.size_bytes() + piece.len() as u64 > one.file.size_bytes {
            temporary.restart()?;
            return Err(Failure::Unreachable("The server sends more than it announced.".to_owned()));
        }
        progress.add_bytes(piece.len() as u64);
        temporary.write(piece)
    });
    let status = fetched?;
    if temporary.is(&one.file) {
        return Ok(true);
    }
    // The store has sent all that it has, so what has arrived is not the file. After any other status, it is kept.
    if matches!(status, 200 | 206 | 416) {
        temporary.restart()?;
    }
    Ok(false)
}

#[cfg(test)]
mod tests;
