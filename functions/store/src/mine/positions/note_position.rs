//! Resume positions in notes.

use std::collections::HashMap;

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::codec::Entity;
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::{NoteId, UserId};
use model::keys::{self, Key, Range};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits::READING_MAX_ITEMS;
use wasm_core::reading::ReadingPosition;

use super::{Resumable, ResumePosition};
use crate::library::course_or_album_note::{self, CourseOrAlbumNote};
use crate::personal::{ExportContext, UserData};

/// A student's position in one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotePosition {
    /// Id of the note.
    pub note: NoteId,
    /// The winning position.
    pub position: ReadingPosition,
    /// Server time of the last report.
    pub read_at: Timestamp,
    /// Number of writes so far.
    revision: u32,
}

impl Entity for NotePosition {
    const ENTITY: &'static str = "read";
}

impl UserData for NotePosition {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let ReadingPosition { page, pages, is_finished, .. } = self.position;
        let position = json!({ "page": page, "pages": pages, "isFinished": is_finished });
        Ok(Some(json!({ "noteId": self.note, "position": position, "readAt": self.read_at })))
    }
}

/// An unfinished note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinueReading {
    /// The note.
    pub note: CourseOrAlbumNote,
    /// Resume position.
    pub position: ReadingPosition,
}

impl Resumable for NoteId {
    type Position = ReadingPosition;
    /// Notes move between courses, so they are found by their ids.
    type Collection = ();
    type Item = NotePosition;
    type UnfinishedItem = ContinueReading;

    fn key(self, owner: &UserId) -> Key {
        keys::note_position::primary(owner, self)
    }

    fn index_key(self, owner: &UserId, at: Timestamp) -> Key {
        keys::note_position::index_key(owner, at, self)
    }

    fn unfinished(owner: &UserId) -> Range {
        keys::note_position::unfinished(owner)
    }

    fn to_record(
        ResumePosition { thing, position, revision, .. }: ResumePosition<Self>,
        now: Timestamp,
    ) -> NotePosition {
        NotePosition { note: thing, position, read_at: now, revision }
    }

    fn from_record(NotePosition { note, position, revision, .. }: NotePosition) -> ResumePosition<Self> {
        ResumePosition { thing: note, home: (), position, revision }
    }

    async fn find_collections(store: &Store, things: Vec<Self>) -> Result<HashMap<Self, ()>> {
        let look = |store: Store, id| async move { course_or_album_note::find(&store, id).await };
        let found = map_concurrent(store, things, look).await?;
        Ok(found.into_iter().flatten().map(|note| (note.id(), ())).collect())
    }

    async fn find_unfinished(store: &Store, stopped: Vec<ResumePosition<Self>>) -> Result<Vec<ContinueReading>> {
        let open = map_concurrent(store, stopped, |store, ResumePosition { thing, position, .. }| async move {
            match course_or_album_note::get_visible(&store, thing).await {
                Ok(note) => Ok(Some(ContinueReading { note, position })),
                Err(Error::NotFound(ResourceKind::Note)) => Ok(None),
                Err(error) => Err(error),
            }
        });
        Ok(open.await?.into_iter().flatten().collect())
    }
}

/// Returns a student's position in a note. Cost: 1 read.
pub async fn find_in_note(store: &Store, owner: &UserId, note: NoteId) -> Result<Option<ReadingPosition>> {
    let found: Option<NotePosition> = table::find(store, keys::note_position::primary(owner, note)).await?;
    Ok(found.map(|read| read.position))
}

/// Returns one page of a student's positions in notes, newest note first. Cost: 1 read per 13 positions.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_in_notes(
    store: &Store,
    owner: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<NotePosition>> {
    table::page(store, &keys::note_position::all(owner), Order::Descending, Consistency::Strong, cursor, limit).await
}

/// Returns a student's unfinished notes, most recent first, at most `READING_MAX_ITEMS`. Deleted notes and notes of
/// hidden courses are skipped until they are visible again. Cost: 1 index read, 1 to 2 per note, rarely more.
pub async fn list_unfinished_notes(store: &Store, owner: &UserId) -> Result<Vec<ContinueReading>> {
    super::unfinished::<NoteId>(store, owner, READING_MAX_ITEMS).await
}
