//! Deleting a playlist: first it is gone, then what it leaves behind is cleared away.

use super::{Playlist, PlaylistItem, Visibility, find, get_mine, list_mine, show};
use crate::aws::batch::{self, wait_or_give_up};
use crate::aws::client::Store;
use crate::aws::codec::{decode, number, text};
use crate::aws::objects::{self, Bucket};
use crate::aws::table::{self, Consistency, Order, Outcome, Transaction};
use crate::base::error::{Error, Result};
use crate::base::ids::{CoverId, PlaylistId, UserId};
use crate::keys::{self, object};

/// Deletes a playlist: it, its claim on its name and its place in the owner's count go at once. Whoever follows the table
/// then calls [`purge`] for the rest, as often as it takes. Condition: the playlist belongs to the owner. 1 read,
/// 8 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's.
pub async fn delete(store: &Store, owner: &UserId, id: PlaylistId) -> Result<()> {
    for tries in 1.. {
        let playlist = get_mine(store, owner, id).await?;
        let mut transaction = Transaction::default();
        transaction.delete(
            "playlist",
            table::delete(store, keys::playlist::primary(id))
                // The name that is given back must be the one it has.
                .condition_expression("#owner = :me AND name_key = :key")
                .expression_attribute_names("#owner", "owner")
                .expression_attribute_values(":me", text(owner.as_str()))
                .expression_attribute_values(":key", text(playlist.name_key.as_str()))
                .build()
                .map_err(table::build_error)?,
        );
        transaction.delete(
            "name",
            table::delete(store, keys::playlist::name_claim(owner, &playlist.name_key))
                .build()
                .map_err(table::build_error)?,
        );
        transaction.update(
            "count",
            table::update(store, keys::student::primary(owner))
                .update_expression("ADD playlist_count :less")
                .condition_expression("playlist_count > :zero")
                .expression_attribute_values(":less", number(-1))
                .expression_attribute_values(":zero", number(0))
                .build()
                .map_err(table::build_error)?,
        );
        show(store, &mut transaction, id, Visibility::Private)?;
        match transaction.run(store).await? {
            Outcome::Done => break,
            outcome if outcome.refused("playlist") => wait_or_give_up(tries).await?,
            Outcome::Refused(_) => return Err(Error::broken("somebody has a playlist but their count is 0")),
        }
    }
    Ok(())
}

/// Deletes every playlist of somebody whose account is gone; whoever follows the table then calls [`purge`] for each.
/// Names go with everything else that belonged to them. Done again it changes nothing. 2 reads, 4 writes and 1 in the
/// index for each playlist.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn abandon_all(store: &Store, owner: &UserId) -> Result<()> {
    for playlist in list_mine(store, owner).await? {
        let mut transaction = Transaction::default();
        transaction.delete(
            "playlist",
            table::delete(store, keys::playlist::primary(playlist.id))
                .condition_expression("#owner = :me")
                .expression_attribute_names("#owner", "owner")
                .expression_attribute_values(":me", text(owner.as_str()))
                .build()
                .map_err(table::build_error)?,
        );
        show(store, &mut transaction, playlist.id, Visibility::Private)?;
        // Refused: it is gone already.
        transaction.run(store).await?;
    }
    Ok(())
}

/// Clears away what a deleted playlist leaves behind: what was in it, and its cover. Done again it changes nothing.
/// 2 reads, 1 write a recording.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn purge(store: &Store, deleted: &Playlist) -> Result<()> {
    if let Some(cover) = deleted.cover {
        remove_cover_file(store, deleted.id, cover).await?;
    }
    // A client that makes its own ids can make one again; what came into the new playlist is not what was left behind.
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
    batch::delete_all(store, left).await
}

/// Removes the file of a cover that no playlist shows any more. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_cover_file(store: &Store, playlist: PlaylistId, cover: CoverId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::playlist_cover(playlist, cover)).await
}
