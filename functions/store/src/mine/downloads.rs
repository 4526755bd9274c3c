//! What students downloaded: one record per student, note and day. Private.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::absent;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::Result;
use model::ids::{NoteId, UserId};
use model::keys;
use model::keys::object::{self, PreviewSize};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::library::any_note;
use crate::mine::activity;

/// What stands for the picture of a note that has none.
pub const PLACEHOLDER_THUMBNAIL: &str = "placeholder";

/// One download.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// Who downloaded.
    pub user_id: UserId,
    /// What: the id of the note, under the name the record has always had.
    pub course_id: NoteId,
    /// Title of the note.
    pub course_title: String,
    /// Key of its picture, or [`PLACEHOLDER_THUMBNAIL`].
    pub course_thumbnail: String,
    /// When, the first time that day.
    pub downloaded_at: Timestamp,
}

impl Entity for Download {
    const ENTITY: &'static str = "download";
    const SCHEMA: u32 = 1;
}

/// Records a download of a note of a course or of an album; a second one on the same day changes nothing. Condition: no record yet today.
/// 2 reads, 1 write, and 1 with 1 in the index for the activity of the course. `true` when it was recorded now.
///
/// # Errors
/// `NotFound(Note)`, also for a note of a hidden course.
pub async fn record(store: &Store, owner: &UserId, note: NoteId, now: Timestamp) -> Result<bool> {
    let note = any_note::open(store, note).await?;
    let course = note.course();
    let download = Download {
        user_id: owner.clone(),
        course_id: note.id(),
        course_title: note.details().title.clone(),
        course_thumbnail: match note.file().inside.facts.preview {
            Some(_) => object::preview(&note.file().key, PreviewSize::Small).to_string(),
            None => PLACEHOLDER_THUMBNAIL.to_owned(),
        },
        downloaded_at: now,
    };
    let is_new = Put::of(&download, keys::download::primary(owner, now, note.id())).when(absent()).write(store).await?;
    if is_new {
        activity::add(store, course.as_ref(), now).await;
    }
    Ok(is_new)
}

/// One page of downloads, newest day first. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Download>> {
    table::page(store, &keys::download::all(owner), Order::Descending, Consistency::Eventual, cursor, limit).await
}
