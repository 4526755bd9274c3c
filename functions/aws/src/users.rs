//! Accounts: the user pool, as `/api/auth` uses it. Unknown accounts look like wrong passwords and wrong codes.

mod challenge;
mod error;
mod joining;
mod list;
mod new_address;
mod password;
mod proof;
mod second_factor;
mod session;
mod signing_keys;

use aws_sdk_cognitoidentityprovider::error::ProvideErrorMetadata;
use aws_sdk_cognitoidentityprovider::types::{AttributeType, AuthenticationResultType, UserStatusType};
use error::{broken, users_error};

use crate::client::Store;
use crate::settings::AppClient;
use model::ids::UserId;

pub use error::UsersError;
pub use joining::{add_to_group, invite, prove_address, resend, sign_up};
pub use list::everybody;
pub use new_address::{change_address, confirm_address};
pub use password::{check_password, confirm, forgot, reset, set_password};
pub use proof::{Proof, prove};
pub use second_factor::{
    account_of_challenge, begin_second_factor, finish_second_factor, remove_second_factor, respond_second_factor,
};
pub use session::{end_all_sessions, end_sessions_of, initiate_auth, refresh, respond_new_password, revoke_token};
pub use signing_keys::signing_keys;

/// Result of a call to the user pool.
pub type UsersResult<T> = Result<T, UsersError>;

/// The tokens of a session. Never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Identity token; only for reading who signed in, right here.
    pub id: String,
    /// Refresh token; a refresh brings a new one only when the pool rotates them.
    pub refresh: Option<String>,
    /// Life of the access token, in seconds.
    pub expires_in_secs: u32,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").field("expires_in_secs", &self.expires_in_secs).finish_non_exhaustive()
    }
}

/// What follows a right password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignIn {
    /// A session.
    SignedIn(Tokens),
    /// First sign-in of an invited account: a new password must be chosen.
    NewPassword {
        /// Opaque; goes back with the new password.
        challenge: String,
    },
    /// The account has a second factor: a code of its app is asked for.
    SecondFactor {
        /// Opaque; goes back with the code.
        challenge: String,
    },
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its `sub`.
    pub uid: UserId,
    /// Its address.
    pub email: String,
    /// The display name that the pool has of the person, if it has one.
    pub name: Option<String>,
    /// Whether the address has been proven.
    pub email_verified: bool,
    /// How far it is.
    pub status: UserStatus,
    /// Whether a code of an app is asked for at each sign-in.
    pub has_second_factor: bool,
}

/// How far an account is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserStatus {
    /// Waiting for the code.
    Unconfirmed,
    /// In use.
    Confirmed,
    /// Invited; must choose a password.
    Invited,
    /// Anything else the pool knows: reset, archived.
    Other,
}

/// The account with this address.
pub async fn find(store: &Store, email: &str) -> UsersResult<Option<User>> {
    find_by(store, address(email)).await
}

/// The account with this `sub`, whatever its address is by now.
pub async fn find_by_id(store: &Store, uid: &UserId) -> UsersResult<Option<User>> {
    find_by(store, uid.as_str().to_owned()).await
}

/// The account with this `sub`, which somebody is signed in to.
///
/// # Errors
/// `WrongCredentials` when it is gone, and the session with it.
pub async fn get(store: &Store, uid: &UserId) -> UsersResult<User> {
    find_by_id(store, uid).await?.ok_or(UsersError::WrongCredentials)
}

/// The account with this name: its address or its `sub`, which the pool takes both.
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
        has_second_factor: answer.user_mfa_setting_list().iter().any(|setting| setting == second_factor::SETTING),
    }))
}

/// Removes the account with this `sub`; removing an unknown one changes nothing.
pub async fn delete(store: &Store, uid: &UserId) -> UsersResult<()> {
    match store.cognito().admin_delete_user().user_pool_id(pool(store)).username(uid.as_str()).send().await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Some("UserNotFoundException") => Ok(()),
        Err(error) => Err(users_error(error)),
    }
}

// Addresses are compared without case; not every pool does that by itself.
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
