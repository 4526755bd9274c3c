//! What belongs to an account besides its profile: an address that waits for its code, and leaving for good.

mod leave;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::write::{Delete, Put, Update};
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::people::students::{self, name_from_address};

pub(crate) use leave::remove_late_profile;
pub use leave::{Left, find_left, leave};

/// The address that an account is to get, once the code that was mailed there comes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingAddress {
    /// The address.
    pub email: String,
    /// When a code was last mailed there.
    pub mailed_at: Timestamp,
    /// Second after which the table drops this; the code is older than it may be by then.
    pub expires_at: i64,
}

impl Entity for PendingAddress {
    const ENTITY: &'static str = "pending_address";
    const SCHEMA: u32 = 1;
}

/// Seconds that a mailed code may be entered: what the user pool allows.
const CODE_LIFE_SECS: u64 = 86_400;

/// The address that waits for its code, if one does. 1 read.
pub async fn pending_address(store: &Store, owner: &UserId, now: Timestamp) -> Result<Option<PendingAddress>> {
    let found: Option<PendingAddress> = table::find(store, keys::account::address(owner)).await?;
    // The table takes its time to drop what has expired.
    Ok(found.filter(|pending| pending.expires_at > now.epoch_secs()))
}

/// Remembers that a code was mailed to this address; only the newest address counts. 1 write.
pub async fn await_address(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<PendingAddress> {
    let expires_at = now.plus_secs(CODE_LIFE_SECS).epoch_secs();
    let pending = PendingAddress { email: email.to_owned(), mailed_at: now, expires_at };
    Put::of(&pending, keys::account::address(owner)).write(store).await?;
    Ok(pending)
}

/// No address waits for its code any more; done again it changes nothing. 1 write.
pub async fn forget_address(store: &Store, owner: &UserId) -> Result<()> {
    Delete::of(keys::account::address(owner)).apply(store).await.map(drop)
}

/// Writes the address that the user pool has into the profile; without a profile there is nothing to write. A profile that is
/// named after its old address is named after the new one, because other students see any other name. 1 read, 1 write and
/// 1 in the index.
///
/// # Errors
/// `Conflict(Changed)` if other changes of the profile came first again and again.
pub async fn set_address(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    while let Some(student) = students::find(store, owner).await? {
        let is_as_read = attribute("email").is(&student.email).and(attribute("name").is(&student.name));
        let mut update = Update::of(keys::student::primary(owner)).set("email", email).set("updated_at", now);
        if student.is_named_after_address() {
            update = update.set("name", name_from_address(email));
        }
        if update.when(exists().and(is_as_read)).apply(store).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
    Ok(())
}
