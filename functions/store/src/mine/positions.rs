//! Where people stopped: one item a person and thing.
//!
//! Which of two positions counts is decided by `wasm_core::position`, here as in the browser. A write is tied to what was
//! read before it, so an older position never replaces a newer one, in whatever order they arrive.

mod listening;
mod reading;

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
use wasm_core::position::{Stamped, merge};

pub use listening::{Heard, Listening, in_recording, list, listening};
pub use reading::{Begun, Read, in_note, in_notes, reading};

/// Something in which people stop, by its id.
pub trait Thing: Copy + Eq + Hash + Send + Sync {
    /// A place in it.
    type Position: Stamped + Clone + Send + Sync;
    /// Where it stands, kept with the place so that lists find it.
    type Home: Copy + Send + Sync;
    /// What is kept.
    type Item: Entity + Serialize + DeserializeOwned + Send + Sync;
    /// It and the place in it, for those who go on.
    type Open: Send;

    /// The key of what one person's item is kept under.
    fn primary(self, owner: &UserId) -> Key;
    /// The entry in the index while it is not finished.
    fn listed(self, owner: &UserId, at: Timestamp) -> Key;
    /// What somebody has not finished.
    fn unfinished(owner: &UserId) -> Range;
    /// The item of a place.
    fn keep(stopped: Stopped<Self>, now: Timestamp) -> Self::Item;
    /// The place in an item.
    fn kept(item: Self::Item) -> Stopped<Self>;
    /// Where these stand, as far as there are such.
    fn homes(store: &Store, things: Vec<Self>) -> impl Future<Output = Result<HashMap<Self, Self::Home>>> + Send;
    /// Those that can be gone on with, in the same order.
    fn open(store: &Store, stopped: Vec<Stopped<Self>>) -> impl Future<Output = Result<Vec<Self::Open>>> + Send;
}

/// Where somebody stopped in one thing.
#[derive(Debug, Clone)]
pub struct Stopped<T: Thing> {
    thing: T,
    home: T::Home,
    position: T::Position,
    /// Grows with each write.
    revision: u32,
}

/// Takes in positions that a device tells us, and answers with those that count now, each thing once. A position in
/// something that there is not, or one that no honest clock can have made, is left out of account; what counts in its
/// place is answered if there is anything. Condition of each write: the item is as it was read. 1 read a thing, and
/// for each position that counts 1 write and 1 to 2 in the index; 1 read more in the index for a thing that is new.
///
/// # Errors
/// `LimitReached` for more than `POSITIONS_BATCH_MAX`; `Conflict(Changed)` when others kept coming first.
pub async fn record<T: Thing>(
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
                Some(other) => merge(other, position),
                None => position,
            };
            newest.insert(thing, counts);
        }
    }
    let keys = asked.iter().map(|thing| thing.primary(owner)).collect();
    let known: Vec<T::Item> = table::find_many(store, keys).await?;
    let known = known.into_iter().map(T::kept).map(|stopped| (stopped.thing, stopped));
    let mut known: HashMap<T, Stopped<T>> = known.collect();
    let unknown = asked.iter().copied().filter(|thing| !known.contains_key(thing)).collect();
    let homes = T::homes(store, unknown).await?;

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

/// Writes a position if it counts against what is there, and answers with the one that counts.
async fn write<T: Thing>(
    store: &Store,
    owner: &UserId,
    (thing, home): (T, T::Home),
    mut before: Option<Stopped<T>>,
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
        let stopped = Stopped { thing, home, position: position.clone(), revision: revision + 1 };
        if put(store, owner, stopped, revision, now).await? {
            return Ok(position);
        }
        retry.wait().await?;
        before = table::find(store, thing.primary(owner)).await?.map(T::kept);
    }
}

/// Puts the item on the condition that `revision` is what is there; 0 when nothing is.
async fn put<T: Thing>(
    store: &Store,
    owner: &UserId,
    stopped: Stopped<T>,
    revision: u32,
    now: Timestamp,
) -> Result<bool> {
    let thing = stopped.thing;
    let is_open = !stopped.position.is_finished() && !stopped.position.is_opening();
    let listed = is_open.then(|| thing.listed(owner, now));
    let condition = if revision == 0 { absent() } else { attribute("revision").is(revision) };
    Put::of(&T::keep(stopped, now), thing.primary(owner)).listed_if(listed).when(condition).write(store).await
}

/// What one person has begun and not finished, the last first, at most `max`. What is gone is skipped. 1 read in the
/// index and those of the things, seldom more.
async fn unfinished<T: Thing>(store: &Store, owner: &UserId, max: usize) -> Result<Vec<T::Open>> {
    let range = T::unfinished(owner);
    // Some more than are shown, for those that are gone.
    let at_once = u32::try_from(max * 2).unwrap_or(u32::MAX);
    let mut open = Vec::new();
    let mut start = None;
    loop {
        let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(at_once), start).await?;
        let stopped = slice.items.into_iter().map(|item| decode(item).map(T::kept)).collect::<Result<_>>()?;
        open.extend(T::open(store, stopped).await?);
        start = slice.last;
        if open.len() >= max || start.is_none() {
            open.truncate(max);
            return Ok(open);
        }
    }
}
