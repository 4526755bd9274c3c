//! Blocks of accounts. A blocked account can neither sign in nor refresh its sessions, and its access tokens no longer
//! permit writes.

use aws::client::Store;
use aws::codec::{Entity, has_entity};
use aws::expression::absent;
use aws::table::{self, Consistency, Order};
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use super::leave::AccountTombstone;
use crate::people::sessions;

/// Block of an account by an administrator. It is deleted when the account is unblocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountBlock {
    /// Time of the block.
    pub blocked_at: Timestamp,
}

impl Entity for AccountBlock {
    const ENTITY: &'static str = "blocked_account";
}

/// Reason why an account may not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedReason {
    /// The account was deleted.
    Deleted,
    /// An administrator blocked the account.
    Blocked,
}

/// Returns the block of an account, if there is one. Cost: 1 read.
pub async fn find_block(store: &Store, owner: &UserId) -> Result<Option<AccountBlock>> {
    table::find(store, keys::account::block(owner)).await
}

/// Returns why an account may not write, or `None` if it may. Cost: 1 read.
pub async fn closed_reason(store: &Store, owner: &UserId) -> Result<Option<ClosedReason>> {
    let range = keys::account::closing_markers(owner);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Strong).await?;
    if items.iter().any(has_entity::<AccountTombstone>) {
        return Ok(Some(ClosedReason::Deleted));
    }
    Ok(items.iter().any(has_entity::<AccountBlock>).then_some(ClosedReason::Blocked))
}

/// Blocks an account and ends its sessions. Idempotent; the time of the first block stays. Cost: 1 read, 1 write, 1 per
/// session.
pub async fn block(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    // Write the block first: a sign-in that adds its session after the list was read is refused at its next refresh.
    Put::of(&AccountBlock { blocked_at: now }, keys::account::block(owner)).when(absent()).apply(store).await?;
    sessions::end_others(store, owner, None).await
}

/// Unblocks an account. Ended sessions stay ended. Idempotent. Cost: 1 write.
pub async fn unblock(store: &Store, owner: &UserId) -> Result<()> {
    Delete::of(keys::account::block(owner)).apply(store).await.map(drop)
}
