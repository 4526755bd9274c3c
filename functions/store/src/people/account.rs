//! Data of an account besides its profile: the pending change of its e-mail address, its block and its deletion.

mod block;
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
use serde_json::{Value, json};

use crate::people::students::{self, Student, name_from_address};
use crate::personal::{ExportContext, UserData};

pub use block::{AccountBlock, ClosedReason, block, closed_reason, find_block, unblock};
use leave::remove_late_profile;
pub use leave::{AccountTombstone, begin_deletion, find_tombstone};

/// A new e-mail address that has not been confirmed with the mailed code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingEmail {
    /// The new address.
    pub email: String,
    /// Time of the last mail with a code.
    pub mailed_at: Timestamp,
    /// Unix time in seconds after which the table deletes the record. The code has expired by then.
    pub expires_at: i64,
}

impl Entity for PendingEmail {
    const ENTITY: &'static str = "pending_address";
}

impl UserData for PendingEmail {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({ "email": self.email, "mailedAt": self.mailed_at })))
    }
}

impl UserData for Student {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({
            "email": self.email,
            "name": self.name,
            "username": self.display_username,
            "faculty": self.faculty,
            "year": self.year,
            "followers": self.followers,
            "following": self.following,
            "showsCourses": self.shows_courses,
            "startedCourses": self.started,
            "createdAt": self.created_at,
            "updatedAt": self.updated_at,
        })))
    }

    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        remove_late_profile(store, owner).await
    }
}

/// Lifetime of a mailed code in seconds, as in the user pool.
const CODE_LIFE_SECS: u64 = 86_400;

/// Returns the unconfirmed new address, if there is one. Cost: 1 read.
pub async fn find_pending_email(store: &Store, owner: &UserId, now: Timestamp) -> Result<Option<PendingEmail>> {
    let found: Option<PendingEmail> = table::find(store, keys::account::pending_email(owner)).await?;
    // The table deletes expired items late.
    Ok(found.filter(|pending| pending.expires_at > now.epoch_secs()))
}

/// Records that a code was mailed to this address, replacing any earlier one. Cost: 1 write.
pub async fn set_pending_email(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<PendingEmail> {
    let expires_at = now.plus_secs(CODE_LIFE_SECS).epoch_secs();
    let pending = PendingEmail { email: email.to_owned(), mailed_at: now, expires_at };
    Put::of(&pending, keys::account::pending_email(owner)).apply(store).await?;
    Ok(pending)
}

/// Deletes the unconfirmed address. Idempotent. Cost: 1 write.
pub async fn delete_pending_email(store: &Store, owner: &UserId) -> Result<()> {
    Delete::of(keys::account::pending_email(owner)).apply(store).await.map(drop)
}

/// Copies the address of the user pool to the profile, if there is a profile. A name derived from the old address is
/// derived again from the new one: otherwise it would no longer be recognised as such, and other students would see it.
/// Cost: 1 read, 1 write, 1 index write.
pub async fn set_email(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    while let Some(student) = students::find(store, owner).await? {
        let is_as_read = attribute("email").is(&student.email).and(attribute("name").is(&student.name));
        let mut update = Update::of(keys::student::primary(owner)).set("email", email).set("updated_at", now);
        if student.has_name_from_email() {
            update = update.set("name", name_from_address(email));
        }
        if update.when(exists().and(is_as_read)).apply(store).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
    Ok(())
}
