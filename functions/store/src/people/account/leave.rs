//! Leaving for good: the profile goes at once, with the username and the picture, and what is left to clear away is
//! written down in the same transaction.

use serde::{Deserialize, Serialize};

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, text};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::ids::UserId;
use crate::base::timestamp::Timestamp;
use crate::keys;
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
///
/// # Errors
/// `Unavailable`, `Broken`.
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
    for _ in 0..4 {
        let mut transaction = Transaction::default();
        transaction.put(
            "left",
            table::put(store, encode(&left, keys::account::left(owner), None)?)
                .condition_expression("attribute_not_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        if let Some(student) = students::find(store, owner).await? {
            take_away(store, &student, &mut transaction)?;
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(()),
            outcome if outcome.refused("left") => return Ok(()),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// Removes the profile of somebody who has left and signed in once more before the account was gone. Done again it
/// changes nothing. 1 read, 2 to 6 writes, 1 in the index.
pub(crate) async fn remove_late_profile(store: &Store, owner: &UserId) -> Result<()> {
    for _ in 0..4 {
        let Some(student) = students::find(store, owner).await? else { return Ok(()) };
        let mut transaction = Transaction::default();
        take_away(store, &student, &mut transaction)?;
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

/// The profile with its username and picture, on condition that they are those we read, so that none of them is left
/// behind.
fn take_away(store: &Store, student: &Student, transaction: &mut Transaction) -> Result<()> {
    let mut conditions = vec!["attribute_exists(pk)"];
    let mut profile = table::delete(store, keys::student::primary(&student.uid));
    if let Some(username) = &student.username {
        conditions.push("username = :username");
        profile = profile.expression_attribute_values(":username", text(username.as_str()));
        transaction.delete("username", students::release(store, username, &student.uid)?);
    } else {
        conditions.push("attribute_not_exists(username)");
    }
    if let Some(photo) = student.photo {
        conditions.push("photo = :photo");
        profile = profile.expression_attribute_values(":photo", text(photo.to_string()));
        let photo = table::delete(store, keys::photo::primary(photo));
        transaction.delete("photo", photo.build().map_err(table::build_error)?);
    } else {
        conditions.push("attribute_not_exists(photo)");
    }
    let profile = profile.condition_expression(conditions.join(" AND "));
    transaction.delete("student", profile.build().map_err(table::build_error)?);
    Ok(())
}
