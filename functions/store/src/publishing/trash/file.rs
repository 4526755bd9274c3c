//! Replaced files in the trash, which can be restored.

use aws::client::Store;
use aws::codec::Entity;
use aws::table;
use model::error::Result;
use model::ids::{ProductId, UserId};
use model::keys;
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{AnyFile, Content};
use crate::library::notes::Note;
use crate::publishing::content_item::{self, ContentRef};
use crate::publishing::trash::content;

/// A replaced file in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedFile {
    /// Id in the trash.
    pub id: ProductId,
    /// Kind of the item that had the file.
    pub kind: ItemKind,
    /// Id of that item.
    pub of: ProductId,
    /// Title of that item at the time of the replacement.
    pub title: String,
    /// Collection of that item, as in [`IndexEntry`](crate::content_index::IndexEntry).
    pub place: String,
    /// The file.
    pub file: AnyFile,
    /// Time of the replacement.
    pub deleted_at: Timestamp,
    /// User who replaced the file.
    pub deleted_by: UserId,
    /// Unix time in seconds after which the table deletes the record.
    pub expires_at: i64,
}

impl Entity for TrashedFile {
    const ENTITY: &'static str = "trashed_file";
}

/// Returns a replaced file in the trash. Cost: 1 read.
pub async fn find_file(store: &Store, id: ProductId) -> Result<Option<TrashedFile>> {
    table::find(store, keys::trash::file(id)).await
}

/// Deletes a file that left the trash unless the item uses it again. Returns false if the item does. Idempotent. Cost:
/// 1 to 2 reads, 1 to 4 requests to the object service.
pub async fn remove_file_unless_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    if is_used(store, trashed).await? {
        return Ok(false);
    }
    trashed.file.remove(store).await?;
    Ok(true)
}

/// Returns true if the item has this file again, published or in the trash. Reads the table, not the index.
async fn is_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    let TrashedFile { kind, of, place, file, .. } = trashed;
    if let Some(thing) = content_item::find_at(store, ContentRef { kind: *kind, place, id: *of }).await? {
        return Ok(thing.file_key() == file.key());
    }
    match kind {
        ItemKind::Note => is_in_trash_with::<Note>(store, *of, file).await,
        ItemKind::Audio => is_in_trash_with::<AudioNote>(store, *of, file).await,
        ItemKind::AlbumNote => is_in_trash_with::<AlbumNote>(store, *of, file).await,
    }
}

async fn is_in_trash_with<T: Content>(store: &Store, id: ProductId, file: &AnyFile) -> Result<bool> {
    Ok(content::find::<T>(store, id).await?.is_some_and(|trashed| trashed.content.file().key == *file.key()))
}
