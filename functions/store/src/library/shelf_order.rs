//! Order of the recordings on a shelf: newest first, except those that an administrator moved.
//!
//! A moved recording keeps its key, because likes, positions and playlists find it there. A second item on the shelf,
//! its place, has the new position in its key. Lists show the recording at its place and skip it at its own key.

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, Item, decode, has_entity, key_attributes};
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::AudioId;
use model::keys;
use serde::{Deserialize, Serialize};
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};

/// The place of a moved recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    audio: AudioId,
    order: AudioId,
}

impl Entity for Place {
    const ENTITY: &'static str = "shelf_place";
}

/// Adds the place of a moved recording to a transaction. Cost: 2 writes if it was moved.
pub(crate) fn add_place(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(order) = audio.order {
        let place = Place { audio: audio.id, order };
        transaction.add("order", Put::of(&place, keys::audio::primary(audio.shelf, order)).when(absent()));
    }
}

/// Adds the deletion of the place of a moved recording to a transaction. Cost: 2 writes if it was moved.
pub(crate) fn remove_place(transaction: &mut Transaction, audio: &AudioNote) {
    if let Some(order) = audio.order {
        transaction.add("order", Delete::of(keys::audio::primary(audio.shelf, order)));
    }
}

/// Converts the items of one page of a shelf to recordings, each at its place. Cost: 1 read per moved recording.
pub(super) async fn resolve_moved(store: &Store, shelf: ShelfId, items: Vec<Item>) -> Result<Vec<AudioNote>> {
    let mut wanted = Vec::new();
    for item in items.iter().filter(|item| has_entity::<Place>(item)) {
        wanted.push((shelf, decode::<Place>(item.clone())?.audio));
    }
    let moved = audio::get_many(store, &wanted).await?;
    let mut moved: HashMap<AudioId, AudioNote> = moved.into_iter().map(|audio| (audio.id, audio)).collect();
    let mut listed = Vec::with_capacity(items.len());
    for item in items {
        if has_entity::<Place>(&item) {
            let Place { audio, order } = decode(item)?;
            // Skip a place that is outdated: the recording may have moved again since the place was read.
            listed.extend(moved.remove(&audio).filter(|audio| audio.shelf == shelf && audio.order == Some(order)));
        } else {
            let audio: AudioNote = decode(item)?;
            if audio.order.is_none() {
                listed.push(audio);
            }
        }
    }
    Ok(listed)
}

/// Moves a recording on its shelf: directly after another one, or to the beginning. Later uploads come before it. The
/// version does not change. `seen` is the position that the caller saw, empty if there was none. Idempotent.
/// Conditions: the recording has this position; its place is unchanged since it was read. Cost: 3 to 9 reads, 4 to 6
/// writes, 1 index write.
///
/// # Errors
/// `NotFound(Audio)` if one of the two recordings does not exist or `after` is on another shelf;
/// `Conflict(VersionMismatch)` if the recording has another position than `seen`, or if there is no free position
/// directly after `after`.
pub async fn move_recording(
    store: &Store,
    id: AudioId,
    after: Option<AudioId>,
    seen: Option<&str>,
) -> Result<AudioNote> {
    let shelf = audio::get(store, id).await?.shelf;
    let mut retry = Retry::new();
    loop {
        let before = audio::find_on_shelf(store, shelf, id).await?.ok_or(Error::NotFound(ResourceKind::Audio))?;
        let position = before.order.map(|order| order.to_string()).unwrap_or_default();
        if seen.is_some_and(|seen| seen != position) {
            // The client repeats a move if it lost the response.
            let is_there = is_directly_after(store, &before, after).await?;
            return if is_there { Ok(before) } else { Err(Error::Conflict(Conflict::VersionMismatch)) };
        }
        let order = match after {
            Some(after) => below(store, before.shelf, after).await?,
            None => AudioId::generate(),
        };
        let moved = AudioNote { order: Some(order), ..before.clone() };
        let key = keys::audio::primary(before.shelf, id);
        let same = exists().and(attribute("order").eq_option(before.order));
        let mut transaction = Transaction::default();
        transaction.add("content", Update::between(key, &before, &moved).when(same));
        remove_place(&mut transaction, &before);
        add_place(&mut transaction, &moved);
        if transaction.run(store).await? == Outcome::Done {
            return Ok(moved);
        }
        retry.wait().await?;
    }
}

/// Returns a free position directly below a recording.
async fn below(store: &Store, shelf: ShelfId, above: AudioId) -> Result<AudioId> {
    let above = position_of(store, shelf, above).await?;
    AudioId::between(above, next(store, shelf, Some(above)).await?).ok_or(Error::Conflict(Conflict::VersionMismatch))
}

/// Returns true if a recording is directly below `above`, or at the beginning of the shelf without `above`.
async fn is_directly_after(store: &Store, audio: &AudioNote, above: Option<AudioId>) -> Result<bool> {
    let above = match above {
        Some(above) => Some(position_of(store, audio.shelf, above).await?),
        None => None,
    };
    Ok(next(store, audio.shelf, above).await? == Some(audio.sort_id()))
}

async fn position_of(store: &Store, shelf: ShelfId, id: AudioId) -> Result<AudioId> {
    let audio = audio::find_on_shelf(store, shelf, id).await?.filter(|audio| audio.shelf == shelf);
    Ok(audio.ok_or(Error::NotFound(ResourceKind::Audio))?.sort_id())
}

/// Returns the position of the recording that follows the position `above`, or of the first recording of the shelf.
async fn next(store: &Store, shelf: ShelfId, above: Option<AudioId>) -> Result<Option<AudioId>> {
    // In this order, the record of the shelf comes before all recordings.
    let start = above.map_or_else(|| keys::shelf::primary(shelf), |above| keys::audio::primary(shelf, above));
    let (range, start) = (keys::shelf::with_recordings(shelf), Some(key_attributes(start)));
    let slice = table::query(store, &range, Order::Descending, Consistency::Strong, Some(1), start).await?;
    Ok(match slice.items.into_iter().next() {
        Some(item) if has_entity::<Place>(&item) => Some(decode::<Place>(item)?.order),
        Some(item) => Some(decode::<AudioNote>(item)?.id),
        None => None,
    })
}
