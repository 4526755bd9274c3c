//! Items in the trash because of a notice of copyright.

use aws::client::Store;
use aws::expression::attribute;
use aws::write::Update;
use model::error::Result;
use model::ids::{ProductId, UserId};
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use wasm_core::limits::WITHHELD_DAYS;

use super::content::{DeletePermission, Deletion, find, trash_as};
use super::files;
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{self, Content};
use crate::library::notes::Note;
use crate::publishing::trash;

const DAY_SECS: u64 = 86_400;

/// The retention is extended when fewer days than this are left.
const DAYS_LEFT: u64 = WITHHELD_DAYS as u64 - 30;

/// Moves a published item to the trash, from which only the notice can restore it. Its files stay where they are until
/// [`withhold_files`]. Cost: as [`trash_item`](super::trash_item).
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`.
pub async fn withhold_item(store: &Store, kind: ItemKind, id: ProductId, by: &UserId, now: Timestamp) -> Result<()> {
    match kind {
        ItemKind::Note => withhold::<Note>(store, id, by, now).await,
        ItemKind::Audio => withhold::<AudioNote>(store, id, by, now).await,
        ItemKind::AlbumNote => withhold::<AlbumNote>(store, id, by, now).await,
    }
}

async fn withhold<T: Content>(store: &Store, id: ProductId, by: &UserId, now: Timestamp) -> Result<()> {
    let listed: T = content::get(store, id).await?;
    let deletion = Deletion { now, expires_at: expires_at(now), is_withheld: true };
    trash_as(store, &listed, by, DeletePermission::All, deletion).await.map(drop)
}

/// Moves the files of a hidden item and everything made from them out of reach. Does nothing for an item that is not
/// hidden. Idempotent. Cost: 1 read, 2 requests per file to the object service.
pub async fn withhold_files(store: &Store, kind: ItemKind, id: ProductId) -> Result<()> {
    match kind {
        ItemKind::Note => withhold_files_of::<Note>(store, id).await,
        ItemKind::Audio => withhold_files_of::<AudioNote>(store, id).await,
        ItemKind::AlbumNote => withhold_files_of::<AlbumNote>(store, id).await,
    }
}

async fn withhold_files_of<T: Content>(store: &Store, id: ProductId) -> Result<()> {
    match find::<T>(store, id).await? {
        Some(trashed) if trashed.is_withheld => files::withhold(store, &trashed.content.object_keys()).await,
        _ => Ok(()),
    }
}

/// Restores an item of any kind.
///
/// # Errors
/// As [`trash::restore`].
pub async fn restore_item(store: &Store, kind: ItemKind, id: ProductId) -> Result<()> {
    match kind {
        ItemKind::Note => trash::restore::<Note>(store, id).await.map(drop),
        ItemKind::Audio => trash::restore::<AudioNote>(store, id).await.map(drop),
        ItemKind::AlbumNote => trash::restore::<AlbumNote>(store, id).await.map(drop),
    }
}

/// Extends the retention of a hidden item to [`WITHHELD_DAYS`] from now, about once a month. Does nothing if it is not
/// hidden. Cost: 1 write.
pub async fn extend_retention(store: &Store, kind: ItemKind, id: ProductId, now: Timestamp) -> Result<()> {
    let key = match kind {
        ItemKind::Note => Note::trash_key(id),
        ItemKind::Audio => AudioNote::trash_key(id),
        ItemKind::AlbumNote => AlbumNote::trash_key(id),
    };
    let soon = now.plus_secs(DAYS_LEFT * DAY_SECS).epoch_secs();
    let hidden = attribute("is_withheld").is(true);
    let update = Update::of(key).set("expires_at", expires_at(now));
    update.when(hidden.and(attribute("expires_at").is_below(soon))).apply(store).await.map(drop)
}

fn expires_at(now: Timestamp) -> i64 {
    now.plus_secs(u64::from(WITHHELD_DAYS) * DAY_SECS).epoch_secs()
}
