//! Files of hidden items. They are moved, so that URLs that were signed before no longer reach them.

use aws::client::Store;
use aws::objects::{self, Bucket};
use model::error::Result;
use model::keys::object::{self, ObjectKey};

/// Moves files out of reach. Missing files are ignored. Idempotent. Cost: 2 requests per file, 1 per missing file.
pub(super) async fn withhold(store: &Store, keys: &[ObjectKey]) -> Result<()> {
    for key in keys {
        if objects::copy_unchanged(store, key, &object::withheld(key)).await? {
            objects::delete(store, Bucket::Files, key).await?;
        }
    }
    Ok(())
}

/// Copies withheld files back. Missing files are ignored. Idempotent. Cost: 1 request per file.
pub(super) async fn copy_back(store: &Store, keys: &[ObjectKey]) -> Result<()> {
    for key in keys {
        objects::copy_unchanged(store, &object::withheld(key), key).await?;
    }
    Ok(())
}

/// Deletes the withheld files after [`copy_back`], or when they expire. Cost: 1 request per file.
pub(super) async fn remove_withheld(store: &Store, keys: &[ObjectKey]) -> Result<()> {
    for key in keys {
        objects::delete(store, Bucket::Files, &object::withheld(key)).await?;
    }
    Ok(())
}

/// Undoes [`copy_back`]. Cost: 1 request per file.
pub(super) async fn remove_copied_back(store: &Store, keys: &[ObjectKey]) -> Result<()> {
    for key in keys {
        objects::delete(store, Bucket::Files, key).await?;
    }
    Ok(())
}
