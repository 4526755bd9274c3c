//! Deletion of an account: the profile, username and photo are deleted at once, and a tombstone schedules the rest in
//! the same transaction.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::people::students::{self, Student};

/// Seconds until the second clean-up. Access tokens are valid for 15 minutes, so by then the tabs that were still open
/// can no longer write, and the clean-up finds all that they wrote.
const KEPT_SECS: u64 = 3600;

/// Tombstone of a deleted account. The stream handler calls [`super::purge`] when it is written and again when the
/// table deletes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountTombstone {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// E-mail address of the account, still to be deleted from the user pool.
    pub email: String,
    /// Time of the deletion.
    pub left_at: Timestamp,
    /// Unix time in seconds after which the table deletes the tombstone.
    pub expires_at: i64,
}

impl Entity for AccountTombstone {
    const ENTITY: &'static str = "left_account";
}

/// Returns the tombstone of a recently deleted account. Cost: 1 read.
pub async fn find_tombstone(store: &Store, owner: &UserId) -> Result<Option<AccountTombstone>> {
    table::find(store, keys::account::tombstone(owner)).await
}

/// Deletes a profile with its username and photo, and writes a tombstone that schedules the rest. Idempotent. `email`
/// is the address in the user pool. Conditions: the profile is unchanged since it was read; there is no tombstone yet.
/// Cost: 1 read, 4 to 8 writes, 1 index write.
pub async fn begin_deletion(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<()> {
    let left = AccountTombstone {
        uid: owner.clone(),
        email: email.to_owned(),
        left_at: now,
        expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
    };
    let mut retry = Retry::new();
    loop {
        let mut transaction = Transaction::default();
        transaction.add("left", Put::of(&left, keys::account::tombstone(owner)).when(absent()));
        if let Some(student) = students::find(store, owner).await? {
            take_away(&student, &mut transaction);
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(()),
            outcome if outcome.refused("left") => return Ok(()),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Deletes a profile that a deleted account created by signing in again before the user pool entry was gone.
/// Idempotent. Cost: 1 read, 2 to 6 writes, 1 index write.
pub(super) async fn remove_late_profile(store: &Store, owner: &UserId) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(student) = students::find(store, owner).await? else { return Ok(()) };
        let mut transaction = Transaction::default();
        take_away(&student, &mut transaction);
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Adds the deletion of a profile, its username and its photo. The condition on both prevents leftovers.
fn take_away(student: &Student, transaction: &mut Transaction) {
    let same = exists()
        .and(attribute("username").eq_option(student.username.as_ref()))
        .and(attribute("photo").eq_option(student.photo));
    transaction.add("student", Delete::of(keys::student::primary(&student.uid)).when(same));
    if let Some(username) = &student.username {
        transaction.add("username", students::release(username, &student.uid));
    }
    if let Some(photo) = student.photo {
        transaction.add("photo", Delete::of(keys::photo::primary(photo)));
    }
}
