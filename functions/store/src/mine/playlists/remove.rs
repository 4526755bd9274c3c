//! Deletes playlists and purges their entries.

use aws::batch;
use aws::client::Store;
use aws::codec::decode;
use aws::expression::attribute;
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::{Error, Result};
use model::ids::{CoverId, PlaylistId, UserId};
use model::keys::{self, object};

use super::{Playlist, PlaylistItem, Visibility, find, get_mine, list_owned, show};

/// Deletes a playlist, its name claim and its share of the owner's count at once. The stream handler then calls
/// [`purge`] for the rest, repeatedly if needed. Condition: the playlist belongs to the owner. Cost: 1 read, 8 writes,
/// 1 index write.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user.
pub async fn delete(store: &Store, owner: &UserId, id: PlaylistId) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let playlist = get_mine(store, owner, id).await?;
        let mut transaction = Transaction::default();
        transaction.add(
            "playlist",
            Delete::of(keys::playlist::primary(id))
                .when(attribute("owner").is(owner).and(attribute("name_key").is(&playlist.name_key))),
        );
        transaction.add("name", Delete::of(keys::playlist::name_claim(owner, &playlist.name_key)));
        transaction.add(
            "count",
            Update::of(keys::student::primary(owner))
                .add("playlist_count", -1)
                .when(attribute("playlist_count").is_above(0)),
        );
        show(&mut transaction, id, Visibility::Private);
        match transaction.run(store).await? {
            Outcome::Done => break,
            outcome if outcome.refused("playlist") => retry.wait().await?,
            Outcome::Refused(_) => return Err(Error::broken("a user has a playlist, but the playlist count is 0")),
        }
    }
    Ok(())
}

/// Deletes all playlists of a deleted account. The stream handler then calls [`purge`] for each. The name claims are
/// deleted with the other data of the account. Idempotent. Cost: 2 reads; 4 writes and 1 index write per playlist.
pub async fn delete_all(store: &Store, owner: &UserId) -> Result<()> {
    for playlist in list_owned(store, owner).await? {
        let mut transaction = Transaction::default();
        transaction
            .add("playlist", Delete::of(keys::playlist::primary(playlist.id)).when(attribute("owner").is(owner)));
        show(&mut transaction, playlist.id, Visibility::Private);
        // On a conflict, the playlist is already deleted.
        transaction.run(store).await?;
    }
    Ok(())
}

/// Deletes the entries and the cover of a deleted playlist. Idempotent. Cost: 2 reads, 1 write per recording.
pub async fn purge(store: &Store, deleted: &Playlist) -> Result<()> {
    if let Some(cover) = deleted.cover {
        remove_cover_file(store, deleted.id, cover).await?;
    }
    // A client can create a playlist with the same id again. Entries of the new playlist must stay.
    let born_again = find(store, deleted.id).await?.map(|playlist| playlist.created_at);
    let range = keys::playlist::items(deleted.id);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    let mut left = Vec::with_capacity(items.len());
    for item in items {
        let item: PlaylistItem = decode(item)?;
        if born_again.is_none_or(|at| item.added_at < at) {
            left.push(keys::playlist::item(deleted.id, item.audio));
        }
    }
    batch::batch_delete(store, left).await
}

/// Deletes an unused cover file. Cost: 1 request.
pub async fn remove_cover_file(store: &Store, playlist: PlaylistId, cover: CoverId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::playlist_cover(playlist, cover)).await
}
