//! Courses of the catalogue, including hidden ones.

mod picture;
mod text;
mod visibility;

use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::{PictureId, PublicName};
use model::keys::{self, COURSE_SHARDS};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::library::notes::Note;

pub use picture::{delete_picture_file as remove_picture_file, remove_picture, set_picture};
pub use text::{
    CourseDraft, CourseEdit, ImportOutcome, ImportRow, ReplacePolicy, create, create_hidden, create_if_absent,
    create_or_find, edit, import,
};
pub(crate) use visibility::list_hidden_codes;
pub use visibility::{Viewer, get_visible, list_hidden, set_hidden};
pub(crate) use visibility::{is_hidden, is_not_merging, is_shown};

/// A course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// Canonical code, for example `CS246`.
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
    /// Picture chosen by an administrator; `None` shows the drawn cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureId>,
    /// Public name of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_picture: Option<PublicName>,
    /// Number of likes.
    pub likes: u32,
    /// Number of visible notes.
    pub note_count: u32,
    /// Activity of the course in its era, as computed by [`crate::mine::activity`].
    #[serde(default)]
    pub activity: u64,
    /// Era of the activity value.
    #[serde(default)]
    pub activity_era: u32,
    /// Time of the last published note; `None` if there was none. Deleting a note does not change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_note_at: Option<Timestamp>,
    /// True while only administrators can see the course.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// True while a course that was created hidden has not been shown yet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub never_shown: bool,
    /// Target of a merge in progress. The content moves there, then this course is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merging_into: Option<CourseCode>,
    /// Number of text edits, used for conditional writes.
    pub version: u32,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last text edit.
    pub updated_at: Timestamp,
}

impl Course {
    /// Returns a new course without content.
    #[must_use]
    pub fn new(code: CourseCode, title: impl Into<String>, now: Timestamp) -> Self {
        Self {
            code,
            title: title.into(),
            description: String::new(),
            picture: None,
            open_picture: None,
            likes: 0,
            note_count: 0,
            activity: 0,
            activity_era: 0,
            newest_note_at: None,
            hidden: false,
            never_shown: false,
            merging_into: None,
            version: 0,
            created_at: now,
            updated_at: now,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Entity for Course {
    const ENTITY: &'static str = "course";
}

/// A course and one page of its notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoursePage {
    /// The course.
    pub course: Course,
    /// One page of its notes.
    pub notes: Page<Note>,
}

/// Returns a course if it exists. Cost: 1 read.
pub async fn find(store: &Store, code: &CourseCode) -> Result<Option<Course>> {
    table::find(store, keys::course::primary(code)).await
}

/// Returns a course. Cost: 1 read.
///
/// # Errors
/// `NotFound(Course)`.
pub async fn get(store: &Store, code: &CourseCode) -> Result<Course> {
    find(store, code).await?.ok_or(Error::NotFound(ResourceKind::Course))
}

/// Returns the existing courses among several codes, in no order. Cost: 1 read per item, 1 request per 100.
pub async fn find_many(store: &Store, codes: &[CourseCode]) -> Result<Vec<Course>> {
    table::find_many(store, codes.iter().map(keys::course::primary).collect()).await
}

/// Returns one page of the courses that students can see, by shard and then by code. A page may hold fewer than `limit`
/// courses and still have a cursor. Cost: 1 to 16 reads.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Course>> {
    const BINDING: &str = "courses";
    let (first, mut inner): (u8, Option<Cursor>) = match cursor {
        None => (0, None),
        Some(cursor) => {
            let (shard, place): (u8, Option<String>) = table::decode_offset_cursor(store, BINDING, cursor)?;
            (shard, place.map(|text| text.parse()).transpose()?)
        }
    };
    let mut items = Vec::new();
    for shard in first..COURSE_SHARDS {
        let wanted = limit.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
        if wanted == 0 {
            let next = table::encode_offset_cursor(store, BINDING, &(shard, None::<String>))?;
            return Ok(Page { items, next: Some(next) });
        }
        let range = keys::course::shard(shard);
        let page =
            table::page(store, &range, Order::Ascending, Consistency::Eventual, inner.take().as_ref(), wanted).await?;
        items.extend(page.items.into_iter().filter(Course::is_visible_to_students));
        if let Some(place) = page.next {
            let next = table::encode_offset_cursor(store, BINDING, &(shard, Some(place.as_str())))?;
            return Ok(Page { items, next: Some(next) });
        }
    }
    Ok(Page { items, next: None })
}

/// Returns all courses that students can see, by code. For building the catalogue, never for a user's request. Cost: 1
/// read per MB, at least 16.
pub async fn list_all(store: &Store) -> Result<Vec<Course>> {
    let mut reads = Vec::new();
    for shard in 0..COURSE_SHARDS {
        let store = store.clone();
        reads.push(tokio::spawn(async move {
            let range = keys::course::shard(shard);
            let mut courses = Vec::new();
            table::for_each_page(&store, &range, Order::Ascending, Consistency::Eventual, |items| {
                for item in items {
                    courses.push(decode::<Course>(item)?);
                }
                Ok(())
            })
            .await?;
            courses.retain(Course::is_visible_to_students);
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

/// Returns a course and one page of its notes, newest first. The first page is one query; later pages read the course
/// separately. Cost: 1 read; 2 for later pages.
///
/// # Errors
/// `NotFound(Course)`, also when only notes of the course are left; `InvalidCursor`.
pub async fn page_with_notes(
    store: &Store,
    code: &CourseCode,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<CoursePage> {
    let range = keys::course::with_notes(code);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit + 1), None).await?;
        let mut items = slice.items.into_iter();
        let first = items.next().filter(has_entity::<Course>).ok_or(Error::NotFound(ResourceKind::Course))?;
        let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
        let notes = items.map(decode).collect::<Result<_>>()?;
        return Ok(CoursePage { course: decode(first)?, notes: Page { items: notes, next } });
    };
    let (course, notes) = tokio::join!(
        get(store, code),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(CoursePage { course: course?, notes: notes? })
}
