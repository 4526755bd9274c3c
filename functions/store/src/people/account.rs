//! What belongs to an account besides its profile: an address that waits for its code, and leaving for good.

mod leave;

use serde::{Deserialize, Serialize};

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, text};
use crate::aws::table::{self, Transaction};
use crate::base::error::Result;
use crate::base::ids::UserId;
use crate::base::timestamp::Timestamp;
use crate::keys;

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
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn pending_address(store: &Store, owner: &UserId, now: Timestamp) -> Result<Option<PendingAddress>> {
    let found: Option<PendingAddress> = table::find(store, keys::account::address(owner)).await?;
    // The table takes its time to drop what has expired.
    Ok(found.filter(|pending| pending.expires_at > now.epoch_secs()))
}

/// Remembers that a code was mailed to this address; only the newest address counts. 1 write.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn await_address(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<PendingAddress> {
    let expires_at = now.plus_secs(CODE_LIFE_SECS).epoch_secs();
    let pending = PendingAddress { email: email.to_owned(), mailed_at: now, expires_at };
    table::put_alone(store, encode(&pending, keys::account::address(owner), None)?).await?;
    Ok(pending)
}

/// No address waits for its code any more; done again it changes nothing. 1 write.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn forget_address(store: &Store, owner: &UserId) -> Result<()> {
    table::delete_alone(store, keys::account::address(owner)).await
}

/// Writes the address that the user pool has into the profile; without a profile there is nothing to write. 1 write and
/// 1 in the index.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn set_address(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<()> {
    let mut transaction = Transaction::default();
    transaction.update(
        "student",
        table::update(store, keys::student::primary(owner))
            .update_expression("SET email = :email, updated_at = :now")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":email", text(email))
            .expression_attribute_values(":now", text(now.to_string()))
            .build()
            .map_err(table::build_error)?,
    );
    transaction.run(store).await.map(|_| ())
}
