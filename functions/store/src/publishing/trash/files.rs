//! Files of hidden items. They are moved, so that URLs that were signed before no longer reach them.
//!
//! The key of a withheld file contains the time when its item was hidden. A file is deleted only after its copy was
//! found, and a withheld copy only after the item has left the trash.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::{Error, ResourceKind, Result};
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;

/// Moves files out of reach: copies them, checks the copies, and then deletes the files. Missing files are ignored.
/// Idempotent. Cost: 4 requests per file, 1 per missing file.
pub(super) async fn withhold(store: &Store, keys: &[ObjectKey], hidden_at: Timestamp) -> Result<()> {
    for key in keys {
        let Some(file) = objects::head(store, Bucket::Files, key).await? else { continue };
        let withheld = object::withheld(key, hidden_at);
        objects::copy_unchanged(store, key, &withheld).await?;
        let copy = objects::head(store, Bucket::Files, &withheld).await?;
        if copy.is_none_or(|copy| copy.size_bytes != file.size_bytes) {
            return Err(Error::Unavailable(format!("the copy of {key} is not complete").into()));
        }
        objects::delete(store, Bucket::Files, key).await?;
    }
    Ok(())
}

/// Copies withheld files back. Files that are not withheld are ignored. Idempotent. Cost: 1 request per file, and 1.
///
/// # Errors
/// `NotFound(File)` if the first file, which is the main file of the item, does not exist then.
pub(super) async fn copy_back(store: &Store, keys: &[ObjectKey], hidden_at: Timestamp) -> Result<()> {
    for key in keys {
        objects::copy_unchanged(store, &object::withheld(key, hidden_at), key).await?;
    }
    let Some(main) = keys.first() else { return Ok(()) };
    let found = objects::head(store, Bucket::Files, main).await?;
    found.map(drop).ok_or(Error::NotFound(ResourceKind::File))
}

/// Deletes the withheld files after [`copy_back`], or when they expire. Cost: 1 request per file.
pub(super) async fn remove_withheld(store: &Store, keys: &[ObjectKey], hidden_at: Timestamp) -> Result<()> {
    for key in keys {
        objects::delete(store, Bucket::Files, &object::withheld(key, hidden_at)).await?;
    }
    Ok(())
}
