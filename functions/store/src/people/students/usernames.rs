//! Usernames: one student owns each, and one that was given up leads to its former owner for a while.

use aws_sdk_dynamodb::types::{Delete, Put};
use serde::{Deserialize, Serialize};
use wasm_core::limits::FORMER_USERNAME_DAYS;

use super::{Student, find};
use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, text};
use crate::aws::table;
use crate::base::error::Result;
use crate::base::ids::{UserId, UsernameKey};
use crate::base::timestamp::Timestamp;
use crate::keys;

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
pub(super) fn claim(store: &Store, username: &UsernameKey, uid: &UserId) -> Result<Put> {
    let item = encode(&Claim { uid: uid.clone() }, keys::username::claim(username), None)?;
    table::put(store, item)
        .condition_expression("attribute_not_exists(pk) OR uid = :uid")
        .expression_attribute_values(":uid", text(uid.as_str()))
        .build()
        .map_err(table::build_error)
}

/// The deletion of a claim that this student has, or that is gone.
pub(crate) fn release(store: &Store, username: &UsernameKey, uid: &UserId) -> Result<Delete> {
    table::delete(store, keys::username::claim(username))
        .condition_expression("attribute_not_exists(pk) OR uid = :uid")
        .expression_attribute_values(":uid", text(uid.as_str()))
        .build()
        .map_err(table::build_error)
}

/// The put that keeps links to a given-up username working for [`FORMER_USERNAME_DAYS`].
pub(super) fn remember_former(store: &Store, username: &UsernameKey, uid: &UserId, now: Timestamp) -> Result<Put> {
    let expires_at = now.plus_secs(u64::from(FORMER_USERNAME_DAYS) * DAY_SECS).epoch_secs();
    let item = encode(&FormerName { uid: uid.clone(), expires_at }, keys::former_name::primary(username), None)?;
    table::put(store, item).build().map_err(table::build_error)
}

/// The deletion that ends what a username meant before somebody claims it.
pub(super) fn forget_former(store: &Store, username: &UsernameKey) -> Result<Delete> {
    table::delete(store, keys::former_name::primary(username)).build().map_err(table::build_error)
}

/// Whether somebody owns this username. The claim itself decides; this only spares a useless try. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn is_username_taken(store: &Store, username: &UsernameKey) -> Result<bool> {
    Ok(table::find::<Claim>(store, keys::username::claim(username)).await?.is_some())
}

/// The student with this username. 2 reads.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_by_username(store: &Store, username: &UsernameKey) -> Result<Option<Student>> {
    let Some(claim) = table::find::<Claim>(store, keys::username::claim(username)).await? else { return Ok(None) };
    find(store, &claim.uid).await
}

/// The student with this username, else the one who had it until lately: old links go on working. Whoever uses the
/// answer shows the username in it. 2 to 3 reads.
///
/// # Errors
/// `Unavailable`, `Broken`.
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
