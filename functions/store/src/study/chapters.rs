//! Chapters of a course: what an administrator says about each, and the views that are made of their numbers.
//!
//! A chapter is found by its course and its id. Its number is what notes carry, so no two chapters of a course share
//! one; chapters are ordered by it.

mod moving;
mod notes;
mod remove;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Delete, Put, Update};
use model::error::{Conflict, Error, Noun, Result};
use model::ids::ChapterId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::forms::ChapterDraft;

use crate::library::courses;

pub use moving::Fate;
pub(crate) use moving::{fates, move_to};
pub use notes::{ChapterPage, Heading, QUERIES_MAX, page_with_notes};
pub use remove::{delete, purge};

/// A chapter of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Id.
    pub id: ChapterId,
    /// Its course.
    pub course: CourseCode,
    /// Its number, from 1; no other chapter of the course has it.
    pub number: u32,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// How many study cards are in it.
    #[serde(default)]
    pub card_count: u32,
    /// Grows when number, title, description or the order of the cards change. What comes and goes does not count: that
    /// merges.
    pub version: u32,
    /// Grows whenever cards come, go or move.
    #[serde(default)]
    pub(crate) edition: u64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its number or text last changed.
    pub updated_at: Timestamp,
}

impl Entity for Chapter {
    const ENTITY: &'static str = "chapter";
    const SCHEMA: u32 = 1;
}

/// A number that one of the course's chapters has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NumberClaim {
    chapter: ChapterId,
}

impl Entity for NumberClaim {
    const ENTITY: &'static str = "chapter_number";
    const SCHEMA: u32 = 1;
}

/// What of a chapter changes, as `forms::chapter_draft` gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterEdit {
    /// What it says from now on.
    pub draft: ChapterDraft,
    /// The version that the caller has seen.
    pub version: u32,
}

/// One chapter, if there is one. 1 read.
pub async fn find(store: &Store, course: &CourseCode, id: ChapterId) -> Result<Option<Chapter>> {
    table::find(store, keys::chapter::primary(course, id)).await
}

/// One chapter. 1 read.
///
/// # Errors
/// `NotFound(Chapter)`, also when it is one of another course.
pub async fn get(store: &Store, course: &CourseCode, id: ChapterId) -> Result<Chapter> {
    find(store, course, id).await?.ok_or(Error::NotFound(Noun::Chapter))
}

/// All chapters of a course, by number: at most `CHAPTER_MAX`. A course that is not there has none. 1 read.
pub async fn list(store: &Store, course: &CourseCode) -> Result<Vec<Chapter>> {
    let range = keys::chapter::of_course(course);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let mut chapters = items.into_iter().map(decode).collect::<Result<Vec<Chapter>>>()?;
    chapters.sort_by_key(|chapter| chapter.number);
    Ok(chapters)
}

/// Makes a chapter; making the same one again returns it. Conditions: the course exists and is not being merged, no
/// other of its chapters has the number. 8 writes.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(ChapterNumberTaken)`.
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
            Err(Error::Conflict(Conflict::Changed))
        }
    }
}

fn claim(course: &CourseCode, number: u32, chapter: ChapterId) -> Put {
    Put::of(&NumberClaim { chapter }, keys::chapter::number(course, number)).when(absent())
}

/// Changes what a chapter says; its claim on the number moves along, and so do the notes it is about, because those
/// carry the number. Conditions: it is as the caller has seen it, the new number is free. 2 reads, 2 to 6 writes.
///
/// # Errors
/// `NotFound(Chapter)`; `Conflict(Changed)` when the version is not the newest; `Conflict(ChapterNumberTaken)`.
pub async fn edit(
    store: &Store,
    course: &CourseCode,
    id: ChapterId,
    edit: &ChapterEdit,
    now: Timestamp,
) -> Result<Chapter> {
    let before = get(store, course, id).await?;
    if before.version != edit.version {
        return Err(Error::Conflict(Conflict::Changed));
    }
    let draft = &edit.draft;
    if (before.number, &before.title, &before.description) == (draft.number, &draft.title, &draft.description) {
        return Ok(before);
    }
    let mut transaction = Transaction::default();
    if draft.number != before.number {
        transaction.add("number", claim(course, draft.number, id));
        let old = Delete::of(keys::chapter::number(course, before.number));
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
            Err(Error::Conflict(Conflict::Changed))
        }
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::ChapterNumberTaken)),
    }
}
