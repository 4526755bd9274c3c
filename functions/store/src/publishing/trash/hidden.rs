//! Items in the trash because of a notice of copyright.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::expression::attribute;
use aws::write::Update;
use model::error::Result;
use model::ids::{ProductId, Sha256Hash, UserId};
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use wasm_core::limits::WITHHELD_DAYS;

use super::content::{DeletePermission, Deletion, find, not_in_trash, restore_withheld, trash_as};
use super::files;
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{self, Content};
use crate::library::notes::Note;

const DAY_SECS: u64 = 86_400;

/// The retention is extended when fewer days than this are left.
const DAYS_LEFT: u64 = WITHHELD_DAYS as u64 - 30;

/// Evaluates an expression with `T` as the type of an item of this kind.
macro_rules! of_kind {
    ($kind:expr, $work:expr) => {
        match $kind {
            ItemKind::Note => {
                type T = Note;
                $work
            }
            ItemKind::Audio => {
                type T = AudioNote;
                $work
            }
            ItemKind::AlbumNote => {
                type T = AlbumNote;
                $work
            }
        }
    };
}

/// Moves a published item to the trash if its file has one of these hashes. Only the notice can restore it from there.
/// Its files stay where they are until [`withhold_files`]. Cost: as [`trash_item`](super::trash_item).
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`, also for an item with another file.
pub async fn withhold_item(
    store: &Store,
    kind: ItemKind,
    id: ProductId,
    hashes: &BTreeSet<Sha256Hash>,
    by: &UserId,
    now: Timestamp,
) -> Result<()> {
    let deletion = Deletion { now, expires_at: expires_at(now), withheld: Some(hashes) };
    of_kind!(kind, withhold::<T>(store, id, by, deletion).await)
}

async fn withhold<T: Content>(store: &Store, id: ProductId, by: &UserId, deletion: Deletion<'_>) -> Result<()> {
    let listed: T = content::get(store, id).await?;
    trash_as(store, &listed, by, DeletePermission::All, deletion).await.map(drop)
}

/// Returns the hashes of the file of a hidden item; none for an item that is not hidden. Cost: 1 read.
pub async fn hidden_hashes(store: &Store, kind: ItemKind, id: ProductId) -> Result<Vec<Sha256Hash>> {
    of_kind!(kind, {
        let hidden = find::<T>(store, id).await?.filter(|trashed| trashed.is_withheld);
        Ok(hidden.map_or(Vec::new(), |trashed| trashed.content.file().hashes().into_iter().cloned().collect()))
    })
}

/// Moves the files of a hidden item and everything made from them out of reach if its file has one of these hashes.
/// Returns false for other items. Requires that a notice withholds these hashes until this returns: a restoration at the
/// same time could otherwise delete the last copy. Idempotent. Cost: 1 read, 4 requests per file to the object service.
pub async fn withhold_files(
    store: &Store,
    kind: ItemKind,
    id: ProductId,
    hashes: &BTreeSet<Sha256Hash>,
) -> Result<bool> {
    let found = of_kind!(kind, {
        let has_hash = |content: &T| content.file().hashes().into_iter().any(|sha256| hashes.contains(sha256));
        let hidden = find::<T>(store, id).await?.filter(|trashed| trashed.is_withheld && has_hash(&trashed.content));
        hidden.map(|trashed| (trashed.content.object_keys(), trashed.deleted_at))
    });
    let Some((keys, hidden_at)) = found else { return Ok(false) };
    files::withhold(store, &keys, hidden_at).await?;
    Ok(true)
}

/// Restores a hidden item. Returns false for an item that is in the trash for another reason: its uploader has deleted
/// it. Cost: as [`restore`](super::restore).
///
/// # Errors
/// As [`restore`](super::restore).
pub async fn restore_hidden(store: &Store, kind: ItemKind, id: ProductId) -> Result<bool> {
    of_kind!(kind, restore_if_hidden::<T>(store, id).await)
}

async fn restore_if_hidden<T: Content>(store: &Store, id: ProductId) -> Result<bool> {
    match find::<T>(store, id).await? {
        Some(trashed) if trashed.is_withheld => restore_withheld(store, &trashed).await.map(|_| true),
        Some(_) => Ok(false),
        None => Err(not_in_trash::<T>(store, id).await?),
    }
}

/// Extends the retention of a hidden item to [`WITHHELD_DAYS`] from now, about once a month. Does nothing if it is not
/// hidden. Cost: 1 write.
pub async fn extend_retention(store: &Store, kind: ItemKind, id: ProductId, now: Timestamp) -> Result<()> {
    let key = of_kind!(kind, T::trash_key(id));
    let soon = now.plus_secs(DAYS_LEFT * DAY_SECS).epoch_secs();
    let hidden = attribute("is_withheld").is(true);
    let update = Update::of(key).set("expires_at", expires_at(now));
    update.when(hidden.and(attribute("expires_at").is_below(soon))).apply(store).await.map(drop)
}

fn expires_at(now: Timestamp) -> i64 {
    now.plus_secs(u64::from(WITHHELD_DAYS) * DAY_SECS).epoch_secs()
}
