//! Shelves: what stands on each, and how much that is.

use aws::client::Store;
use aws::codec::{Entity, decode, is};
use aws::expression::{Condition, attribute};
use aws::table::{self, Consistency, Order};
use aws::write::Update;
use model::error::Result;
use model::keys;
use model::page::{Cursor, Page};
use serde::{Deserialize, Serialize};
use wasm_core::shelf::ShelfId;

use crate::library::audio::AudioNote;

/// A shelf and its counts. They move in the transactions that put audio notes on it and take them away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelf {
    /// Which of the four.
    pub id: ShelfId,
    /// Audio notes on it.
    #[serde(default)]
    pub episodes: u32,
    /// How long they are together, in seconds, without those whose length is not known.
    #[serde(default)]
    pub total_secs: u64,
    /// Audio notes whose length is not known.
    #[serde(default)]
    pub unknown: u32,
}

impl Entity for Shelf {
    const ENTITY: &'static str = "shelf";
    const SCHEMA: u32 = 1;
}

impl Shelf {
    /// A shelf on which nothing has ever stood.
    #[must_use]
    pub fn empty(id: ShelfId) -> Self {
        Self { id, episodes: 0, total_secs: 0, unknown: 0 }
    }
}

/// A shelf and one page of its audio notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfPage {
    /// The shelf.
    pub shelf: Shelf,
    /// Its audio notes.
    pub audio: Page<AudioNote>,
}

/// One shelf. 1 read.
pub async fn get(store: &Store, id: ShelfId) -> Result<Shelf> {
    Ok(table::find(store, keys::shelf::primary(id)).await?.unwrap_or_else(|| Shelf::empty(id)))
}

/// A shelf and one page of its audio notes, newest first, in one query. Later pages read the shelf by its key beside
/// the query. 1 read, later pages 2.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, id: ShelfId, cursor: Option<&Cursor>, limit: u32) -> Result<ShelfPage> {
    let range = keys::shelf::page(id);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit.saturating_add(1)), None)
                .await?;
        let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
        let mut items = slice.items.into_iter().peekable();
        let Some(first) = items.next_if(is::<Shelf>) else {
            // The shelf is written with its first audio note, so there are none.
            return Ok(ShelfPage { shelf: Shelf::empty(id), audio: Page { items: Vec::new(), next: None } });
        };
        let items = items.map(decode).collect::<Result<_>>()?;
        return Ok(ShelfPage { shelf: decode(first)?, audio: Page { items, next } });
    };
    let (shelf, audio) = tokio::join!(
        get(store, id),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(ShelfPage { shelf: shelf?, audio: audio? })
}

/// The update that counts an audio note in (`1`) or out (`-1`). Condition of counting out: it was counted in.
pub(crate) fn count(audio: &AudioNote, change: i8) -> Update {
    let change = i64::from(change);
    let (secs, unknown) = counted(audio);
    let update = Update::of(keys::shelf::primary(audio.shelf))
        .set_entity::<Shelf>()
        .set("id", audio.shelf)
        .add("episodes", change)
        .add("total_secs", change * secs)
        .add("unknown", change * unknown);
    if change < 0 { update.when(attribute("episodes").is_at_least(1).and(has_at_least(secs, unknown))) } else { update }
}

/// The update that counts an audio note with another length. Condition: it was counted with the one before.
pub(crate) fn recount(before: &AudioNote, after: &AudioNote) -> Update {
    let ((secs_before, unknown_before), (secs_after, unknown_after)) = (counted(before), counted(after));
    Update::of(keys::shelf::primary(before.shelf))
        .add("total_secs", secs_after - secs_before)
        .add("unknown", unknown_after - unknown_before)
        .when(has_at_least(secs_before, unknown_before))
}

/// What an audio note adds to the seconds of its shelf, and to those of unknown length.
fn counted(audio: &AudioNote) -> (i64, i64) {
    (i64::from(audio.file.inside.duration_secs.unwrap_or(0)), i64::from(audio.file.inside.duration_secs.is_none()))
}

fn has_at_least(secs: i64, unknown: i64) -> Condition {
    attribute("total_secs").is_at_least(secs).and(attribute("unknown").is_at_least(unknown))
}
