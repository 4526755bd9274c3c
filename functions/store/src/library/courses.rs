//! Courses (study guides): what is in the catalogue.

use std::collections::{HashMap, HashSet};

use cloud::aws::client::Store;
use cloud::aws::codec::{Entity, decode, is};
use cloud::aws::expression::absent;
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::Update;
use cloud::base::error::{Error, Noun, Result};
use cloud::base::page::{Cursor, Page};
use cloud::base::timestamp::Timestamp;
use cloud::keys::object::ObjectKey;
use cloud::keys::{self, COURSE_SHARDS};
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits;

use crate::library::notes::Note;

/// A course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// Canonical code: `CS246`.
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// Cover image; `None` shows the drawn cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_key: Option<ObjectKey>,
    /// How many students like it.
    #[serde(default)]
    pub likes: u32,
    /// How many visible notes it has.
    #[serde(default)]
    pub note_count: u32,
    /// How much goes on in it, as [`crate::mine::activity`] counts: the sum of its era.
    #[serde(default)]
    pub activity: u64,
    /// The era that the sum is in.
    #[serde(default)]
    pub activity_era: u32,
    /// When a note was last published in it; `None` when none was. A note that is deleted does not change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_note_at: Option<Timestamp>,
    /// When it was first set.
    pub created_at: Timestamp,
    /// When its text last changed.
    pub updated_at: Timestamp,
}

impl Course {
    /// A course in which nothing has happened yet.
    #[must_use]
    pub fn new(code: CourseCode, title: impl Into<String>, now: Timestamp) -> Self {
        Self {
            code,
            title: title.into(),
            description: String::new(),
            image_key: None,
            likes: 0,
            note_count: 0,
            activity: 0,
            activity_era: 0,
            newest_note_at: None,
            created_at: now,
            updated_at: now,
        }
    }
}

impl Entity for Course {
    const ENTITY: &'static str = "course";
    const SCHEMA: u32 = 1;
}

/// The validated text of a course, as an administrator sets it. Counts are never part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseDraft {
    /// Canonical code.
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
    /// Cover image; `None` leaves the present one.
    pub image_key: Option<ObjectKey>,
}

/// What an import did with one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOutcome {
    /// The course was new.
    Created,
    /// The text of the course changed.
    Updated,
    /// The course was already so.
    Unchanged,
}

/// A course and one page of its notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoursePage {
    /// The course.
    pub course: Course,
    /// Its notes.
    pub notes: Page<Note>,
}

/// One course, if there is one. 1 read.
pub async fn find(store: &Store, code: &CourseCode) -> Result<Option<Course>> {
    table::find(store, keys::course::primary(code)).await
}

/// One course. 1 read.
///
/// # Errors
/// `NotFound(Course)`.
pub async fn get(store: &Store, code: &CourseCode) -> Result<Course> {
    find(store, code).await?.ok_or(Error::NotFound(Noun::Course))
}

/// Several courses at once, those that are there, in no order. 1 read an item, one request for each 100.
pub async fn find_many(store: &Store, codes: &[CourseCode]) -> Result<Vec<Course>> {
    let unique: HashSet<&CourseCode> = codes.iter().collect();
    table::find_many(store, unique.into_iter().map(keys::course::primary).collect()).await
}

/// Creates a course or changes its text. Never touches likes or the count of notes. 1 write, 1 in the index.
pub async fn set(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<Course> {
    let course = set_text(draft, now).apply_and_read(store).await?;
    course.ok_or_else(|| Error::broken("an update without a condition was refused"))
}

/// Creates a course unless it is there; an existing one stays as it is, in every field. 1 write.
/// `true` when it was created.
pub async fn create_if_absent(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<bool> {
    set_text(draft, now).when(absent()).apply(store).await
}

/// Sets up to `IMPORT_BATCH_MAX` courses and says for each row what happened. Rows with the same code
/// apply in order. A row without a description leaves the one that is there: most course lists have none. Only
/// changed courses are written, all of a batch or none; run again it changes nothing.
/// 1 read a course, 2 writes and 2 in the index for each changed course.
///
/// # Errors
/// `LimitReached` for a longer batch.
pub async fn import(store: &Store, drafts: &[CourseDraft], now: Timestamp) -> Result<Vec<ImportOutcome>> {
    if drafts.len() > limits::IMPORT_BATCH_MAX {
        let max = u32::try_from(limits::IMPORT_BATCH_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "IMPORT_BATCH_MAX", max });
    }
    let codes: Vec<_> = drafts.iter().map(|draft| draft.code).collect();
    let stored = find_many(store, &codes).await?;
    let mut texts: HashMap<CourseCode, (String, String)> =
        stored.into_iter().map(|course| (course.code, (course.title, course.description))).collect();

    let mut outcomes = Vec::with_capacity(drafts.len());
    let mut changed: HashMap<CourseCode, CourseDraft> = HashMap::new();
    for draft in drafts {
        let mut draft = draft.clone();
        let before = texts.get(&draft.code);
        if let (true, Some((_, description))) = (draft.description.is_empty(), before) {
            draft.description.clone_from(description);
        }
        let text = (draft.title.clone(), draft.description.clone());
        let outcome = match before {
            None => ImportOutcome::Created,
            Some(before) if *before == text => ImportOutcome::Unchanged,
            Some(_) => ImportOutcome::Updated,
        };
        texts.insert(draft.code, text);
        if outcome != ImportOutcome::Unchanged {
            changed.insert(draft.code, draft);
        }
        outcomes.push(outcome);
    }
    if changed.is_empty() {
        return Ok(outcomes);
    }
    let mut transaction = Transaction::default();
    for draft in changed.into_values() {
        transaction.add("course", set_text(&draft, now));
    }
    match transaction.run(store).await? {
        Outcome::Done => Ok(outcomes),
        Outcome::Refused(_) => Err(Error::broken("an import has no conditions, yet one was refused")),
    }
}

/// One page of all courses: shard by shard, by code within a shard. 1 to 16 reads.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Course>> {
    const BINDING: &str = "courses";
    let (first, mut inner): (u8, Option<Cursor>) = match cursor {
        None => (0, None),
        Some(cursor) => {
            let (shard, place): (u8, Option<String>) = table::open_place(store, BINDING, cursor)?;
            (shard, place.map(|text| text.parse()).transpose()?)
        }
    };
    let mut items = Vec::new();
    for shard in first..COURSE_SHARDS {
        let wanted = limit.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
        if wanted == 0 {
            let next = table::seal_place(store, BINDING, &(shard, None::<String>))?;
            return Ok(Page { items, next: Some(next) });
        }
        let range = keys::course::shard(shard);
        let page =
            table::page(store, &range, Order::Ascending, Consistency::Eventual, inner.take().as_ref(), wanted).await?;
        items.extend(page.items);
        if let Some(place) = page.next {
            let next = table::seal_place(store, BINDING, &(shard, Some(place.as_str())))?;
            return Ok(Page { items, next: Some(next) });
        }
    }
    Ok(Page { items, next: None })
}

/// Every course, by code: for the catalogue, never for a request of a person. 1 read for each MB, 16 at least.
pub async fn list_all(store: &Store) -> Result<Vec<Course>> {
    let mut reads = Vec::new();
    for shard in 0..COURSE_SHARDS {
        let store = store.clone();
        reads.push(tokio::spawn(async move {
            let range = keys::course::shard(shard);
            let mut courses = Vec::new();
            table::for_each_slice(&store, &range, Order::Ascending, Consistency::Eventual, |items| {
                for item in items {
                    courses.push(decode::<Course>(item)?);
                }
                Ok(())
            })
            .await?;
            Ok::<_, Error>(courses)
        }));
    }
    let mut courses = Vec::new();
    for read in reads {
        courses.append(&mut read.await.map_err(|error| Error::Broken(error.into()))??);
    }
    courses.sort_by_key(|a| a.code);
    Ok(courses)
}

/// A course and one page of its notes, newest first, in one query. Later pages read the course by its key
/// beside the query. 1 read, later pages 2.
///
/// # Errors
/// `NotFound(Course)`, also when only its notes are left; `InvalidCursor`.
pub async fn page_with_notes(
    store: &Store,
    code: &CourseCode,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<CoursePage> {
    let range = keys::course::page(code);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit + 1), None).await?;
        let mut items = slice.items.into_iter();
        let first = items.next().filter(is::<Course>).ok_or(Error::NotFound(Noun::Course))?;
        let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
        let notes = items.map(decode).collect::<Result<_>>()?;
        return Ok(CoursePage { course: decode(first)?, notes: Page { items: notes, next } });
    };
    let (course, notes) = tokio::join!(
        get(store, code),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(CoursePage { course: course?, notes: notes? })
}

/// The update that writes the text of a course and leaves its counts alone.
fn set_text(draft: &CourseDraft, now: Timestamp) -> Update {
    let update = Update::of(keys::course::primary(&draft.code))
        .set_entity::<Course>()
        .set_listed(keys::course::listed(&draft.code))
        .set("code", draft.code)
        .set("title", &draft.title)
        .set("description", &draft.description)
        .set("updated_at", now)
        .set_default("created_at", now)
        .set_default("likes", 0)
        .set_default("note_count", 0);
    match &draft.image_key {
        Some(image) => update.set("image_key", image),
        None => update,
    }
}
