//! Courses that a student follows.

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put};
use model::error::{Error, ResourceKind, Result};
use model::ids::UserId;
use model::keys::{self, Range};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits;

use crate::library::courses;
use crate::library::merges::{self, CourseMerge};
use crate::personal::{ExportContext, UserData};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Follow {
    pub(crate) course: CourseCode,
    pub(crate) followed_at: Timestamp,
    /// Merged courses from which the follow came, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) former_courses: Vec<CourseCode>,
}

impl Entity for Follow {
    const ENTITY: &'static str = "follow";
}

impl UserData for Follow {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({ "course": self.course, "followedAt": self.followed_at })))
    }
}

/// Follows a course and returns all followed courses, by code. Idempotent. Condition: students can see the course.
/// Cost: 4 writes, 2 reads.
///
/// # Errors
/// `NotFound(Course)`, `LimitReached` (two concurrent requests may exceed the limit by one).
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
    transaction.add("course", Check::of(keys::course::primary(course), courses::is_shown()));
    let follow = Follow { course: *course, followed_at: now, former_courses: Vec::new() };
    transaction.add("follow", Put::of(&follow, keys::follow::primary(owner, course)).when(absent()));
    match transaction.run(store).await? {
        outcome if outcome.refused("course") => Err(Error::NotFound(ResourceKind::Course)),
        Outcome::Done | Outcome::Refused(_) => list(store, owner).await,
    }
}

/// Stops following a course and returns the remaining ones. Idempotent. The code of a merged course also matches the
/// follow that came from it, but not one of the target itself. Cost: 1 write, 1 read; if the course was not followed, 1
/// read more, and 2 reads and 1 write more per merge.
pub async fn unfollow(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<CourseCode>> {
    if !Delete::of(keys::follow::primary(owner, course)).when(exists()).apply(store).await? {
        for code in merges::later_codes(store, course).await? {
            let key = keys::follow::primary(owner, &code);
            let follow: Option<Follow> = table::find(store, key.clone()).await?;
            if follow.is_some_and(|follow| follow.former_courses.contains(course)) {
                Delete::of(key).apply(store).await?;
            }
        }
    }
    list(store, owner).await
}

/// Returns all followed courses, by code. Cost: 1 read.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<CourseCode>> {
    let range: Range = keys::follow::all(owner);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    items.into_iter().map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect()
}

/// Replaces merged courses among `followed` with their targets and returns all followed courses, by code. The followers
/// of a course cannot be listed, so the follows of each student change on a visit of that student. Idempotent. Cost: 4
/// writes and 1 read per changed course; none if no course changes.
pub async fn replace_merged(
    store: &Store,
    owner: &UserId,
    followed: Vec<CourseCode>,
    all: &[CourseMerge],
) -> Result<Vec<CourseCode>> {
    let merged = merges::targets(all);
    let mut has_moved = false;
    for (from, into) in followed.iter().filter_map(|code| Some((code, merged.get(code)?))) {
        let key = keys::follow::primary(owner, from);
        let Some(follow) = table::find::<Follow>(store, key.clone()).await? else { continue };
        let mut moved = Follow { course: *into, ..follow };
        moved.former_courses.push(*from);
        let mut transaction = Transaction::default();
        transaction.add("old", Delete::of(key.clone()).when(exists()));
        transaction.add("new", Put::of(&moved, keys::follow::primary(owner, into)).when(absent()));
        // Ignore a conflict about the old follow: another request of the same student has moved it.
        if transaction.run(store).await?.refused("new") {
            // The student follows the target as well.
            Delete::of(key).apply(store).await?;
        }
        has_moved = true;
    }
    if has_moved { list(store, owner).await } else { Ok(followed) }
}
