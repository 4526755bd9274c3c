//! Accounts in the user pool, as `/api/auth` uses them. Responses do not distinguish unknown accounts from wrong
//! passwords or codes.

mod challenge;
mod error;
mod list;
mod new_address;
mod password;
mod reauth;
mod second_factor;
mod session;
mod sign_up;
mod signing_keys;

use aws_sdk_cognitoidentityprovider::error::ProvideErrorMetadata;
use aws_sdk_cognitoidentityprovider::types::{AttributeType, AuthenticationResultType, UserStatusType};
use error::{broken, users_error};

use crate::client::Store;
use crate::settings::AppClient;
use model::ids::UserId;

pub use error::UsersError;
pub use list::list_user_ids;
pub use new_address::{confirm_email_change, request_email_change};
pub use password::{check_password, confirm_sign_up, reset_password, send_reset_code, set_password};
pub use reauth::{Reauth, reauthenticate};
pub use second_factor::{
    account_of_challenge, begin_second_factor, finish_second_factor, remove_second_factor, respond_second_factor,
};
pub use session::{
    end_all_sessions, end_sessions_of, initiate_auth, refresh_tokens, respond_new_password, revoke_token,
};
pub use sign_up::{add_to_group, confirm_address, invite, is_in_group, resend_code, sign_up};
pub use signing_keys::fetch_jwks;

/// Result of a call to the user pool.
pub type UsersResult<T> = Result<T, UsersError>;

/// The tokens of a session. Never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Identity token. Used only in this crate, to read who signed in.
    pub id: String,
    /// Refresh token. A refresh returns a new one only if the pool rotates them.
    pub refresh: Option<String>,
    /// Lifetime of the access token in seconds.
    pub expires_in_secs: u32,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").field("expires_in_secs", &self.expires_in_secs).finish_non_exhaustive()
    }
}

/// The next step after a correct password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignIn {
    /// The session has started.
    SignedIn(Tokens),
    /// First sign-in of an invited account: the user must choose a new password.
    NewPassword {
        /// Opaque challenge, to be sent back with the new password.
        challenge: String,
    },
    /// The account has a second factor: the user must enter a code from the authenticator app.
    SecondFactor {
        /// Opaque challenge, to be sent back with the code.
        challenge: String,
    },
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// User id (`sub`).
    pub uid: UserId,
    /// E-mail address.
    pub email: String,
    /// Display name in the user pool, if there is one.
    pub name: Option<String>,
    /// Whether the address has been confirmed.
    pub email_verified: bool,
    /// Status of the account.
    pub status: UserStatus,
    /// Whether each sign-in requires a code from an authenticator app.
    pub has_second_factor: bool,
}

/// Status of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserStatus {
    /// Waiting for the confirmation code.
    Unconfirmed,
    /// In use.
    Confirmed,
    /// Invited: the user must choose a password.
    Invited,
    /// Any other status of the pool: reset, archived.
    Other,
}

/// Finds the account with this e-mail address.
pub async fn find_by_email(store: &Store, email: &str) -> UsersResult<Option<User>> {
    find_by(store, address(email)).await
}

/// Finds the account with this `sub`, independent of its address.
pub async fn find_by_id(store: &Store, uid: &UserId) -> UsersResult<Option<User>> {
    find_by(store, uid.as_str().to_owned()).await
}

/// Returns the account of a signed-in user.
///
/// # Errors
/// `WrongCredentials` if the account was deleted; its sessions are invalid too.
pub async fn get(store: &Store, uid: &UserId) -> UsersResult<User> {
    find_by_id(store, uid).await?.ok_or(UsersError::WrongCredentials)
}

/// Finds an account by name: its address or its `sub`. The pool accepts both.
async fn find_by(store: &Store, name: String) -> UsersResult<Option<User>> {
    let answer = store.cognito().admin_get_user().user_pool_id(pool(store)).username(name).send().await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) if error.code() == Some("UserNotFoundException") => return Ok(None),
        Err(error) => return Err(users_error(error)),
    };
    let read = |name: &str| {
        answer.user_attributes().iter().find(|a| a.name() == name).and_then(|a| a.value()).map(str::to_owned)
    };
    let uid = read("sub").unwrap_or_else(|| answer.username().to_owned());
    Ok(Some(User {
        uid: user_id(&uid)?,
        email: read("email").ok_or_else(|| broken("the account has no address"))?,
        name: read("name"),
        email_verified: read("email_verified").is_some_and(|value| value == "true"),
        status: match answer.user_status() {
            Some(UserStatusType::Unconfirmed) => UserStatus::Unconfirmed,
            Some(UserStatusType::Confirmed) => UserStatus::Confirmed,
            Some(UserStatusType::ForceChangePassword) => UserStatus::Invited,
            _ => UserStatus::Other,
        },
        has_second_factor: answer.user_mfa_setting_list().iter().any(|setting| setting == second_factor::TOTP_SETTING),
    }))
}

/// Deletes the account with this `sub`. A missing account is ignored.
pub async fn delete(store: &Store, uid: &UserId) -> UsersResult<()> {
    match store.cognito().admin_delete_user().user_pool_id(pool(store)).username(uid.as_str()).send().await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Some("UserNotFoundException") => Ok(()),
        Err(error) => Err(users_error(error)),
    }
}

// Addresses are compared case-insensitively, which not every pool does by itself.
fn address(email: &str) -> String {
    email.trim().to_lowercase()
}

fn pool(store: &Store) -> &str {
    &store.settings().user_pool_id
}

fn client(store: &Store) -> &AppClient {
    &store.settings().user_pool_client
}

fn accounts_client(store: &Store) -> &AppClient {
    &store.settings().user_pool_accounts_client
}

fn secret_hash(store: &Store, username: &str) -> String {
    client(store).secret_hash(username)
}

fn attribute(name: &str, value: &str) -> UsersResult<AttributeType> {
    AttributeType::builder().name(name).value(value).build().map_err(|error| UsersError::Broken(error.into()))
}

fn user_id(text: &str) -> UsersResult<UserId> {
    text.parse().map_err(|error: model::ids::IdError| UsersError::Broken(error.into()))
}

fn tokens(result: AuthenticationResultType) -> UsersResult<Tokens> {
    let missing = || broken("a token is missing in the answer");
    Ok(Tokens {
        access: result.access_token.ok_or_else(missing)?,
        id: result.id_token.ok_or_else(missing)?,
        refresh: result.refresh_token,
        expires_in_secs: u32::try_from(result.expires_in).unwrap_or(0),
    })
}
