//! Accounts whose address nobody has confirmed yet. Each leaves a note beside the profile that the table drops after
//! some days; whoever follows the table then purges the account, so that address and username are free again.

use aws_sdk_dynamodb::types::Put;
use serde::{Deserialize, Serialize};
use wasm_core::limits::UNCONFIRMED_ACCOUNT_DAYS;

use crate::client::Store;
use crate::codec::{Entity, encode, text};
use crate::error::{Error, Result};
use crate::ids::{UserId, UsernameKey};
use crate::keys;
use crate::table::{self, Transaction};
use crate::timestamp::Timestamp;
use crate::users::{self, UserStatus, UsersError};

const DAY_SECS: u64 = 86_400;

/// What is needed to purge an account. It stays when the address is confirmed; the user pool knows better by then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedAccount {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// Address.
    pub email: String,
    /// The username that was claimed at sign-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
    /// Second after which the table drops this.
    pub expires_at: i64,
}

impl Entity for UnconfirmedAccount {
    const ENTITY: &'static str = "unconfirmed_account";
    const SCHEMA: u32 = 1;
}

/// The put that starts the days of an account that signed up at `now`.
pub(crate) fn put(
    store: &Store,
    uid: &UserId,
    email: &str,
    username: Option<&UsernameKey>,
    now: Timestamp,
) -> Result<Put> {
    let account = UnconfirmedAccount {
        uid: uid.clone(),
        email: email.to_owned(),
        username: username.cloned(),
        expires_at: now.plus_secs(u64::from(UNCONFIRMED_ACCOUNT_DAYS) * DAY_SECS).epoch_secs(),
    };
    table::put(store, encode(&account, keys::unconfirmed::primary(uid), None)?).build().map_err(table::build_error)
}

/// Removes the account, its profile and its claim on a username, unless the address was confirmed in time. `true`
/// when something was removed. May be called again: only what belongs to this very account is touched, not what a
/// later sign-up with the same address or name has made. Up to 4 writes.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn purge(store: &Store, account: &UnconfirmedAccount) -> Result<bool> {
    let user = users::find(store, &account.email).await.map_err(not_purged)?.filter(|user| user.uid == account.uid);
    match user.map(|user| user.status) {
        Some(UserStatus::Unconfirmed) => users::delete(store, &account.email).await.map_err(not_purged)?,
        Some(_) => return Ok(false),
        // Purged before, up to the profile.
        None => {}
    }
    let mut profile = Transaction::default();
    let key = keys::student::primary(&account.uid);
    profile.delete("student", table::delete(store, key).build().map_err(table::build_error)?);
    profile.run(store).await?;
    if let Some(username) = &account.username {
        let mut name = Transaction::default();
        name.delete(
            "username",
            table::delete(store, keys::username::claim(username))
                .condition_expression("attribute_not_exists(pk) OR uid = :uid")
                .expression_attribute_values(":uid", text(account.uid.as_str()))
                .build()
                .map_err(table::build_error)?,
        );
        // Refused: the name has another owner by now.
        name.run(store).await?;
    }
    Ok(true)
}

fn not_purged(error: UsersError) -> Error {
    match error {
        UsersError::Unavailable(_) | UsersError::TooMany => Error::Unavailable(Box::new(error)),
        error => Error::Broken(Box::new(error)),
    }
}
