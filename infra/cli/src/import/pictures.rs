//! Pictures of courses, recordings, album notes and cards.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::limits::PROFILE_IMAGE_MAX_BYTES;

use super::Import;
use super::alike::is_alike;
use crate::client::FileBody;
use crate::course::format::ExportedFile;
use crate::course::reading::locate;
use crate::course::wire::SignedUrl;
use crate::failure::Failure;
use crate::hashing;
use crate::report::FileResult;
use crate::upload::CHANGED_FILE;
use crate::upload::states::{derived_id, reason};
use crate::wire::{Status, Ticket, Upload};

const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// Time after which the check of a picture is not awaited any longer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(120);
/// Attempts to send a picture. Each gets a new URL.
const SEND_ATTEMPTS: u32 = 5;
/// Number of uploads of the same picture for the same item that are looked up. `--again` starts a new one.
const UPLOADS_MAX: u32 = 100;

impl Import<'_> {
    /// Sets the picture of an item. `path` is the path of the request that creates the upload, and `current` the URL of
    /// the picture that the item has. With `may_replace`, another picture is replaced.
    pub(super) fn picture(
        &self,
        path: &str,
        current: Option<&str>,
        file: &ExportedFile,
        may_replace: bool,
    ) -> Result<FileResult, Failure> {
        let bytes = self.read(file)?;
        if !self.exists {
            return Ok(FileResult::New);
        }
        if let Some(url) = current {
            let there = self.client.fetch_small(url, PROFILE_IMAGE_MAX_BYTES)?;
            if there.is_some_and(|there| hashing::of_bytes(&there) == file.sha256 || is_alike(&there, &bytes)) {
                return Ok(FileResult::Present);
            }
        }
        let is_kept = current.is_some() && (!may_replace || self.options.dry_run);
        for attempt in 0..UPLOADS_MAX {
            let id = derived_id(&["note-ninja import picture", self.owner, path, &file.sha256, &attempt.to_string()]);
            let upload: Option<Upload> = self.client.find(&format!("/uploads/{id}"))?;
            match upload {
                Some(Upload { status: Status::Checking | Status::Review, .. }) => return self.wait(&id),
                _ if is_kept => {
                    let reason = if may_replace {
                        "Another picture. Without --dry-run, the exported one replaces it."
                    } else {
                        "Another picture. --replace sets the exported one."
                    };
                    return Ok(FileResult::Different(reason.to_owned()));
                }
                // The picture was changed after this upload.
                Some(Upload { status: Status::Ready, .. }) if current.is_some() => {}
                Some(Upload { status: Status::Ready | Status::Failed, .. }) if self.options.again => {}
                Some(Upload { status: Status::Ready, .. }) => return Ok(FileResult::Deleted),
                Some(Upload { status: Status::Failed, reason: why, .. }) => {
                    return Ok(FileResult::Refused(reason(why)));
                }
                Some(Upload { status: Status::Waiting, .. }) | None if self.options.dry_run => {
                    return Ok(FileResult::New);
                }
                Some(Upload { status: Status::Waiting, .. }) | None => {
                    self.send(path, &id, current.unwrap_or_default(), file, &bytes)?;
                    return Ok(match self.wait(&id)? {
                        FileResult::Published if current.is_some() => FileResult::Updated,
                        result => result,
                    });
                }
            }
        }
        Ok(FileResult::Refused("It was sent too often. Set it on the page.".to_owned()))
    }

    /// Reads a file of the folder and compares it with `course.json`.
    pub(super) fn read(&self, file: &ExportedFile) -> Result<Vec<u8>, Failure> {
        let path = locate(&self.folder, &file.path)?;
        let unreadable = |error: std::io::Error| Failure::Unreadable(format!("It cannot be read: {error}."));
        // The size in course.json is limited, but the file could be larger.
        if fs::metadata(&path).map_err(unreadable)?.len() != file.size_bytes {
            return Err(Failure::Unreadable(CHANGED_FILE.to_owned()));
        }
        let bytes = fs::read(&path).map_err(unreadable)?;
        if hashing::of_bytes(&bytes) == file.sha256 {
            Ok(bytes)
        } else {
            Err(Failure::Unreadable(CHANGED_FILE.to_owned()))
        }
    }

    fn send(&self, path: &str, id: &str, replaces: &str, file: &ExportedFile, bytes: &[u8]) -> Result<(), Failure> {
        let body = json!({
            "id": id, "fileName": "picture.jpg", "contentType": "image/jpeg", "sizeBytes": file.size_bytes,
            "sha256": file.sha256, "replaces": replaces,
        });
        let mut pause = FIRST_PAUSE;
        let mut refusal = String::new();
        for _ in 0..SEND_ATTEMPTS {
            let ticket: Ticket = match self.client.send(&Method::POST, path, &body) {
                Err(Failure::Refused { code, .. }) if code == "already_uploaded" => return Ok(()),
                ticket => ticket?,
            };
            let url = ticket.url.unwrap_or_default();
            refusal = match self.client.put(&url, &ticket.headers, &FileBody::Bytes(bytes)) {
                Ok(stored) if (200..300).contains(&stored.status) => return Ok(()),
                Ok(stored) => format!("The file store answered {}. Run the command again.", stored.status),
                Err(reason) => format!("The file store does not answer: {reason}"),
            };
            thread::sleep(pause);
            pause *= 2;
        }
        Err(Failure::NotSent(refusal))
    }

    /// Waits for the check of a picture.
    fn wait(&self, id: &str) -> Result<FileResult, Failure> {
        if self.options.dry_run {
            return Ok(FileResult::Present);
        }
        let (began, mut pause) = (Instant::now(), FIRST_PAUSE);
        while began.elapsed() < CHECK_TIMEOUT {
            match self.client.find::<Upload>(&format!("/uploads/{id}"))? {
                Some(Upload { status: Status::Ready, .. }) => return Ok(FileResult::Published),
                Some(Upload { status: Status::Failed, reason: why, .. }) => {
                    return Ok(FileResult::Refused(reason(why)));
                }
                None => return Ok(FileResult::Refused("The upload was cancelled in the console.".to_owned())),
                Some(_) => thread::sleep(pause),
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        let reason = "It has arrived. The server is still checking it; run the command again to see the result.";
        Ok(FileResult::Unfinished(reason.to_owned()))
    }

    /// Returns the content of a file that the server signs in a response, for example of a transcript.
    pub(super) fn signed_file(&self, path: &str, max_bytes: u64) -> Result<Option<Vec<u8>>, Failure> {
        let signed: SignedUrl = self.client.get(path)?;
        self.client.fetch_small(&signed.url, max_bytes)
    }

    /// Sends a small file in a request of the API.
    pub(super) fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.client.put_bytes(path, bytes).map(drop)
    }

    /// Sends a change.
    pub(super) fn change(&self, method: &Method, path: &str, body: &Value) -> Result<(), Failure> {
        self.client.send::<Value>(method, path, body).map(drop)
    }
}
