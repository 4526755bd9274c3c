//! What becomes of a wanted course.

use aws::client::Store;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use model::error::{Error, Noun, Result};
use wasm_core::course::CourseCode;

use super::file::write;
use super::{Demand, DemandState, find_demand};

/// Says what becomes of a wanted course, and in a few words why. Answers with what there was before and is now.
/// Condition: the course is as we read it. 1 read, 2 writes and 2 in the index.
///
/// # Errors
/// `NotFound(Request)` when nobody asked for it; `Conflict(Changed)` when it kept changing under us.
pub async fn decide(store: &Store, course: &CourseCode, state: DemandState, answer: &str) -> Result<(Demand, Demand)> {
    change(store, course, |seen| Demand { state, answer: answer.to_owned(), ..seen }).await
}

/// A course came to exist: whoever asked for it reads *added*. What was said before, a promise or a refusal, no longer
/// holds and goes. Done again it changes nothing. 1 read, and 2 writes and 2 in the index if somebody asked for it.
///
/// # Errors
/// `Conflict(Changed)` when it kept changing under us.
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
