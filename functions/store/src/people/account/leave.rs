//! Leaving for good: the profile goes at once, with the username and the picture, and what is left to clear away is
//! written down in the same transaction.

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

/// Seconds after which everything is cleared away once more. An access token lives 15 minutes, so what a page that was
/// still open has written after the account was deleted is found then.
const KEPT_SECS: u64 = 3600;

/// That somebody has deleted their account. Whoever follows the table calls [`super::purge`] when it comes and again when
/// the table drops it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// The address of the account, which goes from the user pool.
    pub email: String,
    /// When.
    pub left_at: Timestamp,
    /// Second after which the table drops this.
    pub expires_at: i64,
}

impl Entity for Left {
    const ENTITY: &'static str = "left_account";
    const SCHEMA: u32 = 1;
}

/// Whether somebody has deleted their account lately. 1 read.
pub async fn find_left(store: &Store, owner: &UserId) -> Result<Option<Left>> {
    table::find(store, keys::account::left(owner)).await
}

/// Removes a profile with its username and picture, and writes down that the rest is to be cleared away. Doing it again
/// changes nothing. `email` is the address that the user pool has. Conditions: the profile is as we read it, and nobody
/// has left before. 1 read, 4 to 8 writes, 1 in the index.
///
/// # Errors
/// `Conflict(Changed)` when the profile kept changing under us.
pub async fn leave(store: &Store, owner: &UserId, email: &str, now: Timestamp) -> Result<()> {
    let left = Left {
        uid: owner.clone(),
        email: email.to_owned(),
        left_at: now,
        expires_at: now.plus_secs(KEPT_SECS).epoch_secs(),
    };
    let mut retry = Retry::new();
    loop {
        let mut transaction = Transaction::default();
        transaction.add("left", Put::of(&left, keys::account::left(owner)).when(absent()));
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

/// Removes the profile of somebody who has left and signed in once more before the account was gone. Done again it
/// changes nothing. 1 read, 2 to 6 writes, 1 in the index.
pub(crate) async fn remove_late_profile(store: &Store, owner: &UserId) -> Result<()> {
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

/// The profile with its username and picture, on condition that they are those we read, so that none of them is left
/// behind.
fn take_away(student: &Student, transaction: &mut Transaction) {
    let same = exists()
        .and(attribute("username").is_exactly(student.username.as_ref()))
        .and(attribute("photo").is_exactly(student.photo));
    transaction.add("student", Delete::of(keys::student::primary(&student.uid)).when(same));
    if let Some(username) = &student.username {
        transaction.add("username", students::release(username, &student.uid));
    }
    if let Some(photo) = student.photo {
        transaction.add("photo", Delete::of(keys::photo::primary(photo)));
    }
}
