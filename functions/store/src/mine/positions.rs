//! Resume positions: one item per student and recording or note.
//!
//! `wasm_core::position` decides which of two positions wins, here and in the browser. Each write is conditional on the
//! position that was read, so an older position never replaces a newer one, whatever their order of arrival.

mod audio_position;
mod note_position;

use std::collections::HashMap;
use std::hash::Hash;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys::{Key, Range};
use model::timestamp::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_core::limits::POSITIONS_BATCH_MAX;
use wasm_core::position::{HlcStamped, newer};

pub use audio_position::{AudioPosition, ContinueListening, find_in_recording, list, list_unfinished_recordings};
pub use note_position::{ContinueReading, NotePosition, find_in_note, list_in_notes, list_unfinished_notes};

/// A recording or note with a saved position.
pub trait Resumable: Copy + Eq + Hash + Send + Sync {
    /// Position in the item.
    type Position: HlcStamped + Clone + Send + Sync;
    /// Collection stored with the position so that lists need no second read: the shelf of a recording, nothing for a
    /// note.
    type Collection: Copy + Send + Sync;
    /// Stored record of a position.
    type Item: Entity + Serialize + DeserializeOwned + Send + Sync;
    /// The item with its position, for lists of unfinished items.
    type UnfinishedItem: Send;

    /// Returns the key of a student's position.
    fn key(self, owner: &UserId) -> Key;
    /// Returns the index key of an unfinished item.
    fn index_key(self, owner: &UserId, at: Timestamp) -> Key;
    /// Returns the index range of a student's unfinished items.
    fn unfinished(owner: &UserId) -> Range;
    /// Converts a position to its stored record, with `now` as the time of the report.
    fn to_record(stopped: ResumePosition<Self>, now: Timestamp) -> Self::Item;
    /// Converts a stored record to a position.
    fn from_record(item: Self::Item) -> ResumePosition<Self>;
    /// Returns the collections of the items that exist.
    fn find_collections(
        store: &Store,
        things: Vec<Self>,
    ) -> impl Future<Output = Result<HashMap<Self, Self::Collection>>> + Send;
    /// Returns the items that can be continued, in the same order.
    fn find_unfinished(
        store: &Store,
        stopped: Vec<ResumePosition<Self>>,
    ) -> impl Future<Output = Result<Vec<Self::UnfinishedItem>>> + Send;
}

/// A student's position in one item.
#[derive(Debug, Clone)]
pub struct ResumePosition<T: Resumable> {
    thing: T,
    home: T::Collection,
    position: T::Position,
    /// Number of writes so far.
    revision: u32,
}

/// Records positions that a device reports and returns the current ones, one per item. A position of a missing item or
/// with an implausible time is ignored; the stored position is returned instead, if there is one. Condition of each
/// write: the position is unchanged since it was read. Cost: 1 read per item; 1 write and 1 to 2 index writes per
/// accepted position; 1 more index read per new item.
///
/// # Errors
/// `LimitReached` for more than `POSITIONS_BATCH_MAX`.
pub async fn record<T: Resumable>(
    store: &Store,
    owner: &UserId,
    told: Vec<(T, T::Position)>,
    now: Timestamp,
) -> Result<Vec<(T, T::Position)>> {
    if told.len() > POSITIONS_BATCH_MAX {
        let max = u32::try_from(POSITIONS_BATCH_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "POSITIONS_BATCH_MAX", max });
    }
    let mut asked = Vec::new();
    let mut newest: HashMap<T, T::Position> = HashMap::new();
    for (thing, position) in told {
        if !asked.contains(&thing) {
            asked.push(thing);
        }
        if position.is_plausible(now.epoch_millis()) {
            let counts = match newest.remove(&thing) {
                Some(other) => newer(other, position),
                None => position,
            };
            newest.insert(thing, counts);
        }
    }
    let keys = asked.iter().map(|thing| thing.key(owner)).collect();
    let known: Vec<T::Item> = table::find_many(store, keys).await?;
    let known = known.into_iter().map(T::from_record).map(|stopped| (stopped.thing, stopped));
    let mut known: HashMap<T, ResumePosition<T>> = known.collect();
    let unknown = asked.iter().copied().filter(|thing| !known.contains_key(thing)).collect();
    let homes = T::find_collections(store, unknown).await?;

    let mut counting = Vec::with_capacity(asked.len());
    for thing in asked {
        let before = known.remove(&thing);
        let home = before.as_ref().map(|stopped| stopped.home).or_else(|| homes.get(&thing).copied());
        let counts = match (newest.remove(&thing), home) {
            (Some(position), Some(home)) => Some(write(store, owner, (thing, home), before, position, now).await?),
            _ => before.map(|stopped| stopped.position),
        };
        counting.extend(counts.map(|position| (thing, position)));
    }
    Ok(counting)
}

/// Writes a position if it wins over the stored one, and returns the winner.
async fn write<T: Resumable>(
    store: &Store,
    owner: &UserId,
    (thing, home): (T, T::Collection),
    mut before: Option<ResumePosition<T>>,
    position: T::Position,
    now: Timestamp,
) -> Result<T::Position> {
    let mut retry = Retry::new();
    loop {
        if let Some(stopped) = &before
            && !position.wins_over(&stopped.position)
        {
            return Ok(stopped.position.clone());
        }
        let revision = before.as_ref().map_or(0, |stopped| stopped.revision);
        let stopped = ResumePosition { thing, home, position: position.clone(), revision: revision + 1 };
        if put(store, owner, stopped, revision, now).await? {
            return Ok(position);
        }
        retry.wait().await?;
        before = table::find(store, thing.key(owner)).await?.map(T::from_record);
    }
}

/// Writes a position. Condition: the stored revision is `revision`, or there is no position if `revision` is 0.
async fn put<T: Resumable>(
    store: &Store,
    owner: &UserId,
    stopped: ResumePosition<T>,
    revision: u32,
    now: Timestamp,
) -> Result<bool> {
    let thing = stopped.thing;
    let is_open = !stopped.position.is_finished() && !stopped.position.records_only_opening();
    let listed = is_open.then(|| thing.index_key(owner, now));
    let condition = if revision == 0 { absent() } else { attribute("revision").is(revision) };
    Put::of(&T::to_record(stopped, now), thing.key(owner))
        .with_optional_index_key(listed)
        .when(condition)
        .apply(store)
        .await
}

/// Returns a student's unfinished items, most recent first, at most `max`. Missing items are skipped. Cost: 1 index
/// read and the reads of the items, rarely more.
async fn unfinished<T: Resumable>(store: &Store, owner: &UserId, max: usize) -> Result<Vec<T::UnfinishedItem>> {
    let range = T::unfinished(owner);
    // Read more than needed, because some items may be missing.
    let at_once = u32::try_from(max * 2).unwrap_or(u32::MAX);
    let mut open = Vec::new();
    let mut start = None;
    loop {
        let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(at_once), start).await?;
        let stopped = slice.items.into_iter().map(|item| decode(item).map(T::from_record)).collect::<Result<_>>()?;
        open.extend(T::find_unfinished(store, stopped).await?);
        start = slice.last_key;
        if open.len() >= max || start.is_none() {
            open.truncate(max);
            return Ok(open);
        }
    }
}
