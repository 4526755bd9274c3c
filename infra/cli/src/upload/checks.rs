//! Waits for the checks of files that have arrived.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::http::Method;

use super::states::reason;
use crate::client::Client;
use crate::failure::Failure;
use crate::plan::Task;
use crate::report::FileResult;
use crate::wire::{Status, Upload};

/// Pause before the first look at a check. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// Pause of all checks after one that is still running, because those behind it are probably running too. Without it, the
/// requests about 300 files take half of the speed of the transfer.
const PAUSE_OF_ALL: Duration = Duration::from_millis(250);
/// Time without any finished check or added file after which the run ends. The checks continue on the server.
const CHECK_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// Checks that are running on the server.
#[derive(Default)]
pub(super) struct Checks {
    state: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    running: Vec<Check>,
    /// Time before which no check is looked at.
    not_before: Instant,
    /// When a file was last added or a check last ended.
    changed_at: Instant,
    /// No more files will be added.
    is_closed: bool,
    /// The run has failed: do not wait.
    is_stopped: bool,
}

impl Default for Queue {
    fn default() -> Self {
        let now = Instant::now();
        Self { running: Vec::new(), not_before: now, changed_at: now, is_closed: false, is_stopped: false }
    }
}

struct Check {
    id: String,
    task: Task,
    due: Instant,
    pause: Duration,
}

impl Checks {
    fn state(&self) -> MutexGuard<'_, Queue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file that has arrived.
    pub(super) fn add(&self, id: String, task: Task) {
        let now = Instant::now();
        let mut state = self.state();
        state.changed_at = now;
        state.running.push(Check { id, task, due: now + FIRST_PAUSE, pause: FIRST_PAUSE });
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the adding of files.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.changed_at = Instant::now();
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the waiting. All running checks are reported as not finished.
    pub(super) fn stop(&self) {
        self.state().is_stopped = true;
        self.changed.notify_all();
    }

    /// Waits until all checks have ended, and reports each.
    pub(super) fn wait(&self, client: &Client, done: &dyn Fn(&Task, Result<FileResult, Failure>)) {
        while let Some(mut check) = self.next() {
            match look(client, &check) {
                Ok(None) => {
                    check.pause = (check.pause * 2).min(LONGEST_PAUSE);
                    let now = Instant::now();
                    check.due = now + check.pause;
                    let mut state = self.state();
                    state.not_before = now + PAUSE_OF_ALL;
                    state.running.push(check);
                }
                Ok(Some(result)) => {
                    self.state().changed_at = Instant::now();
                    done(&check.task, Ok(result));
                }
                Err(failure) => {
                    self.state().changed_at = Instant::now();
                    done(&check.task, Err(failure));
                }
            }
        }
        let rest = std::mem::take(&mut self.state().running);
        for check in rest {
            let reason = "It has arrived. The server is still checking it; run the command again to see the result.";
            done(&check.task, Ok(FileResult::Unfinished(reason.to_owned())));
        }
    }

    /// Returns the next check to look at, once it is due; `None` at the end.
    fn next(&self) -> Option<Check> {
        let mut state = self.state();
        loop {
            let is_over = state.running.is_empty() && state.is_closed;
            if is_over || state.is_stopped || (state.is_closed && state.changed_at.elapsed() > CHECK_TIMEOUT) {
                return None;
            }
            let next = state.running.iter().enumerate().min_by_key(|(_, check)| check.due);
            let now = Instant::now();
            let due = |check: &Check| check.due.max(state.not_before);
            let pause = match next {
                Some((at, check)) if due(check) <= now => return Some(state.running.swap_remove(at)),
                Some((_, check)) => due(check) - now,
                None => LONGEST_PAUSE,
            };
            state = self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn look(client: &Client, check: &Check) -> Result<Option<FileResult>, Failure> {
    let path = format!("/uploads/{}", check.id);
    let Some(upload) = client.find::<Upload>(&path)? else {
        return Ok(Some(FileResult::Refused("The upload was cancelled in the console.".into())));
    };
    match upload.status {
        Status::Ready => Ok(Some(FileResult::Published)),
        Status::Failed => Ok(Some(FileResult::Refused(reason(upload.reason)))),
        Status::Review => Ok(Some(FileResult::Unfinished("Waiting for review in the console.".into()))),
        Status::Waiting | Status::Checking if upload.can_retry => {
            // The check has died, or was never started.
            match client.send::<Value>(&Method::POST, &format!("{path}/retry"), &json!({})) {
                Ok(_) | Err(Failure::Refused { .. }) => Ok(None),
                Err(failure) => Err(failure),
            }
        }
        Status::Waiting | Status::Checking => Ok(None),
    }
}
