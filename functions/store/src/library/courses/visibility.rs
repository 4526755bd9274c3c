//! Visibility of courses to students, and resolution of merged course codes.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{Condition, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use super::{Course, find, find_many, get};
use crate::library::merges;

/// The role of the caller who reads a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A student or a guest.
    Student,
    /// An administrator, who also sees hidden courses.
    Administrator,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Hidden {
    course: CourseCode,
    hidden_at: Timestamp,
}

impl Entity for Hidden {
    const ENTITY: &'static str = "hidden_course";
}

impl Course {
    /// Returns true if students can see the course.
    #[must_use]
    pub fn is_visible_to_students(&self) -> bool {
        !self.hidden && self.merging_into.is_none()
    }

    /// Returns true if this viewer can see the course. During a merge, all viewers are sent to the target course.
    #[must_use]
    pub fn is_visible_to(&self, viewer: Viewer) -> bool {
        self.merging_into.is_none() && (!self.hidden || viewer == Viewer::Administrator)
    }
}

pub(crate) fn is_shown() -> Condition {
    exists().and(attribute("hidden").is_absent()).and(is_not_merging())
}

/// Returns the condition that a course is missing or not being merged.
pub(crate) fn is_not_merging() -> Condition {
    attribute("merging_into").is_absent()
}

/// Returns the course of a code, following merges. Cost: 1 read, and 2 per merge.
///
/// # Errors
/// `NotFound(Course)`, also for a course that this viewer cannot see.
pub async fn get_visible(store: &Store, code: &CourseCode, viewer: Viewer) -> Result<Course> {
    let mut code = *code;
    for _ in 0..merges::MERGE_CHAIN_MAX {
        let next = match find(store, &code).await? {
            Some(course) if course.is_visible_to(viewer) => return Ok(course),
            Some(course) => course.merging_into,
            None => merges::find(store, &code).await?.map(|merge| merge.into),
        };
        code = next.ok_or(Error::NotFound(ResourceKind::Course))?;
    }
    Err(Error::NotFound(ResourceKind::Course))
}

/// Returns true if a course, and so its notes, is hidden. Cost: 1 read.
pub(crate) async fn is_hidden(store: &Store, code: &CourseCode) -> Result<bool> {
    Ok(find(store, code).await?.is_some_and(|course| course.hidden))
}

/// Returns the write that lists a course as hidden.
pub(super) fn hidden_marker(code: &CourseCode, now: Timestamp) -> Put {
    Put::of(&Hidden { course: *code, hidden_at: now }, keys::course::hidden_marker(code))
}

/// Hides a course from students or shows it again. Idempotent. Its notes do not move. Conditions: the course exists and
/// is not being merged. Cost: 1 to 2 reads, 4 writes, 1 index write.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(CourseMerged)`.
pub async fn set_hidden(store: &Store, code: &CourseCode, hidden: bool, now: Timestamp) -> Result<Course> {
    let mut transaction = Transaction::default();
    let course = Update::of(keys::course::primary(code)).remove("never_shown").when(exists()).when(is_not_merging());
    if hidden {
        transaction.add("course", course.set("hidden", true));
        transaction.add("hidden", hidden_marker(code, now));
    } else {
        transaction.add("course", course.remove("hidden"));
        transaction.add("hidden", Delete::of(keys::course::hidden_marker(code)));
    }
    match transaction.run(store).await? {
        Outcome::Done => get(store, code).await,
        Outcome::Refused(_) => match find(store, code).await? {
            Some(_) => Err(Error::Conflict(Conflict::CourseMerged)),
            None => Err(Error::NotFound(ResourceKind::Course)),
        },
    }
}

/// Returns the codes of all hidden courses. Cost: 1 read per MB.
pub(crate) async fn list_hidden_codes(store: &Store) -> Result<Vec<CourseCode>> {
    let hidden: Vec<Hidden> = table::query_all_entities(store, &keys::course::all_hidden()).await?;
    Ok(hidden.into_iter().map(|hidden| hidden.course).collect())
}

/// Returns one page of the hidden courses, by code. Cost: 1 read, and 1 per course.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_hidden(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Course>> {
    let range = keys::course::all_hidden();
    let page: Page<Hidden> = table::page(store, &range, Order::Ascending, Consistency::Strong, cursor, limit).await?;
    let codes: Vec<_> = page.items.into_iter().map(|hidden| hidden.course).collect();
    let mut items = find_many(store, &codes).await?;
    items.sort_by_key(|course| course.code);
    Ok(Page { items, next: page.next })
}
