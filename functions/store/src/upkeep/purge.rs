//! What a deleted account leaves behind is cleared away here, in any order and as often as it takes.

use aws::batch::delete_all;
use aws::client::Store;
use aws::codec;
use aws::table::{self, Consistency, Order};
use aws::users::{self, UsersError};
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys::{self, Key};

use crate::desk::{reports, requests};
use crate::mine::playlists;
use crate::people::account::{Left, remove_late_profile};
use crate::people::followers;
use crate::study;

/// Items of one query, few enough to be deleted before the next one.
const SWEPT_AT_ONCE: u32 = 500;

/// Clears away everything that belonged to a deleted account: the account itself if it is still there, playlists with
/// what is in them, follows on both sides with their counts, the name on requests and reports, what their study cards have come to, and all
/// that only its owner saw. Likes go and their counts stay. May be called again, and goes on where it was interrupted. 1 write an item, 4 to 6 a
/// playlist and a follow, 1 request.
///
/// # Errors
/// `Unavailable`, `Broken`, `Conflict(Changed)`.
pub async fn purge(store: &Store, left: &Left) -> Result<()> {
    let uid = &left.uid;
    users::delete(store, uid).await.map_err(not_purged)?;
    remove_late_profile(store, uid).await?;
    playlists::abandon_all(store, uid).await?;
    followers::purge(store, uid).await?;
    requests::forget(store, uid).await?;
    reports::forget(store, uid).await?;
    study::snapshot::remove(store, uid).await?;
    sweep(store, uid).await
}

/// Removes every item of the person but the one that says that there is something to remove.
async fn sweep(store: &Store, owner: &UserId) -> Result<()> {
    let range = keys::account::everything(owner);
    let kept = keys::account::left(owner);
    let mut start = None;
    loop {
        let slice =
            table::query(store, &range, Order::Ascending, Consistency::Strong, Some(SWEPT_AT_ONCE), start).await?;
        let keys: Vec<Key> = slice.items.iter().map(codec::key_of).collect::<Result<_>>()?;
        delete_all(store, keys.into_iter().filter(|key| *key != kept).collect()).await?;
        start = slice.last;
        if start.is_none() {
            return Ok(());
        }
    }
}

fn not_purged(error: UsersError) -> Error {
    match error {
        UsersError::Unavailable(_) | UsersError::TooMany => Error::Unavailable(Box::new(error)),
        error => Error::Broken(Box::new(error)),
    }
}
