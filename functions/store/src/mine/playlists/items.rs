//! What comes into a playlist and what goes.

use std::collections::HashSet;

use wasm_core::limits::{PLAYLIST_ITEMS_MAX, PLAYLIST_MOSAIC_ITEMS};

use super::{Playlist, PlaylistItem, Tile, Whole, find, mosaic, next_edition};
use crate::aws::batch::wait_or_give_up;
use crate::aws::client::Store;
use crate::aws::codec::{encode, number, text};
use crate::aws::rank::Rank;
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Error, Noun, Result};
use crate::base::ids::{AudioId, PlaylistId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::audio::AudioNote;

/// Recordings of one transaction; the service takes 100 items.
const BATCH: usize = 50;

/// A playlist after something was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The playlist as it is now.
    pub playlist: Playlist,
    /// How many recordings were new to it.
    pub added: u32,
}

/// Adds recordings at the end, in this order; what is in the list already stays where it is. Adds from several places at
/// once all count, and each recording is there once. Conditions: the playlist belongs to the owner, there is room.
/// 2 reads and 4 writes for one recording; for more, in batches of 50: 1 read, and 2 writes a recording and 2 more.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's; `LimitReached`, and then nothing of the batch was added.
pub async fn add(store: &Store, owner: &UserId, id: PlaylistId, notes: &[AudioNote], now: Timestamp) -> Result<Added> {
    let mut added = 0;
    let mut rest = notes;
    let mut tries = 0;
    while !rest.is_empty() {
        let whole = Whole::get_mine(store, owner, id).await?;
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
            tries = 0;
        } else {
            // Somebody else's change came first; what it left decides anew.
            tries += 1;
            wait_or_give_up(tries).await?;
        }
    }
    let playlist = super::get_mine(store, owner, id).await?;
    Ok(Added { playlist, added })
}

fn full() -> Error {
    Error::LimitReached { limit: "PLAYLIST_ITEMS_MAX", max: u32::try_from(PLAYLIST_ITEMS_MAX).unwrap_or(u32::MAX) }
}

/// Writes one batch behind the last item. `false` when the list is not as it was read, in a way that matters.
async fn append(store: &Store, whole: &Whole, batch: &[&AudioNote], now: Timestamp) -> Result<bool> {
    let playlist = &whole.playlist;
    let last = whole.items.last().map(|item| &item.rank);
    let ranks = Rank::renewed(last, batch.iter().map(|note| note.id.ulid()));
    let items: Vec<_> = batch.iter().zip(ranks).map(|(note, rank)| item_of(note, rank, now)).collect();
    let mut transaction = Transaction::default();
    for item in &items {
        let item = encode(item, keys::playlist::item(playlist.id, item.audio), None)?;
        let put = table::put(store, item).condition_expression("attribute_not_exists(pk)");
        transaction.put("item", put.build().map_err(table::build_error)?);
    }
    let add = "ADD audio_count :count, total_secs :secs, edition :one";
    let update = if whole.items.len() < PLAYLIST_MOSAIC_ITEMS {
        // It changes what the cover is made of, so it must know all that comes before it.
        next_edition(store, playlist)
            .update_expression(format!("{add} SET mosaic = :mosaic"))
            .expression_attribute_values(":mosaic", tiles(&mosaic(whole.items.iter().chain(&items)))?)
    } else {
        // Behind a full mosaic adds do not get in each other's way.
        table::update(store, keys::playlist::primary(playlist.id))
            .update_expression(add)
            .condition_expression("#owner = :me AND audio_count <= :room AND size(mosaic) = :tiles")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":me", text(playlist.owner.as_str()))
            .expression_attribute_values(":room", number(PLAYLIST_ITEMS_MAX - items.len()))
            .expression_attribute_values(":tiles", number(PLAYLIST_MOSAIC_ITEMS))
            .expression_attribute_values(":one", number(1))
    };
    let secs: u64 = items.iter().map(|item| item.counted_secs).sum();
    let update = update
        .expression_attribute_values(":count", number(items.len()))
        .expression_attribute_values(":secs", number(secs));
    transaction.update("playlist", update.build().map_err(table::build_error)?);
    Ok(transaction.run(store).await? == Outcome::Done)
}

fn item_of(note: &AudioNote, rank: Rank, now: Timestamp) -> PlaylistItem {
    PlaylistItem {
        audio: note.id,
        shelf: note.shelf,
        title: note.title.clone(),
        subject: note.subject.clone(),
        has_artwork: note.artwork_key.is_some(),
        counted_secs: note.duration_secs.map_or(0, u64::from),
        added_at: now,
        rank,
    }
}

/// Takes a recording out; one that is not there changes nothing. Conditions: the playlist belongs to the owner, and is
/// as it was read. 2 reads, 4 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's.
pub async fn remove(store: &Store, owner: &UserId, id: PlaylistId, audio: AudioId) -> Result<Playlist> {
    for tries in 1.. {
        let whole = Whole::get_mine(store, owner, id).await?;
        let Some(place) = whole.position(audio) else { return Ok(whole.playlist) };
        let left = whole.items.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, item)| item);
        let mut transaction = Transaction::default();
        transaction.delete(
            "item",
            table::delete(store, keys::playlist::item(id, audio))
                .condition_expression("attribute_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        transaction.update(
            "playlist",
            next_edition(store, &whole.playlist)
                .update_expression("ADD audio_count :less, total_secs :secs, edition :one SET mosaic = :mosaic")
                .expression_attribute_values(":less", number(-1))
                .expression_attribute_values(":secs", number(-i128::from(whole.items[place].counted_secs)))
                .expression_attribute_values(":mosaic", tiles(&mosaic(left))?)
                .build()
                .map_err(table::build_error)?,
        );
        if transaction.run(store).await? == Outcome::Done {
            break;
        }
        wait_or_give_up(tries).await?;
    }
    find(store, id).await?.ok_or(Error::NotFound(Noun::Playlist))
}

pub(super) fn tiles(mosaic: &[Tile]) -> Result<aws_sdk_dynamodb::types::AttributeValue> {
    serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value(mosaic).map_err(|error| Error::Broken(error.into()))
}
