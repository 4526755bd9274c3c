//! Accounts whose address nobody has confirmed yet. Each has a *marker* beside its profile, from signing up to confirming,
//! and the marker decides, not the user pool:
//!
//! - While it waits, nobody can sign in. Whoever signed up need not be whoever reads the mail, so the password that counts
//!   is the one that is sent with the right code.
//! - The username that was chosen is nobody's: it is claimed, and shown, when the address is confirmed, and whoever confirms
//!   first has it. Were it reserved from signing up on, then signing up for somebody's address and asking for the name once
//!   more would tell whether that address had an account already.
//! - Confirming the address opens it; signing up with the address once more takes it away. Each does so on condition that
//!   the other has not, so one of them wins.
//! - The table drops it after some days. Whoever follows the table then purges the account, so that address and username
//!   are free again.

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

/// The marker of an account whose address is to be confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedAccount {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// The address that the code was mailed to. The account itself goes by `uid`, for addresses change.
    pub email: String,
    /// The username that was chosen at sign-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
    /// The same as typed. Markers without it were written by a version that claimed the username at sign-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_username: Option<String>,
    /// What the marker says.
    #[serde(default)]
    pub stage: Stage,
    /// Second after which the table drops this.
    pub expires_at: i64,
}

/// What a marker says about its account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nothing: written by a version whose markers stayed after the address was confirmed. Only the user pool knows.
    #[default]
    Unknown,
    /// The address has not been confirmed, or the password that came with the code has not been set.
    Waiting,
    /// The account is in use. The marker is about to go.
    Opened,
}

impl Entity for UnconfirmedAccount {
    const ENTITY: &'static str = "unconfirmed_account";
    const SCHEMA: u32 = 1;
}

impl UnconfirmedAccount {
    /// The username that is to be claimed.
    fn chosen(self) -> Option<ChosenUsername> {
        Some(ChosenUsername { key: self.username?, display: self.display_username? })
    }
}

/// The put of the marker of an account that signed up at `now` and wants this username.
pub(crate) fn put(student: &Student, chosen: Option<&ChosenUsername>, now: Timestamp) -> Put {
    let account = UnconfirmedAccount {
        uid: student.uid.clone(),
        email: student.email.clone(),
        username: chosen.map(|chosen| chosen.key.clone()),
        display_username: chosen.map(|chosen| chosen.display.clone()),
        stage: Stage::Waiting,
        expires_at: now.plus_secs(u64::from(UNCONFIRMED_ACCOUNT_DAYS) * DAY_SECS).epoch_secs(),
    };
    Put::of(&account, keys::unconfirmed::primary(&student.uid))
}

/// The marker of an account, if it has one. 1 read.
pub async fn find(store: &Store, uid: &UserId) -> Result<Option<UnconfirmedAccount>> {
    table::find(store, keys::unconfirmed::primary(uid)).await
}

/// Opens an account whose address has been confirmed and whose password has been set, and gives it the username that was
/// chosen. Where somebody was quicker with that, the account has none, and its owner chooses another one. `false` when it has
/// no marker any more: it was opened before, or its days are over, or somebody has signed up with the address once more.
/// 1 read, 5 writes and 1 in the index.
pub async fn open(store: &Store, uid: &UserId, now: Timestamp) -> Result<bool> {
    let key = keys::unconfirmed::primary(uid);
    let Some(marker) = find(store, uid).await? else { return Ok(false) };
    let mut chosen = marker.chosen();
    loop {
        let mut transaction = Transaction::default();
        transaction.add("marker", Update::of(key.clone()).set("stage", Stage::Opened).when(exists()));
        if let Some(chosen) = &chosen {
            students::claim_first(&mut transaction, uid, chosen, now);
        }
        match transaction.run(store).await? {
            Outcome::Done => break,
            outcome if outcome.refused("marker") => return Ok(false),
            // Without the name only the marker can refuse.
            Outcome::Refused(_) => chosen = None,
        }
    }
    // Removed in a second step, so that whoever follows the table is told of an open account.
    Delete::of(key).apply(store).await?;
    Ok(true)
}

/// Makes room for somebody who signs up with the address of this account, which nobody has confirmed: profile, username
/// and marker go at once, then the account. `false` when it has been confirmed meanwhile, and stays. Done again it goes on
/// where it was interrupted. 1 read, 2 to 3 writes.
pub async fn give_way(store: &Store, uid: &UserId) -> Result<bool> {
    let mut transaction = Transaction::default();
    // A marker of an older version says nothing of a stage.
    let is_not_open = attribute("stage").is_absent().or(attribute("stage").is_not(Stage::Opened));
    transaction.add("marker", Delete::of(keys::unconfirmed::primary(uid)).when(exists().and(is_not_open)));
    if let Some(student) = students::find(store, uid).await? {
        transaction.add("student", delete_profile(uid));
        if let Some(username) = &student.username {
            transaction.add("username", students::release(username, uid));
        }
    }
    if transaction.run(store).await? == Outcome::Done {
        users::delete(store, uid).await.map_err(not_purged)?;
        return Ok(true);
    }
    // Without a waiting marker the account is in use, or somebody was interrupted while making or removing it.
    delete_if_unconfirmed(store, uid).await
}

/// Removes an account whose marker is gone, with its profile and its claim on a username, if it has one, unless it was opened
/// before.
/// `true` when something was removed. May be called again: only what belongs to this very account is touched, not what a
/// later sign-up with the same address or name has made. Up to 4 writes.
pub async fn purge(store: &Store, account: &UnconfirmedAccount) -> Result<bool> {
    let uid = &account.uid;
    match account.stage {
        Stage::Opened => return Ok(false),
        // Also when the pool calls it confirmed: the password that came with the code was never set.
        Stage::Waiting => users::delete(store, uid).await.map_err(not_purged)?,
        Stage::Unknown => {
            if !delete_if_unconfirmed(store, uid).await? {
                return Ok(false);
            }
        }
    }
    let mut profile = Transaction::default();
    profile.add("student", delete_profile(uid));
    profile.run(store).await?;
    if let Some(username) = &account.username {
        let mut name = Transaction::default();
        // Refused when the name has another owner by now.
        name.add("username", students::release(username, uid));
        name.run(store).await?;
    }
    Ok(true)
}

/// Removes the account from the user pool unless its address was confirmed. Whether it is gone now.
async fn delete_if_unconfirmed(store: &Store, uid: &UserId) -> Result<bool> {
    let user = users::find_by_id(store, uid).await.map_err(not_purged)?;
    match user.map(|user| user.status) {
        Some(UserStatus::Unconfirmed) => {
            users::delete(store, uid).await.map_err(not_purged)?;
            Ok(true)
        }
        Some(_) => Ok(false),
        None => Ok(true),
    }
}

fn delete_profile(uid: &UserId) -> Delete {
    Delete::of(keys::student::primary(uid))
}

fn not_purged(error: UsersError) -> Error {
    match error {
        UsersError::Unavailable(_) | UsersError::TooMany => Error::Unavailable(Box::new(error)),
        error => Error::Broken(Box::new(error)),
    }
}
