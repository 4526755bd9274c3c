//! Resume positions in recordings.

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::Entity;
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::ids::{AudioId, UserId};
use model::keys::{self, Key, Range};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits::LISTENING_MAX_ITEMS;
use wasm_core::player::position::Position;
use wasm_core::shelf::ShelfId;

use super::{Resumable, ResumePosition};
use crate::library::audio::{self, AudioNote};
use crate::personal::{ExportContext, ReferencedIds, UserData};

/// A student's position in one recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioPosition {
    /// Id of the recording.
    pub audio: AudioId,
    /// Shelf that contains the recording.
    shelf: ShelfId,
    /// The winning position.
    pub position: Position,
    /// Server time of the last report.
    pub heard_at: Timestamp,
    /// Number of writes so far.
    revision: u32,
}

impl Entity for AudioPosition {
    const ENTITY: &'static str = "heard";
}

impl UserData for AudioPosition {
    fn collect_references(&self, mentions: &mut ReferencedIds) {
        mentions.recordings.push((self.shelf, self.audio));
    }

    async fn export_view(self, source: &ExportContext<'_>) -> Result<Option<Value>> {
        let Position { position_ms, duration_ms, is_finished, .. } = self.position;
        Ok(Some(json!({
            "audioId": self.audio,
            // A deleted recording has no title.
            "title": source.names.recordings.get(&self.audio),
            "positionMs": position_ms,
            "durationMs": duration_ms,
            "isFinished": is_finished,
            "heardAt": self.heard_at,
        })))
    }
}

/// An unfinished recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinueListening {
    /// The recording.
    pub audio: AudioNote,
    /// Resume position.
    pub position: Position,
}

impl Resumable for AudioId {
    type Position = Position;
    type Collection = ShelfId;
    type Item = AudioPosition;
    type UnfinishedItem = ContinueListening;

    fn key(self, owner: &UserId) -> Key {
        keys::audio_position::primary(owner, self)
    }

    fn index_key(self, owner: &UserId, at: Timestamp) -> Key {
        keys::audio_position::index_key(owner, at, self)
    }

    fn unfinished(owner: &UserId) -> Range {
        keys::audio_position::unfinished(owner)
    }

    fn to_record(
        ResumePosition { thing, home, position, revision }: ResumePosition<Self>,
        now: Timestamp,
    ) -> AudioPosition {
        AudioPosition { audio: thing, shelf: home, position, heard_at: now, revision }
    }

    fn from_record(AudioPosition { audio, shelf, position, revision, .. }: AudioPosition) -> ResumePosition<Self> {
        ResumePosition { thing: audio, home: shelf, position, revision }
    }

    async fn find_collections(store: &Store, things: Vec<Self>) -> Result<HashMap<Self, ShelfId>> {
        let found = audio::find_by_ids(store, &things).await?;
        Ok(found.iter().map(|note| (note.id, note.shelf)).collect())
    }

    async fn find_unfinished(store: &Store, stopped: Vec<ResumePosition<Self>>) -> Result<Vec<ContinueListening>> {
        let wanted: Vec<_> = stopped.iter().map(|stopped| (stopped.home, stopped.thing)).collect();
        let found = audio::get_many(store, &wanted).await?;
        let mut found: HashMap<AudioId, AudioNote> = found.into_iter().map(|note| (note.id, note)).collect();
        let open = stopped.into_iter().filter_map(|ResumePosition { thing, position, .. }| {
            let audio = found.remove(&thing)?;
            Some(ContinueListening { audio, position })
        });
        Ok(open.collect())
    }
}

/// Returns a student's position in a recording. Cost: 1 read.
pub async fn find_in_recording(store: &Store, owner: &UserId, audio: AudioId) -> Result<Option<Position>> {
    let found: Option<AudioPosition> = table::find(store, keys::audio_position::primary(owner, audio)).await?;
    Ok(found.map(|heard| heard.position))
}

/// Returns one page of a student's positions, newest recording first. Cost: 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<AudioPosition>> {
    table::page(store, &keys::audio_position::all(owner), Order::Descending, Consistency::Strong, cursor, limit).await
}

/// Returns a student's unfinished recordings, most recent first, at most `LISTENING_MAX_ITEMS`. Deleted recordings are
/// skipped. Cost: 1 index read, 1 per recording, rarely more.
pub async fn list_unfinished_recordings(store: &Store, owner: &UserId) -> Result<Vec<ContinueListening>> {
    super::unfinished::<AudioId>(store, owner, LISTENING_MAX_ITEMS).await
}
