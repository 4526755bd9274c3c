//! Decisions on requested courses.

use aws::client::Store;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use model::error::{Conflict, Error, ResourceKind, Result};
use wasm_core::course::CourseCode;

use super::file::put_if_unchanged;
use super::{CourseRequestState, RequestedCourse, find_requested_course};

/// Decision of the administrators on a requested course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// State of the requested course.
    pub state: CourseRequestState,
    /// Reply, possibly empty.
    pub answer: String,
}

impl Decision {
    /// Returns the course with the fields of this decision that differ from `seen`. Without `seen`, all fields change.
    fn applied(&self, current: RequestedCourse, seen: Option<&Self>) -> Result<RequestedCourse> {
        let (state, answer) = match seen {
            None => (self.state, self.answer.clone()),
            Some(seen) => (
                changed(&seen.state, &current.state, &self.state)?,
                changed(&seen.answer, &current.answer, &self.answer)?,
            ),
        };
        Ok(RequestedCourse { state, answer, ..current })
    }
}

/// Returns the value of a field after an edit from `seen` to `new`. Fails if another administrator has changed the
/// field to a third value.
fn changed<T: Clone + PartialEq>(seen: &T, current: &T, new: &T) -> Result<T> {
    if new == seen {
        return Ok(current.clone());
    }
    if current == seen || current == new { Ok(new.clone()) } else { Err(Error::Conflict(Conflict::VersionMismatch)) }
}

/// Sets the state and the reply of a requested course. Only fields that differ from `seen` change; without `seen`, both
/// do. Returns the requested course before and after. Condition: it is unchanged since it was read. Cost: 1 read, 2
/// writes, 2 index writes.
///
/// # Errors
/// `NotFound(Request)` when the course has no requests; `Conflict(VersionMismatch)` when another administrator has
/// given one of these fields a different value since it was seen.
pub async fn decide(
    store: &Store,
    course: &CourseCode,
    decision: &Decision,
    seen: Option<&Decision>,
) -> Result<(RequestedCourse, RequestedCourse)> {
    change(store, course, |current| decision.applied(current, seen)).await
}

/// Marks a requested course as added and removes any earlier reply. Called when a course is created. Idempotent. Cost:
/// 1 read; 2 writes and 2 index writes if the course was requested.
pub async fn mark_added(store: &Store, course: &CourseCode) -> Result<()> {
    let added = |seen: RequestedCourse| {
        Ok(match seen.state {
            CourseRequestState::Added => seen,
            _ => RequestedCourse { state: CourseRequestState::Added, answer: String::new(), ..seen },
        })
    };
    match change(store, course, added).await {
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn change(
    store: &Store,
    course: &CourseCode,
    change: impl Fn(RequestedCourse) -> Result<RequestedCourse>,
) -> Result<(RequestedCourse, RequestedCourse)> {
    let mut retry = Retry::new();
    loop {
        let seen = find_requested_course(store, course).await?.ok_or(Error::NotFound(ResourceKind::Request))?;
        let mut after = change(seen.clone())?;
        if after == seen {
            return Ok((seen, after));
        }
        after.version += 1;
        let mut transaction = Transaction::default();
        put_if_unchanged(&mut transaction, &after, Some(&seen));
        if transaction.run(store).await? == Outcome::Done {
            return Ok((seen, after));
        }
        retry.wait().await?;
    }
}
