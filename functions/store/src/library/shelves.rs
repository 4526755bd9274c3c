//! Shelves and their counts.

use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::expression::{Condition, attribute};
use aws::table::{self, Consistency, Order};
use aws::write::Update;
use model::error::Result;
use model::keys;
use model::page::{Cursor, Page};
use serde::{Deserialize, Serialize};
use wasm_core::shelf::ShelfId;

use crate::library::audio::AudioNote;
use crate::library::shelf_order;

/// A shelf and its counts, which change in the transactions that add or remove recordings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelf {
    /// One of the four shelves.
    pub id: ShelfId,
    /// Number of recordings.
    #[serde(default)]
    pub episodes: u32,
    /// Total duration in seconds of the recordings with a known duration.
    #[serde(default)]
    pub total_secs: u64,
    /// Number of recordings with an unknown duration.
    #[serde(default)]
    pub unknown: u32,
}

impl Entity for Shelf {
    const ENTITY: &'static str = "shelf";
}

impl Shelf {
    /// Returns a shelf without recordings.
    #[must_use]
    pub fn empty(id: ShelfId) -> Self {
        Self { id, episodes: 0, total_secs: 0, unknown: 0 }
    }
}

/// A shelf and one page of its recordings, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfPage {
    /// The shelf.
    pub shelf: Shelf,
    /// One page of its recordings.
    pub audio: Page<AudioNote>,
}

/// Returns a shelf. Cost: 1 read.
pub async fn get(store: &Store, id: ShelfId) -> Result<Shelf> {
    Ok(table::find(store, keys::shelf::primary(id)).await?.unwrap_or_else(|| Shelf::empty(id)))
}

/// Returns a shelf and one page of its recordings, newest first except for moved ones. The first page is one query;
/// later pages read the shelf separately. Cost: 1 read; 2 for later pages; 1 more per moved recording.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, id: ShelfId, cursor: Option<&Cursor>, limit: u32) -> Result<ShelfPage> {
    let range = keys::shelf::with_recordings(id);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit.saturating_add(1)), None)
                .await?;
        let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
        let mut items = slice.items.into_iter().peekable();
        let Some(first) = items.next_if(has_entity::<Shelf>) else {
            // The shelf record is created with the first recording, so a shelf without a record has no recordings.
            return Ok(ShelfPage { shelf: Shelf::empty(id), audio: Page { items: Vec::new(), next: None } });
        };
        let items = shelf_order::resolve_moved(store, id, items.collect()).await?;
        return Ok(ShelfPage { shelf: decode(first)?, audio: Page { items, next } });
    };
    let start = table::decode_cursor(store, &range, cursor)?;
    let (shelf, slice) = tokio::join!(
        get(store, id),
        table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit), Some(start)),
    );
    let slice = slice?;
    let next = slice.last_key.as_ref().map(|last| table::encode_cursor(store, &range, last)).transpose()?;
    let items = shelf_order::resolve_moved(store, id, slice.items).await?;
    Ok(ShelfPage { shelf: shelf?, audio: Page { items, next } })
}

/// Returns the update of the counts when a recording is added (`change` is 1) or removed (-1). Condition for -1: the
/// counts are large enough.
pub(crate) fn count_update(audio: &AudioNote, change: i8) -> Update {
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

/// Returns the update of the counts when the duration of a recording changes. Condition: the counts are large enough
/// for the previous duration.
pub(crate) fn duration_update(before: &AudioNote, after: &AudioNote) -> Update {
    let ((secs_before, unknown_before), (secs_after, unknown_after)) = (counted(before), counted(after));
    Update::of(keys::shelf::primary(before.shelf))
        .add("total_secs", secs_after - secs_before)
        .add("unknown", unknown_after - unknown_before)
        .when(has_at_least(secs_before, unknown_before))
}

/// Returns the seconds and the number of unknown durations that a recording adds to its shelf.
fn counted(audio: &AudioNote) -> (i64, i64) {
    (i64::from(audio.file.media.duration_secs.unwrap_or(0)), i64::from(audio.file.media.duration_secs.is_none()))
}

fn has_at_least(secs: i64, unknown: i64) -> Condition {
    attribute("total_secs").is_at_least(secs).and(attribute("unknown").is_at_least(unknown))
}
