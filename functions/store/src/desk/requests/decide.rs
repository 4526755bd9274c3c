//! Decisions on requested courses.

use aws::client::Store;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use model::error::{Error, Noun, Result};
use wasm_core::course::CourseCode;

use super::file::write;
use super::{Demand, DemandState, find_demand};

/// Sets the state and the reply of a requested course. Returns the course before and after. Condition: it is unchanged
/// since it was read. Cost: 1 read, 2 writes, 2 index writes.
///
/// # Errors
/// `NotFound(Request)` when the course has no requests; `Conflict(Changed)` when it kept changing during the retries.
pub async fn decide(store: &Store, course: &CourseCode, state: DemandState, answer: &str) -> Result<(Demand, Demand)> {
    change(store, course, |seen| Demand { state, answer: answer.to_owned(), ..seen }).await
}

/// Marks a requested course as added and removes any earlier reply. Called when a course is created. Idempotent. Cost:
/// 1 read; 2 writes and 2 index writes if the course was requested.
///
/// # Errors
/// `Conflict(Changed)` when it kept changing during the retries.
pub async fn course_added(store: &Store, course: &CourseCode) -> Result<()> {
    let added = |seen: Demand| match seen.state {
        DemandState::Added => seen,
        _ => Demand { state: DemandState::Added, answer: String::new(), ..seen },
    };
    match change(store, course, added).await {
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn change(store: &Store, course: &CourseCode, change: impl Fn(Demand) -> Demand) -> Result<(Demand, Demand)> {
    let mut retry = Retry::new();
    loop {
        let seen = find_demand(store, course).await?.ok_or(Error::NotFound(Noun::Request))?;
        let mut after = change(seen.clone());
        if after == seen {
            return Ok((seen, after));
        }
        after.version += 1;
        let mut transaction = Transaction::default();
        write(&mut transaction, &after, Some(&seen));
        if transaction.run(store).await? == Outcome::Done {
            return Ok((seen, after));
        }
        retry.wait().await?;
    }
}
