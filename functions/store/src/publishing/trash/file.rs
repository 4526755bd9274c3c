//! Files that were replaced: kept like deleted notes, so that the one before can come back.

use serde::{Deserialize, Serialize};

use crate::aws::client::Store;
use crate::aws::codec::Entity;
use crate::aws::objects::{self, Bucket};
use crate::aws::table;
use crate::base::error::Result;
use crate::base::ids::{ProductId, UserId};
use crate::base::kind::Kind;
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::file::{File, Inside};
use crate::publishing::thing::{self, ThingRef};
use crate::publishing::trash::album;
use crate::publishing::trash::audio;
use crate::publishing::trash::note;

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
    /// Where that belongs, as in [`content::Entry`].
    pub place: String,
    /// The file.
    pub file: File,
    /// When it was replaced.
    pub deleted_at: Timestamp,
    /// Who replaced it.
    pub deleted_by: UserId,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for TrashedFile {
    const ENTITY: &'static str = "trashed_file";
    const SCHEMA: u32 = 1;
}

/// One replaced file in the trash. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: ProductId) -> Result<Option<TrashedFile>> {
    table::find(store, keys::trash::file(id)).await
}

/// Removes a file that left the trash, unless it came back and is in use. Done again it changes nothing.
/// 1 to 2 reads, 1 to 4 requests to the object service. `false` when it is in use.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_unless_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    if is_used(store, trashed).await? {
        return Ok(false);
    }
    match &trashed.file.inside {
        Inside::Pdf { .. } => objects::delete_pdf(store, &trashed.file.key).await?,
        Inside::Recording { artwork_key, .. } => {
            objects::delete(store, Bucket::Files, &trashed.file.key).await?;
            if let Some(artwork) = artwork_key {
                objects::delete(store, Bucket::Files, artwork).await?;
            }
        }
    }
    Ok(true)
}

/// Whether what the file belonged to has it again, visible or in the trash itself. Asks the table, not the index.
async fn is_used(store: &Store, trashed: &TrashedFile) -> Result<bool> {
    let TrashedFile { kind, of, place, file, .. } = trashed;
    if let Some(thing) = thing::find_at(store, ThingRef { kind: *kind, place, id: *of }).await? {
        return Ok(*thing.file_key() == file.key);
    }
    let key = match kind {
        Kind::Note => note::find(store, (*of).into()).await?.map(|it| it.note.file_key),
        Kind::Audio => audio::find(store, (*of).into()).await?.map(|it| it.audio.file_key),
        Kind::AlbumNote => album::find(store, (*of).into()).await?.map(|it| it.note.file_key),
    };
    Ok(key.as_ref() == Some(&file.key))
}
