//! Chapters of a course and the views that combine them with notes.
//!
//! A chapter is identified by its course and its id. Notes refer to it by its number, which is unique within the course
//! and orders the chapters.

mod merge;
mod notes;
mod remove;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::ChapterId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::forms::ChapterDraft;

use crate::library::{courses, merges};

pub use merge::ChapterMergePlan;
pub(crate) use merge::{move_to, plan_chapters};
pub use notes::{ChapterHeading, ChapterPage, QUERIES_MAX, page_with_notes};
pub use remove::{delete, purge};

/// A chapter of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Id.
    pub id: ChapterId,
    /// Course of the chapter.
    pub course: CourseCode,
    /// Number from 1, unique within the course.
    pub number: u32,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
    /// Number of study cards.
    pub card_count: u32,
    /// Number of changes of number, title, description or order of the cards. Added and deleted cards do not count,
    /// because they never conflict with an edit.
    pub version: u32,
    /// Number of changes to the list of cards.
    pub(crate) edition: u64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change of number or text.
    pub updated_at: Timestamp,
}

impl Entity for Chapter {
    const ENTITY: &'static str = "chapter";
}

/// Claim of a chapter number within a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NumberClaim {
    chapter: ChapterId,
}

impl Entity for NumberClaim {
    const ENTITY: &'static str = "chapter_number";
}

/// An edit of a chapter, as returned by `forms::validate_chapter`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterEdit {
    /// New number and text.
    pub draft: ChapterDraft,
    /// Version that the caller saw.
    pub version: u32,
}

/// Returns a chapter if it exists. Cost: 1 read.
pub async fn find(store: &Store, course: &CourseCode, id: ChapterId) -> Result<Option<Chapter>> {
    table::find(store, keys::chapter::primary(course, id)).await
}

/// Returns a chapter, also by the code of a merged course from which it came. Cost: 1 read; 1 more if it is not there,
/// and 2 more per merge.
///
/// # Errors
/// `NotFound(Chapter)`, also for a chapter of another course.
pub async fn get(store: &Store, course: &CourseCode, id: ChapterId) -> Result<Chapter> {
    if let Some(chapter) = find(store, course, id).await? {
        return Ok(chapter);
    }
    for code in merges::later_codes(store, course).await? {
        if let Some(chapter) = find(store, &code, id).await? {
            return Ok(chapter);
        }
    }
    Err(Error::NotFound(ResourceKind::Chapter))
}

/// Returns all chapters of a course by number, at most `CHAPTER_MAX`; none for a missing course. Cost: 1 read.
pub async fn list(store: &Store, course: &CourseCode) -> Result<Vec<Chapter>> {
    let range = keys::chapter::of_course(course);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let mut chapters = items.into_iter().map(decode).collect::<Result<Vec<Chapter>>>()?;
    chapters.sort_by_key(|chapter| chapter.number);
    Ok(chapters)
}

/// Creates a chapter. Idempotent by id. Conditions: the course exists and is not being merged; the number is free.
/// Cost: 8 writes.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(ChapterNumberTaken)`; `Conflict(VersionMismatch)` if the course is being merged.
pub async fn create(
    store: &Store,
    course: &CourseCode,
    id: ChapterId,
    draft: &ChapterDraft,
    now: Timestamp,
) -> Result<Chapter> {
    let chapter = Chapter {
        id,
        course: *course,
        number: draft.number,
        title: draft.title.clone(),
        description: draft.description.clone(),
        card_count: 0,
        version: 1,
        edition: 0,
        created_at: now,
        updated_at: now,
    };
    let mut transaction = Transaction::default();
    transaction.add("course", Check::of(keys::course::primary(course), exists().and(courses::is_not_merging())));
    let put = Put::of(&chapter, keys::chapter::primary(course, id)).when(absent());
    transaction.add("chapter", put);
    transaction.add("number", claim(course, draft.number, id));
    match transaction.run(store).await? {
        Outcome::Done => Ok(chapter),
        outcome if outcome.refused("chapter") => get(store, course, id).await,
        outcome if outcome.refused("number") => Err(Error::Conflict(Conflict::ChapterNumberTaken)),
        Outcome::Refused(_) => {
            courses::get(store, course).await?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
    }
}

fn claim(course: &CourseCode, number: u32, chapter: ChapterId) -> Put {
    Put::of(&NumberClaim { chapter }, keys::chapter::number_claim(course, number)).when(absent())
}

/// Edits a chapter. The number claim moves in the same transaction. Notes refer to chapters by number, so another
/// number selects other notes. Conditions: the chapter has the version that was seen; the new number is free. Cost: 2
/// reads, 2 to 6 writes.
///
/// # Errors
/// `NotFound(Chapter)`; `Conflict(VersionMismatch)` when the version is not the newest; `Conflict(ChapterNumberTaken)`.
pub async fn edit(
    store: &Store,
    course: &CourseCode,
    id: ChapterId,
    edit: &ChapterEdit,
    now: Timestamp,
) -> Result<Chapter> {
    let before = get(store, course, id).await?;
    // The course of the request may have been merged, so use the course that contains the chapter now.
    let course = &before.course;
    if before.version != edit.version {
        return Err(Error::Conflict(Conflict::VersionMismatch));
    }
    let draft = &edit.draft;
    if (before.number, &before.title, &before.description) == (draft.number, &draft.title, &draft.description) {
        return Ok(before);
    }
    let mut transaction = Transaction::default();
    if draft.number != before.number {
        transaction.add("number", claim(course, draft.number, id));
        let old = Delete::of(keys::chapter::number_claim(course, before.number));
        transaction.add("old number", old);
    }
    transaction.add(
        "chapter",
        Update::of(keys::chapter::primary(course, id))
            .set("number", draft.number)
            .set("title", &draft.title)
            .set("description", &draft.description)
            .set("updated_at", now)
            .add("version", 1)
            .when(attribute("version").is(edit.version)),
    );
    match transaction.run(store).await? {
        Outcome::Done => get(store, course, id).await,
        outcome if outcome.refused("chapter") => {
            get(store, course, id).await?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::ChapterNumberTaken)),
    }
}
