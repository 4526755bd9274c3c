//! Deleting a playlist: first it is gone, then what it leaves behind is cleared away.

use aws_sdk_dynamodb::types::{DeleteRequest, WriteRequest};

use super::items::wait_or_give_up;
use super::{Playlist, PlaylistItem, find, get_mine};
use crate::client::Store;
use crate::codec::{decode, key_attributes, number, text};
use crate::error::{Error, Result};
use crate::ids::{CoverId, PlaylistId, UserId};
use crate::keys::{self, object};
use crate::objects::{self, Bucket};
use crate::table::{self, Consistency, Order, Outcome, Transaction, sdk_error};

/// Deletes of one request; the service takes no more.
const BATCH: usize = 25;

/// Deletes a playlist: it, its claim on its name and its place in the owner's count go at once. Whoever follows the table
/// then calls [`purge`] for the rest, as often as it takes. Condition: the playlist belongs to the owner. 1 read,
/// 6 writes, 1 in the index.
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
        match transaction.run(store).await? {
            Outcome::Done => break,
            outcome if outcome.refused("playlist") => wait_or_give_up(tries).await?,
            Outcome::Refused(_) => return Err(Error::broken("somebody has a playlist but their count is 0")),
        }
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
    let mut requests = Vec::with_capacity(items.len());
    for item in items {
        let item: PlaylistItem = decode(item)?;
        if born_again.is_some_and(|at| item.added_at >= at) {
            continue;
        }
        let key = key_attributes(keys::playlist::item(deleted.id, item.audio));
        let request = DeleteRequest::builder().set_key(Some(key)).build().map_err(table::build_error)?;
        requests.push(WriteRequest::builder().delete_request(request).build());
    }
    for batch in requests.chunks(BATCH) {
        let mut rest = batch.to_vec();
        // The service may do a part of it when it is busy.
        let mut tries = 0;
        while !rest.is_empty() {
            if tries > 0 {
                wait_or_give_up(tries)
                    .await
                    .map_err(|_| Error::Unavailable("the table is too busy to delete".into()))?;
            }
            tries += 1;
            let answer = store.dynamodb().batch_write_item().request_items(store.table(), rest).send().await;
            let left = answer.map_err(sdk_error)?.unprocessed_items;
            rest = left.unwrap_or_default().remove(store.table()).unwrap_or_default();
        }
    }
    Ok(())
}

/// Removes the file of a cover that no playlist shows any more. 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_cover_file(store: &Store, playlist: PlaylistId, cover: CoverId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::playlist_cover(playlist, cover)).await
}
