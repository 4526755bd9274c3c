//! The order of a playlist: one item gets another rank, the others keep theirs.

use aws::client::Store;
use aws::expression::exists;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{AudioId, PlaylistId, UserId};
use model::keys;
use model::rank::Rank;

use super::{Playlist, Whole, find, mosaic, next_edition};

/// Items whose ranks are written anew in one transaction; the service takes 100.
const BATCH: usize = 50;

/// Puts one recording behind another, or first. Moves at the same time lose nothing: the second one is refused and the
/// caller looks again; what is added or removed meanwhile stays so. Conditions: the playlist belongs to the owner and is
/// as the caller has seen it; without a version it is moved in whatever order there is by now, and once more changes
/// nothing. 2 reads, 4 writes, 1 in the index; after some eighty moves into one gap all ranks are
/// written anew.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's; `NotFound(PlaylistItem)`; `Conflict(Changed)` when the version is not
/// the newest or `after` has been removed.
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
        let mut whole = Whole::get_mine(store, owner, id).await?;
        if version.is_some_and(|seen| seen != whole.playlist.version) {
            return Err(Error::Conflict(Conflict::Changed));
        }
        let from = whole.position(audio).ok_or(Error::NotFound(Noun::PlaylistItem))?;
        if after == Some(audio) {
            return Ok(whole.playlist);
        }
        let item = whole.items.remove(from);
        let to = match after {
            None => 0,
            Some(after) => whole.position(after).ok_or(Error::Conflict(Conflict::Changed))? + 1,
        };
        if to == from {
            return Ok(whole.playlist);
        }
        let ranks: Vec<&Rank> = whole.items.iter().map(|item| &item.rank).collect();
        let rank = Rank::at(&ranks, to, audio.ulid());
        whole.items.insert(to, item);
        match rank {
            Some(rank) if !rank.is_long() => {
                if set_rank(store, &whole, audio, &rank).await? {
                    break;
                }
            }
            // No room, or a rank that has become too long: the ranks as they were before the move are written anew.
            _ => {
                let item = whole.items.remove(to);
                whole.items.insert(from, item);
                renew(store, &whole).await?;
            }
        }
        retry.wait().await?;
    }
    find(store, id).await?.ok_or(Error::NotFound(Noun::Playlist))
}

/// Writes the new rank of one item, in a list that stands as it will then. `false` when something came before it.
async fn set_rank(store: &Store, whole: &Whole, audio: AudioId, rank: &Rank) -> Result<bool> {
    let playlist = &whole.playlist;
    let mut transaction = Transaction::default();
    transaction.add("item", Update::of(keys::playlist::item(playlist.id, audio)).set("rank", rank).when(exists()));
    let update = next_edition(playlist).add("version", 1).set("mosaic", mosaic(&whole.items));
    transaction.add("playlist", update);
    Ok(transaction.run(store).await? == Outcome::Done)
}

/// Writes short ranks for all items, behind the last one, beginning with the last: so the order is right after each
/// step, however far it comes. Nothing is done when the list has changed since it was read.
async fn renew(store: &Store, whole: &Whole) -> Result<()> {
    let last = whole.items.last().map(|item| &item.rank);
    let ranks = Rank::renewed(last, whole.items.iter().map(|item| item.audio.ulid()));
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
