//! Accounts with an unconfirmed address. Each has a marker item beside its profile from sign-up to confirmation. This
//! marker, not the user pool, defines whether an account is confirmed:
//!
//! - While the marker exists, sign-in is impossible. The account may have been created by another person than the owner
//!   of the mailbox. The password therefore becomes the one that is sent together with the correct code.
//! - The chosen username is claimed only on confirmation; the first account to confirm gets it. A reservation at
//!   sign-up would reveal whether an address already has an account.
//! - Confirming the address opens the account; signing up with the address again deletes it. Each is conditional on the
//!   other, so exactly one succeeds.
//! - The table deletes the marker after some days. The stream handler then purges the account, which frees the
//!   address.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{attribute, exists};
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::users::{self, UserStatus, UsersError};
use aws::write::{Delete, Put, Update};
use model::error::{Error, Result};
use model::ids::{UserId, UsernameKey};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::UNCONFIRMED_ACCOUNT_DAYS;

use crate::people::students::{self, ChosenUsername, Student};

const DAY_SECS: u64 = 86_400;

/// Marker of an account with an unconfirmed address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedAccount {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// Address that the code was mailed to. The account is identified by `uid`, because addresses change.
    pub email: String,
    /// Username chosen at sign-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
    /// Username as entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_username: Option<String>,
    /// Stage of the confirmation.
    pub stage: UnconfirmedState,
    /// Unix time in seconds after which the table deletes the marker.
    pub expires_at: i64,
}

/// Stage of an unconfirmed account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnconfirmedState {
    /// The address is not confirmed, or it is, but the password that came with the code is not stored yet.
    Waiting,
    /// The account is in use, and the marker will be deleted.
    Opened,
}

impl Entity for UnconfirmedAccount {
    const ENTITY: &'static str = "unconfirmed_account";
}

impl UnconfirmedAccount {
    fn chosen(self) -> Option<ChosenUsername> {
        Some(ChosenUsername { key: self.username?, display: self.display_username? })
    }
}

/// Returns the put of the marker of an account that signs up at `now`.
pub(crate) fn put_marker(student: &Student, chosen: Option<&ChosenUsername>, now: Timestamp) -> Put {
    let account = UnconfirmedAccount {
        uid: student.uid.clone(),
        email: student.email.clone(),
        username: chosen.map(|chosen| chosen.key.clone()),
        display_username: chosen.map(|chosen| chosen.display.clone()),
        stage: UnconfirmedState::Waiting,
        expires_at: now.plus_secs(u64::from(UNCONFIRMED_ACCOUNT_DAYS) * DAY_SECS).epoch_secs(),
    };
    Put::of(&account, keys::unconfirmed::primary(&student.uid))
}

/// Returns the marker of an account. Cost: 1 read.
pub async fn find(store: &Store, uid: &UserId) -> Result<Option<UnconfirmedAccount>> {
    table::find(store, keys::unconfirmed::primary(uid)).await
}

/// Opens an account after its address was confirmed and its password set, and claims the chosen username. If the
/// username is taken, the account opens without one. Returns false if there is no marker, because the account was
/// already opened, has expired or was replaced by a new sign-up. Cost: 1 read, 5 writes, 1 index write.
pub async fn activate(store: &Store, uid: &UserId, now: Timestamp) -> Result<bool> {
    let key = keys::unconfirmed::primary(uid);
    let Some(marker) = find(store, uid).await? else { return Ok(false) };
    let mut chosen = marker.chosen();
    loop {
        let mut transaction = Transaction::default();
        transaction.add("marker", Update::of(key.clone()).set("stage", UnconfirmedState::Opened).when(exists()));
        if let Some(chosen) = &chosen {
            students::claim_first(&mut transaction, uid, chosen, now);
        }
        match transaction.run(store).await? {
            Outcome::Done => break,
            outcome if outcome.refused("marker") => return Ok(false),
            // Without the username, only the marker can be refused.
            Outcome::Refused(_) => chosen = None,
        }
    }
    // Delete it in a second step, so that the stream handler sees the opened stage.
    Delete::of(key).apply(store).await?;
    Ok(true)
}

/// Deletes an unconfirmed account so that its address can sign up again: profile and marker first, then the user.
/// Returns false if the address has been confirmed. Can be repeated after an interruption. Cost: 2 writes.
pub async fn evict_unconfirmed(store: &Store, uid: &UserId) -> Result<bool> {
    let mut transaction = Transaction::default();
    let is_waiting = attribute("stage").is(UnconfirmedState::Waiting);
    transaction.add("marker", Delete::of(keys::unconfirmed::primary(uid)).when(is_waiting));
    transaction.add("student", delete_profile(uid));
    if transaction.run(store).await? == Outcome::Done {
        users::delete(store, uid).await.map_err(map_purge_error)?;
        return Ok(true);
    }
    // Without a waiting marker, the account is in use, or its creation or deletion was interrupted.
    delete_if_unconfirmed(store, uid).await
}

/// Deletes an account whose marker expired, with its profile, unless the account was opened. Returns true if something
/// was deleted. Idempotent; accounts that later signed up with the same address are not affected. Cost: 1 write.
pub async fn purge(store: &Store, account: &UnconfirmedAccount) -> Result<bool> {
    if account.stage == UnconfirmedState::Opened {
        return Ok(false);
    }
    // Delete the user even if the pool says that it is confirmed: the password that was sent with the code was never
    // stored.
    users::delete(store, &account.uid).await.map_err(map_purge_error)?;
    delete_profile(&account.uid).apply(store).await?;
    Ok(true)
}

/// Deletes the user unless its address is confirmed. Returns true if the user is gone.
async fn delete_if_unconfirmed(store: &Store, uid: &UserId) -> Result<bool> {
    let user = users::find_by_id(store, uid).await.map_err(map_purge_error)?;
    match user.map(|user| user.status) {
        Some(UserStatus::Unconfirmed) => {
            users::delete(store, uid).await.map_err(map_purge_error)?;
            Ok(true)
        }
        Some(_) => Ok(false),
        None => Ok(true),
    }
}

fn delete_profile(uid: &UserId) -> Delete {
    Delete::of(keys::student::primary(uid))
}

/// Maps errors of the deletion of a user.
pub(crate) fn map_purge_error(error: UsersError) -> Error {
    match error {
        UsersError::Unavailable(_) | UsersError::RateLimited => Error::Unavailable(Box::new(error)),
        error => Error::Broken(Box::new(error)),
    }
}
