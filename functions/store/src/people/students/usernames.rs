//! Usernames. Each has one owner; a released username leads to its former owner for a while.

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

/// Claim of a username by its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Claim {
    uid: UserId,
}

impl Entity for Claim {
    const ENTITY: &'static str = "username_claim";
}

/// Record of the former owner of a username.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FormerName {
    uid: UserId,
    /// Unix time in seconds after which the table deletes the record.
    expires_at: i64,
}

impl Entity for FormerName {
    const ENTITY: &'static str = "former_username";
}

/// Returns the put that claims a username. Succeeds if the student already owns it.
pub(super) fn claim(username: &UsernameKey, uid: &UserId) -> Put {
    Put::of(&Claim { uid: uid.clone() }, keys::username::claim(username)).when(absent().or(attribute("uid").is(uid)))
}

/// Adds the writes that give a profile its first username. In the outcome of the transaction, the update is named
/// `student` and the claim `username`.
pub(crate) fn claim_first(transaction: &mut Transaction, uid: &UserId, chosen: &ChosenUsername, now: Timestamp) {
    let student = Update::of(keys::student::primary(uid))
        .set("username", &chosen.key)
        .set("display_username", &chosen.display)
        .set("updated_at", now)
        .set_index_key(keys::student::index_key(&chosen.key))
        .when(exists().and(attribute("username").eq_or_absent(&chosen.key)));
    transaction.add("student", student);
    transaction.add("username", claim(&chosen.key, uid));
    transaction.add("former", end_redirect(&chosen.key));
}

/// Returns the deletion of a claim. Condition: the student owns it, or it is gone.
pub(crate) fn release(username: &UsernameKey, uid: &UserId) -> Delete {
    Delete::of(keys::username::claim(username)).when(absent().or(attribute("uid").is(uid)))
}

/// Returns the put that redirects a released username for [`FORMER_USERNAME_DAYS`].
pub(super) fn redirect_former(username: &UsernameKey, uid: &UserId, now: Timestamp) -> Put {
    let expires_at = now.plus_secs(u64::from(FORMER_USERNAME_DAYS) * DAY_SECS).epoch_secs();
    Put::of(&FormerName { uid: uid.clone(), expires_at }, keys::former_name::primary(username))
}

/// Returns the deletion that ends the redirect of a username before it is claimed.
pub(super) fn end_redirect(username: &UsernameKey) -> Delete {
    Delete::of(keys::former_name::primary(username))
}

/// Returns true if the username has an owner. The answer may be outdated at once: only the claim itself decides who
/// gets the username. Cost: 1 read.
pub async fn is_username_taken(store: &Store, username: &UsernameKey) -> Result<bool> {
    Ok(table::find::<Claim>(store, keys::username::claim(username)).await?.is_some())
}

/// Returns the student with this username. Cost: 2 reads.
pub async fn find_by_username(store: &Store, username: &UsernameKey) -> Result<Option<Student>> {
    let Some(claim) = table::find::<Claim>(store, keys::username::claim(username)).await? else { return Ok(None) };
    find(store, &claim.uid).await
}

/// Returns the student with this username, or else its recent former owner, so that old links keep working. The caller
/// should show the current username. Cost: 2 to 3 reads.
pub async fn find_by_any_username(store: &Store, username: &UsernameKey, now: Timestamp) -> Result<Option<Student>> {
    if let Some(student) = find_by_username(store, username).await? {
        return Ok(Some(student));
    }
    let former = table::find::<FormerName>(store, keys::former_name::primary(username)).await?;
    // The table deletes expired items late.
    match former.filter(|former| former.expires_at > now.epoch_secs()) {
        Some(former) => find(store, &former.uid).await,
        None => Ok(None),
    }
}
