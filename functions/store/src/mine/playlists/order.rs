//! Order of a playlist: moving an entry changes only its own rank.

use aws::client::Store;
use aws::expression::exists;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::fractional_index::FractionalIndex;
use model::ids::{AudioId, PlaylistId, UserId};
use model::keys;

use super::{Playlist, PlaylistWithItems, find, mosaic, next_edition};

/// Number of ranks rewritten per transaction; DynamoDB allows 100 items.
const BATCH: usize = 50;

/// Moves a recording behind another one, or to the front. Of two concurrent moves, the second fails and must be
/// repeated; concurrent additions and removals are preserved. Conditions: the playlist belongs to the owner and has the
/// version that was seen. Without a version, the move applies to the current order and is idempotent. Cost: 2 reads, 4
/// writes, 1 index write; after about eighty moves into one gap, all ranks are rewritten.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user; `NotFound(PlaylistItem)`; `Conflict(VersionMismatch)`
/// when the version is not the newest or `after` was removed.
pub async fn reorder(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    audio: AudioId,
    after: Option<AudioId>,
    version: Option<u32>,
) -> Result<Playlist> {
    let mut retry = Retry::new();
    loop {
        let mut whole = PlaylistWithItems::get_owned(store, owner, id).await?;
        if version.is_some_and(|seen| seen != whole.playlist.version) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let from = whole.position(audio).ok_or(Error::NotFound(ResourceKind::PlaylistItem))?;
        if after == Some(audio) {
            return Ok(whole.playlist);
        }
        let item = whole.items.remove(from);
        let to = match after {
            None => 0,
            Some(after) => whole.position(after).ok_or(Error::Conflict(Conflict::VersionMismatch))? + 1,
        };
        if to == from {
            return Ok(whole.playlist);
        }
        let ranks: Vec<&FractionalIndex> = whole.items.iter().map(|item| &item.rank).collect();
        let rank = FractionalIndex::at(&ranks, to, audio.ulid());
        whole.items.insert(to, item);
        match rank {
            Some(rank) if !rank.needs_rebalance() => {
                if set_rank(store, &whole, audio, &rank).await? {
                    break;
                }
            }
            // No rank fits, or it would be too long: rewrite the ranks in the order before the move.
            _ => {
                let item = whole.items.remove(to);
                whole.items.insert(from, item);
                renew(store, &whole).await?;
            }
        }
        retry.wait().await?;
    }
    find(store, id).await?.ok_or(Error::NotFound(ResourceKind::Playlist))
}

/// Writes the rank of one entry; `whole` has the new order. Returns false after a conflict.
async fn set_rank(store: &Store, whole: &PlaylistWithItems, audio: AudioId, rank: &FractionalIndex) -> Result<bool> {
    let playlist = &whole.playlist;
    let mut transaction = Transaction::default();
    transaction.add("item", Update::of(keys::playlist::item(playlist.id, audio)).set("rank", rank).when(exists()));
    let update = next_edition(playlist).add("version", 1).set("mosaic", mosaic(&whole.items));
    transaction.add("playlist", update);
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Replaces all ranks with short ones that are greater than the last rank, starting with the last entry. The order is
/// therefore correct after each batch, even if the process stops. Stops when the list has changed since it was read.
async fn renew(store: &Store, whole: &PlaylistWithItems) -> Result<()> {
    let last = whole.items.last().map(|item| &item.rank);
    let ranks = FractionalIndex::rebalanced(last, whole.items.iter().map(|item| item.audio.ulid()));
    let ranks: Vec<_> = whole.items.iter().zip(ranks).collect();
    let mut playlist = whole.playlist.clone();
    for batch in ranks.rchunks(BATCH) {
        let mut transaction = Transaction::default();
        for (item, rank) in batch {
            let item = keys::playlist::item(playlist.id, item.audio);
            transaction.add("item", Update::of(item).set("rank", rank).when(exists()));
        }
        transaction.add("playlist", next_edition(&playlist));
        if transaction.run(store).await? != Outcome::Done {
            break;
        }
        playlist.edition += 1;
    }
    Ok(())
}
