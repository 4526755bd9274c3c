//! Where people stopped in recordings: one item a person and recording.
//!
//! Which of two positions counts is decided by `wasm_core::player::position`, here as in the browser. A write is tied to
//! what was read before it, so an older position never replaces a newer one, in whatever order they arrive.

use std::collections::HashMap;

use cloud::aws::client::Store;
use cloud::aws::codec::{Entity, decode};
use cloud::aws::expression::{absent, attribute};
use cloud::aws::retry::Retry;
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::write::Put;
use cloud::base::error::{Error, Result};
use cloud::base::ids::{AudioId, UserId};
use cloud::base::page::{Cursor, Page};
use cloud::base::timestamp::Timestamp;
use cloud::keys;
use serde::{Deserialize, Serialize};
use wasm_core::limits::{LISTENING_MAX_ITEMS, POSITIONS_BATCH_MAX};
use wasm_core::player::position::{Position, merge};
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};

/// Where somebody stopped in one recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// The recording.
    pub audio: AudioId,
    /// Where it stands.
    shelf: ShelfId,
    /// The position that counts.
    pub position: Position,
    /// When we were told of it.
    pub heard_at: Timestamp,
    /// Grows with each write.
    revision: u32,
}

impl Entity for Heard {
    const ENTITY: &'static str = "heard";
    const SCHEMA: u32 = 1;
}

/// A recording to continue with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listening {
    /// The recording.
    pub audio: AudioNote,
    /// Where the person stopped.
    pub position: Position,
}

/// Takes in positions that a device tells us, and answers with those that count now, each recording once. A position in
/// a recording that there is not, or one that no honest clock can have made, is left out of account; what counts in its
/// place is answered if there is anything. Condition of each write: the item is as it was read. 1 read a recording, and
/// for each position that counts 1 write and 1 to 2 in the index; 1 read more in the index for a recording that is new.
///
/// # Errors
/// `LimitReached` for more than `POSITIONS_BATCH_MAX`; `Conflict(Changed)` when others kept coming first.
pub async fn record(
    store: &Store,
    owner: &UserId,
    told: Vec<(AudioId, Position)>,
    now: Timestamp,
) -> Result<Vec<(AudioId, Position)>> {
    if told.len() > POSITIONS_BATCH_MAX {
        let max = u32::try_from(POSITIONS_BATCH_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "POSITIONS_BATCH_MAX", max });
    }
    let mut asked = Vec::new();
    let mut newest: HashMap<AudioId, Position> = HashMap::new();
    for (audio, position) in told {
        if !asked.contains(&audio) {
            asked.push(audio);
        }
        if position.is_plausible(now.epoch_millis()) {
            let counts = match newest.remove(&audio) {
                Some(other) => merge(other, position),
                None => position,
            };
            newest.insert(audio, counts);
        }
    }
    let keys = asked.iter().map(|audio| keys::heard::primary(owner, *audio)).collect();
    let known: Vec<Heard> = table::find_many(store, keys).await?;
    let mut known: HashMap<AudioId, Heard> = known.into_iter().map(|heard| (heard.audio, heard)).collect();
    let unknown: Vec<AudioId> = asked.iter().copied().filter(|audio| !known.contains_key(audio)).collect();
    let found = audio::find_by_ids(store, &unknown).await?;
    let shelves: HashMap<AudioId, ShelfId> = found.iter().map(|note| (note.id, note.shelf)).collect();

    let mut counting = Vec::with_capacity(asked.len());
    for audio in asked {
        let before = known.remove(&audio);
        let shelf = before.as_ref().map(|heard| heard.shelf).or_else(|| shelves.get(&audio).copied());
        let counts = match (newest.remove(&audio), shelf) {
            (Some(position), Some(shelf)) => Some(write(store, owner, audio, shelf, before, position, now).await?),
            _ => before.map(|heard| heard.position),
        };
        counting.extend(counts.map(|position| (audio, position)));
    }
    Ok(counting)
}

/// Writes a position if it counts against what is there, and answers with the one that counts.
async fn write(
    store: &Store,
    owner: &UserId,
    audio: AudioId,
    shelf: ShelfId,
    mut before: Option<Heard>,
    position: Position,
    now: Timestamp,
) -> Result<Position> {
    let mut retry = Retry::new();
    loop {
        if let Some(heard) = &before
            && !position.wins_over(&heard.position)
        {
            return Ok(heard.position.clone());
        }
        let revision = before.as_ref().map_or(0, |heard| heard.revision);
        let heard = Heard { audio, shelf, position: position.clone(), heard_at: now, revision: revision + 1 };
        if put(store, owner, &heard, revision).await? {
            return Ok(position);
        }
        retry.wait().await?;
        before = table::find(store, keys::heard::primary(owner, audio)).await?;
    }
}

/// Puts the item on the condition that `revision` is what is there; 0 when nothing is.
async fn put(store: &Store, owner: &UserId, heard: &Heard, revision: u32) -> Result<bool> {
    let is_open = !heard.position.is_finished && !heard.position.is_opening();
    let listed = is_open.then(|| keys::heard::listed(owner, heard.heard_at, heard.audio));
    let condition = if revision == 0 { absent() } else { attribute("revision").is(revision) };
    Put::of(heard, keys::heard::primary(owner, heard.audio)).listed_if(listed).when(condition).write(store).await
}

/// One page of the positions of one person, by recording, the newest recording first. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Heard>> {
    table::page(store, &keys::heard::all(owner), Order::Descending, Consistency::Strong, cursor, limit).await
}

/// What one person has begun and not finished, the last heard first, at most `LISTENING_MAX_ITEMS`. Recordings that are
/// gone are skipped. 1 read in the index and 1 a recording, seldom more.
pub async fn listening(store: &Store, owner: &UserId) -> Result<Vec<Listening>> {
    let range = keys::heard::unfinished(owner);
    // Some more than are shown, for those that are gone.
    let at_once = u32::try_from(LISTENING_MAX_ITEMS * 2).unwrap_or(u32::MAX);
    let mut listening = Vec::new();
    let mut start = None;
    loop {
        let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(at_once), start).await?;
        let heard = slice.items.into_iter().map(decode).collect::<Result<Vec<Heard>>>()?;
        let wanted: Vec<_> = heard.iter().map(|heard| (heard.shelf, heard.audio)).collect();
        let found = audio::get_many(store, &wanted).await?;
        let mut found: HashMap<AudioId, AudioNote> = found.into_iter().map(|note| (note.id, note)).collect();
        listening.extend(
            heard
                .into_iter()
                .filter_map(|heard| Some(Listening { audio: found.remove(&heard.audio)?, position: heard.position })),
        );
        start = slice.last;
        if listening.len() >= LISTENING_MAX_ITEMS || start.is_none() {
            listening.truncate(LISTENING_MAX_ITEMS);
            return Ok(listening);
        }
    }
}
