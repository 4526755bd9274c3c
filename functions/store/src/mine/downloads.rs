//! What students downloaded: one record per student, note and day. Private.

use serde::{Deserialize, Serialize};

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode};
use crate::aws::table::{self, Consistency, Order};
use crate::base::error::Result;
use crate::base::ids::{NoteId, UserId};
use crate::base::page::{Cursor, Page};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::{self, PreviewSize};
use crate::library::notes::{self, Note};
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

/// Records a download; a second one on the same day changes nothing. Condition: no record yet today.
/// 1 read, 1 write, and 1 with 1 in the index for the activity of the course. `true` when it was recorded now.
///
/// # Errors
/// `NotFound(Note)`.
pub async fn record(store: &Store, owner: &UserId, note: NoteId, now: Timestamp) -> Result<bool> {
    let note: Note = notes::get(store, note).await?;
    let course = note.course;
    let download = Download {
        user_id: owner.clone(),
        course_id: note.id,
        course_title: note.title,
        course_thumbnail: match note.facts.preview {
            Some(_) => object::preview(&note.file_key, PreviewSize::Small).to_string(),
            None => PLACEHOLDER_THUMBNAIL.to_owned(),
        },
        downloaded_at: now,
    };
    let item = encode(&download, keys::download::primary(owner, now, note.id), None)?;
    let is_new = table::put_if_absent(store, item).await?;
    if is_new {
        activity::add(store, Some(&course), now).await;
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
