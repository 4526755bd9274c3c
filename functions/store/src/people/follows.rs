//! Courses that a student follows.

use cloud::aws::client::Store;
use cloud::aws::codec::{Entity, decode};
use cloud::aws::expression::{absent, exists};
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::{Check, Delete, Put};
use cloud::base::error::{Error, Noun, Result};
use cloud::base::ids::UserId;
use cloud::base::timestamp::Timestamp;
use cloud::keys::{self, Range};
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits;

/// One followed course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Follow {
    pub(crate) course: CourseCode,
    pub(crate) followed_at: Timestamp,
}

impl Entity for Follow {
    const ENTITY: &'static str = "follow";
    const SCHEMA: u32 = 1;
}

/// Follows a course; following it again changes nothing. Condition: the course exists.
/// Returns all followed courses, by code. 4 writes, 2 reads.
///
/// # Errors
/// `NotFound(Course)`, `LimitReached` (two clicks at the same moment may pass it by one).
pub async fn follow(store: &Store, owner: &UserId, course: &CourseCode, now: Timestamp) -> Result<Vec<CourseCode>> {
    let followed = list(store, owner).await?;
    if followed.contains(course) {
        return Ok(followed);
    }
    if followed.len() >= limits::FOLLOWED_COURSES_MAX {
        let max = u32::try_from(limits::FOLLOWED_COURSES_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "FOLLOWED_COURSES_MAX", max });
    }
    let mut transaction = Transaction::default();
    transaction.add("course", Check::of(keys::course::primary(course), exists()));
    transaction.add(
        "follow",
        Put::of(&Follow { course: *course, followed_at: now }, keys::follow::primary(owner, course)).when(absent()),
    );
    match transaction.run(store).await? {
        outcome if outcome.refused("course") => Err(Error::NotFound(Noun::Course)),
        Outcome::Done | Outcome::Refused(_) => list(store, owner).await,
    }
}

/// Stops following a course; doing it again changes nothing. Returns what is still followed. 1 write, 1 read.
pub async fn unfollow(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<CourseCode>> {
    Delete::of(keys::follow::primary(owner, course)).apply(store).await?;
    list(store, owner).await
}

/// All followed courses, by code. 1 read.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<CourseCode>> {
    let range: Range = keys::follow::all(owner);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    items.into_iter().map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect()
}
