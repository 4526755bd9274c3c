//! Courses that a student follows.

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, decode, encode, key_attributes};
use crate::aws::table::{self, Consistency, Order, Outcome, Transaction, sdk_error};
use crate::base::error::{Error, Noun, Result};
use crate::base::ids::UserId;
use crate::base::timestamp::Timestamp;
use crate::keys::{self, Range};

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
    let item = encode(&Follow { course: *course, followed_at: now }, keys::follow::primary(owner, course), None)?;
    let mut transaction = Transaction::default();
    transaction.check(
        "course",
        table::check(store, keys::course::primary(course))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put(
        "follow",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    match transaction.run(store).await? {
        outcome if outcome.refused("course") => Err(Error::NotFound(Noun::Course)),
        Outcome::Done | Outcome::Refused(_) => list(store, owner).await,
    }
}

/// Stops following a course; doing it again changes nothing. Returns what is still followed. 1 write, 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn unfollow(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<CourseCode>> {
    store
        .dynamodb()
        .delete_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(keys::follow::primary(owner, course))))
        .send()
        .await
        .map_err(sdk_error)?;
    list(store, owner).await
}

/// All followed courses, by code. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<CourseCode>> {
    let range: Range = keys::follow::all(owner);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    items.into_iter().map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect()
}
