//! Adds recordings to a playlist and removes them.

use std::collections::HashSet;

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::fractional_index::FractionalIndex;
use model::ids::{AudioId, PlaylistId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::limits::{PLAYLIST_ITEMS_MAX, PLAYLIST_MOSAIC_ITEMS};

use super::{Playlist, PlaylistItem, PlaylistWithItems, find, mosaic, next_edition};
use crate::library::audio::AudioNote;

/// Number of recordings per transaction; DynamoDB allows 100 items.
const BATCH: usize = 50;

/// A playlist after recordings were added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedRecordings {
    /// The playlist after the call.
    pub playlist: Playlist,
    /// Number of recordings that were added.
    pub added: u32,
}

/// Appends recordings in this order. Recordings that the playlist already contains do not move. Concurrent calls all
/// take effect, and each recording occurs once. Conditions: the playlist belongs to the owner and has room. Cost: 2
/// reads and 4 writes for one recording; for more, per batch of 50: 1 read, 2 writes per recording and 2 more.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user; `LimitReached`, without adding any recording of the
/// batch.
pub async fn add(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    notes: &[AudioNote],
    now: Timestamp,
) -> Result<AddedRecordings> {
    let mut added = 0;
    let mut rest = notes;
    let mut retry = Retry::new();
    while !rest.is_empty() {
        let whole = PlaylistWithItems::get_owned(store, owner, id).await?;
        let mut present: HashSet<AudioId> = whole.items.iter().map(|item| item.audio).collect();
        let new: Vec<&AudioNote> = rest.iter().filter(|note| present.insert(note.id)).collect();
        if whole.items.len() + new.len() > PLAYLIST_ITEMS_MAX {
            return Err(full());
        }
        let batch = &new[..new.len().min(BATCH)];
        let Some(last) = batch.last() else { break };
        if append(store, &whole, batch, now).await? {
            added += u32::try_from(batch.len()).unwrap_or(u32::MAX);
            let done = rest.iter().position(|note| note.id == last.id).map_or(rest.len(), |place| place + 1);
            rest = &rest[done..];
            retry = Retry::new();
        } else {
            // Another change came first: read the list again.
            retry.wait().await?;
        }
    }
    let playlist = super::get_mine(store, owner, id).await?;
    Ok(AddedRecordings { playlist, added })
}

fn full() -> Error {
    Error::LimitReached { limit: "PLAYLIST_ITEMS_MAX", max: u32::try_from(PLAYLIST_ITEMS_MAX).unwrap_or(u32::MAX) }
}

/// Appends one batch. Returns false if a relevant part of the list has changed since it was read.
async fn append(store: &Store, whole: &PlaylistWithItems, batch: &[&AudioNote], now: Timestamp) -> Result<bool> {
    let playlist = &whole.playlist;
    let last = whole.items.last().map(|item| &item.rank);
    let ranks = FractionalIndex::rebalanced(last, batch.iter().map(|note| note.id.ulid()));
    let items: Vec<_> = batch.iter().zip(ranks).map(|(note, rank)| item_of(note, rank, now)).collect();
    let mut transaction = Transaction::default();
    for item in &items {
        let put = Put::of(item, keys::playlist::item(playlist.id, item.audio)).when(absent());
        transaction.add("item", put);
    }
    let update = if whole.items.len() < PLAYLIST_MOSAIC_ITEMS {
        // The tiles of the cover change, so the earlier entries must be unchanged since they were read.
        next_edition(playlist).set("mosaic", mosaic(whole.items.iter().chain(&items)))
    } else {
        // With a full mosaic, appending does not change the tiles, so concurrent appends need not conflict.
        Update::of(keys::playlist::primary(playlist.id)).add("edition", 1).when(
            attribute("owner")
                .is(&playlist.owner)
                .and(attribute("audio_count").is_at_most(PLAYLIST_ITEMS_MAX - items.len()))
                .and(attribute("mosaic").size_eq(PLAYLIST_MOSAIC_ITEMS)),
        )
    };
    let secs: u64 = items.iter().map(|item| item.counted_secs).sum();
    transaction.add("playlist", update.add("audio_count", items.len()).add("total_secs", secs));
    Ok(transaction.run(store).await? == Outcome::Done)
}

fn item_of(note: &AudioNote, rank: FractionalIndex, now: Timestamp) -> PlaylistItem {
    PlaylistItem {
        audio: note.id,
        shelf: note.shelf,
        title: note.details.title.clone(),
        subject: note.subject.clone(),
        has_artwork: note.file.media.artwork_key.is_some(),
        counted_secs: note.file.media.duration_secs.map_or(0, u64::from),
        added_at: now,
        rank,
    }
}

/// Removes a recording from a playlist. Does nothing if it is not in the list. Conditions: the playlist belongs to the
/// owner and is unchanged since it was read. Cost: 2 reads, 4 writes, 1 index write.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user.
pub async fn remove(store: &Store, owner: &UserId, id: PlaylistId, audio: AudioId) -> Result<Playlist> {
    let mut retry = Retry::new();
    loop {
        let whole = PlaylistWithItems::get_owned(store, owner, id).await?;
        let Some(place) = whole.position(audio) else { return Ok(whole.playlist) };
        let left = whole.items.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, item)| item);
        let mut transaction = Transaction::default();
        transaction.add("item", Delete::of(keys::playlist::item(id, audio)).when(exists()));
        let secs = i64::try_from(whole.items[place].counted_secs).unwrap_or(i64::MAX);
        let update =
            next_edition(&whole.playlist).add("audio_count", -1).add("total_secs", -secs).set("mosaic", mosaic(left));
        transaction.add("playlist", update);
        if transaction.run(store).await? == Outcome::Done {
            break;
        }
        retry.wait().await?;
    }
    find(store, id).await?.ok_or(Error::NotFound(ResourceKind::Playlist))
}
