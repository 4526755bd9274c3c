//! Usernames: one student owns each, and one that was given up leads to its former owner for a while.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::table;
use aws::transaction::Transaction;
use aws::write::{Delete, Put, Update};
use model::error::Result;
use model::ids::{UserId, UsernameKey};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::FORMER_USERNAME_DAYS;

use super::{ChosenUsername, Student, find};

const DAY_SECS: u64 = 86_400;

/// Who owns a username.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Claim {
    uid: UserId,
}

impl Entity for Claim {
    const ENTITY: &'static str = "username_claim";
    const SCHEMA: u32 = 1;
}

/// Who gave up a username.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FormerName {
    uid: UserId,
    /// Second after which the table drops this.
    expires_at: i64,
}

impl Entity for FormerName {
    const ENTITY: &'static str = "former_username";
    const SCHEMA: u32 = 1;
}

/// The put that claims a username for one student; fine when the student has it already.
pub(super) fn claim(username: &UsernameKey, uid: &UserId) -> Put {
    Put::of(&Claim { uid: uid.clone() }, keys::username::claim(username)).when(absent().or(attribute("uid").is(uid)))
}

/// Adds to `transaction` what gives a profile without a username its first one: the update is `student`, the claim `username`.
pub(crate) fn claim_first(transaction: &mut Transaction, uid: &UserId, chosen: &ChosenUsername, now: Timestamp) {
    let student = Update::of(keys::student::primary(uid))
        .set("username", &chosen.key)
        .set("display_username", &chosen.display)
        .set("updated_at", now)
        .set_listed(keys::student::listed(&chosen.key))
        .when(exists().and(attribute("username").is_or_absent(&chosen.key)));
    transaction.add("student", student);
    transaction.add("username", claim(&chosen.key, uid));
    transaction.add("former", forget_former(&chosen.key));
}

/// The deletion of a claim that this student has, or that is gone.
pub(crate) fn release(username: &UsernameKey, uid: &UserId) -> Delete {
    Delete::of(keys::username::claim(username)).when(absent().or(attribute("uid").is(uid)))
}

/// The put that keeps links to a given-up username working for [`FORMER_USERNAME_DAYS`].
pub(super) fn remember_former(username: &UsernameKey, uid: &UserId, now: Timestamp) -> Put {
    let expires_at = now.plus_secs(u64::from(FORMER_USERNAME_DAYS) * DAY_SECS).epoch_secs();
    Put::of(&FormerName { uid: uid.clone(), expires_at }, keys::former_name::primary(username))
}

/// The deletion that ends what a username meant before somebody claims it.
pub(super) fn forget_former(username: &UsernameKey) -> Delete {
    Delete::of(keys::former_name::primary(username))
}

/// Whether somebody owns this username. The claim itself decides; this only spares a useless try. 1 read.
pub async fn is_username_taken(store: &Store, username: &UsernameKey) -> Result<bool> {
    Ok(table::find::<Claim>(store, keys::username::claim(username)).await?.is_some())
}

/// The student with this username. 2 reads.
pub async fn find_by_username(store: &Store, username: &UsernameKey) -> Result<Option<Student>> {
    let Some(claim) = table::find::<Claim>(store, keys::username::claim(username)).await? else { return Ok(None) };
    find(store, &claim.uid).await
}

/// The student with this username, else the one who had it until lately: old links go on working. Whoever uses the
/// answer shows the username in it. 2 to 3 reads.
pub async fn find_by_any_username(store: &Store, username: &UsernameKey, now: Timestamp) -> Result<Option<Student>> {
    if let Some(student) = find_by_username(store, username).await? {
        return Ok(Some(student));
    }
    let former = table::find::<FormerName>(store, keys::former_name::primary(username)).await?;
    // The table takes its time to drop what has expired.
    match former.filter(|former| former.expires_at > now.epoch_secs()) {
        Some(former) => find(store, &former.uid).await,
        None => Ok(None),
    }
}
