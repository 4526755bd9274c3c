//! The ids of uploads, and what the server knows about them.

use ring::digest::{Context, SHA256};
use serde_json::Value;
use ulid::Ulid;
use ureq::http::Method;

use crate::client::Client;
use crate::failure::Failure;
use crate::plan::Task;
use crate::wire::{Duplicates, Status, Ticket, Upload};

/// Attempts for one file that are looked up. `--again` starts a new one.
const ATTEMPTS_MAX: u32 = 100;

/// State of a file that is not published.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The server does not know the upload.
    New,
    /// The file has not arrived completely.
    Waiting,
    /// The file has arrived.
    Checking,
    /// The file was published and then deleted.
    Deleted,
    /// The file was refused, with the reason.
    Refused(String),
}

/// The uploads of one administrator.
pub(super) struct UploadIds<'a> {
    pub(super) client: &'a Client,
    /// User id of the administrator.
    pub(super) owner: &'a str,
    /// Starts a new attempt for a file that was refused or deleted.
    pub(super) again: bool,
}

impl UploadIds<'_> {
    /// Returns the id of an attempt, from 0, to upload a file to its place. Every run derives the same id.
    pub(super) fn nth(&self, task: &Task, sha256: &str, attempt: u32) -> String {
        derived_id(&["note-ninja upload", self.owner, task.kind.as_str(), &task.place, sha256, &attempt.to_string()])
    }

    /// Returns true if an item at the place of the task has this file.
    pub(super) fn is_published(&self, task: &Task, sha256: &str) -> Result<bool, Failure> {
        let found: Duplicates = self.client.get(&format!("/admin/files/{sha256}"))?;
        let is_it = |item: &crate::wire::Duplicate| item.kind == task.kind.as_str() && item.place == task.place;
        Ok(found.items.iter().any(is_it))
    }

    /// Returns the id and the state of the latest attempt.
    pub(super) fn state(&self, task: &Task, sha256: &str) -> Result<(String, State), Failure> {
        let mut latest = None;
        for attempt in 0..ATTEMPTS_MAX {
            let id = self.nth(task, sha256, attempt);
            let Some(upload) = self.client.find::<Upload>(&format!("/uploads/{id}"))? else {
                return Ok(match latest {
                    Some((_, State::Refused(_) | State::Deleted)) if self.again => (id, State::New),
                    Some(latest) => latest,
                    None => (id, State::New),
                });
            };
            let state = match upload.status {
                Status::Waiting => State::Waiting,
                Status::Checking | Status::Review => State::Checking,
                // It may have been published after the search for its hash.
                Status::Ready if self.is_published(task, sha256)? => State::Checking,
                Status::Ready => State::Deleted,
                Status::Failed => State::Refused(reason(upload.reason)),
            };
            latest = Some((id, state));
        }
        Err(Failure::Refused {
            status: 409,
            code: String::new(),
            detail: "It was uploaded too often. Use the form on the page.".into(),
        })
    }

    /// Creates an upload, or returns the ticket of the same upload again. An upload that began with another title or
    /// chapter is replaced.
    pub(super) fn create(&self, task: &Task, id: &str, sha256: &str) -> Result<Ticket, Failure> {
        let mut body = task.body.clone();
        body["id"] = Value::from(id);
        body["sha256"] = Value::from(sha256);
        let create = || self.client.send(&Method::POST, &task.path(), &body);
        match create() {
            Err(Failure::Refused { status: 409, code, detail }) if code == "conflict" => {
                let path = format!("/uploads/{id}");
                match self.client.find::<Upload>(&path)? {
                    Some(Upload { status: Status::Waiting, .. }) => {
                        match self.client.send::<Value>(&Method::DELETE, &path, &Value::Null) {
                            Ok(_) | Err(Failure::Refused { status: 404, .. }) => create(),
                            Err(failure) => Err(failure),
                        }
                    }
                    // The file has arrived since the first request.
                    Some(_) => Err(Failure::Refused { status: 409, code: "already_uploaded".into(), detail }),
                    // The conflict is not about the id: the course is changing, for example.
                    None => create(),
                }
            }
            ticket => ticket,
        }
    }
}

/// Derives an id from texts. Every run derives the same id, so a repeated request changes nothing.
pub(crate) fn derived_id(parts: &[&str]) -> String {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(part.as_bytes());
        context.update(&[0]);
    }
    let digest = context.finish();
    let bits = digest.as_ref().iter().take(16).fold(0, |bits, byte| (bits << 8) | u128::from(*byte));
    Ulid::from(bits).to_string()
}

/// Returns the reason of a refusal.
pub(crate) fn reason(reason: Option<String>) -> String {
    reason.unwrap_or_else(|| "The file was not accepted. Check that it opens on this computer.".to_owned())
}
