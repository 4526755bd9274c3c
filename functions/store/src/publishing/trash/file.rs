//! Files that were replaced: kept like deleted notes, so that the one before can come back.

use aws::client::Store;
use aws::codec::{self, Entity, Item};
use aws::table;
use model::error::Result;
use model::ids::{ProductId, UserId};
use model::keys;
use model::kind::Kind;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{AnyFile, Content};
use crate::library::notes::Note;
use crate::publishing::thing::{self, ThingRef};
use crate::publishing::trash::content;

/// A replaced file in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedFile {
    /// Its id in the trash.
    pub id: ProductId,
    /// What it was the file of.
    pub kind: Kind,
    /// Whose file it was.
    pub of: ProductId,
    /// The title of that when it got another file.
    pub title: String,
    /// Where that belongs, as in [`Entry`](crate::register::Entry).
    pub place: String,
    /// The file.
    pub file: AnyFile,
    /// When it was replaced.
    pub deleted_at: Timestamp,
    /// Who replaced it.
    pub deleted_by: UserId,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for TrashedFile {
    const ENTITY: &'static str = "trashed_file";
    const SCHEMA: u32 = 2;

    /// In the first schema a file had names of its own for what notes and recordings say as well, and what is in it one
    /// level further in.
    fn upgrade(item: &mut Item, schema: u32) {
        if schema == 1
            && let Some(file) = codec::map_in(item, "file")
        {
            for (old, new) in [("key", "file_key"), ("name", "file_name")] {
                if let Some(value) = file.remove(old) {
                    file.insert(new.into(), value);
                }
            }
            for kind in ["pdf", "recording"] {
                let inside = codec::map_in(file, "inside").and_then(|inside| codec::map_in(inside, kind));
                let inside = inside.map(std::mem::take).unwrap_or_default();
                file.extend(inside);
            }
            file.remove("inside");
        }
    }
}

/// One replaced file in the trash. 1 read.
pub async fn find_file(store: &Store, id: ProductId) -> Result<Option<TrashedFile>> {
    table::find(store, keys::trash::file(id)).await
}

/// Removes a file that left the trash, unless it came back and is in use. Done again it changes nothing.
/// 1 to 2 reads, 1 to 4 requests to the object service. `false` when it is in use.
pub async fn remove_file_unless_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    if is_used(store, trashed).await? {
        return Ok(false);
    }
    trashed.file.remove(store).await?;
    Ok(true)
}

/// Whether what the file belonged to has it again, visible or in the trash itself. Asks the table, not the index.
async fn is_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    let TrashedFile { kind, of, place, file, .. } = trashed;
    if let Some(thing) = thing::find_at(store, ThingRef { kind: *kind, place, id: *of }).await? {
        return Ok(thing.file_key() == file.key());
    }
    match kind {
        Kind::Note => is_in_trash_with::<Note>(store, *of, file).await,
        Kind::Audio => is_in_trash_with::<AudioNote>(store, *of, file).await,
        Kind::AlbumNote => is_in_trash_with::<AlbumNote>(store, *of, file).await,
    }
}

async fn is_in_trash_with<T: Content>(store: &Store, id: ProductId, file: &AnyFile) -> Result<bool> {
    Ok(content::find::<T>(store, id).await?.is_some_and(|trashed| trashed.content.file().key == *file.key()))
}
