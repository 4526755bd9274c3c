//! Private records of downloads: one per student, note and day.

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
use serde_json::{Value, json};

use crate::library::course_or_album_note;
use crate::mine::activity;
use crate::personal::{ExportContext, UserData};

/// Stored as the thumbnail of a note without a preview.
pub const PLACEHOLDER_THUMBNAIL: &str = "placeholder";

/// One download.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// User who downloaded the note.
    pub user_id: UserId,
    /// Id of the note, under its original attribute name.
    pub course_id: NoteId,
    /// Title of the note.
    pub course_title: String,
    /// Object key of the preview, or [`PLACEHOLDER_THUMBNAIL`].
    pub course_thumbnail: String,
    /// Time of the first download on that day.
    pub downloaded_at: Timestamp,
}

impl Entity for Download {
    const ENTITY: &'static str = "download";
}

impl UserData for Download {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let Self { course_id, course_title, downloaded_at, .. } = self;
        Ok(Some(json!({ "noteId": course_id, "title": course_title, "downloadedAt": downloaded_at })))
    }
}

/// Records a download of a course or album note. Further downloads on the same day change nothing. Returns true if this
/// call recorded the download. Condition: there is no record for today. Cost: 2 reads, 1 write; 1 write and 1 index
/// write for the activity of the course.
///
/// # Errors
/// `NotFound(Note)`, also for a note of a hidden course.
pub async fn record(store: &Store, owner: &UserId, note: NoteId, now: Timestamp) -> Result<bool> {
    let note = course_or_album_note::get_visible(store, note).await?;
    let course = note.course();
    let download = Download {
        user_id: owner.clone(),
        course_id: note.id(),
        course_title: note.details().title.clone(),
        course_thumbnail: match note.file().media.facts.preview {
            Some(_) => object::preview(&note.file().key, PreviewSize::Small).to_string(),
            None => PLACEHOLDER_THUMBNAIL.to_owned(),
        },
        downloaded_at: now,
    };
    let is_new = Put::of(&download, keys::download::primary(owner, now, note.id())).when(absent()).apply(store).await?;
    if is_new {
        activity::record_event(store, course.as_ref(), now).await;
    }
    Ok(is_new)
}

/// Returns one page of downloads, newest day first. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Download>> {
    table::page(store, &keys::download::all(owner), Order::Descending, Consistency::Eventual, cursor, limit).await
}
