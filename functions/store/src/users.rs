//! Accounts: the user pool, as `/api/auth` uses it. Unknown accounts look like wrong passwords and wrong codes.

mod error;

use aws_sdk_cognitoidentityprovider::error::ProvideErrorMetadata;
use aws_sdk_cognitoidentityprovider::types::{
    AttributeType, AuthFlowType, AuthenticationResultType, ChallengeNameType, MessageActionType, UserStatusType,
};

use crate::client::Store;
use crate::ids::UserId;
use error::{about_code, broken, users_error};

pub use error::UsersError;

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
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its `sub`.
    pub uid: UserId,
    /// Its address.
    pub email: String,
    /// Whether the address has been proven.
    pub email_verified: bool,
    /// How far it is.
    pub status: UserStatus,
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

/// Opens an account; the pool mails a code. Returns its id.
///
/// # Errors
/// `AddressTaken`, `WeakPassword`, `TooMany`.
pub async fn sign_up(store: &Store, email: &str, password: &str) -> UsersResult<UserId> {
    let email = address(email);
    let answer = store
        .cognito()
        .sign_up()
        .client_id(client(store))
        .username(&email)
        .password(password)
        .user_attributes(attribute("email", &email)?)
        .send()
        .await
        .map_err(users_error)?;
    user_id(&answer.user_sub)
}

/// Confirms the address with the mailed code.
///
/// # Errors
/// `CodeMismatch` also for an unknown or confirmed account, `CodeExpired`, `TooMany`.
pub async fn confirm(store: &Store, email: &str, code: &str) -> UsersResult<()> {
    store
        .cognito()
        .confirm_sign_up()
        .client_id(client(store))
        .username(address(email))
        .confirmation_code(code)
        .send()
        .await
        .map(|_| ())
        .map_err(|error| about_code(users_error(error)))
}

/// Mails the confirmation code again. Succeeds for an unknown or confirmed account without mailing anything.
///
/// # Errors
/// `TooMany`, `Unavailable`.
pub async fn resend(store: &Store, email: &str) -> UsersResult<()> {
    let answer =
        store.cognito().resend_confirmation_code().client_id(client(store)).username(address(email)).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::TooMany | UsersError::Unavailable(_))) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Signs in with address and password.
///
/// # Errors
/// `WrongCredentials`, `NotConfirmed` (only with the right password), `ResetRequired`, `TooMany`.
pub async fn initiate_auth(store: &Store, email: &str, password: &str) -> UsersResult<SignIn> {
    let answer = store
        .cognito()
        .admin_initiate_auth()
        .user_pool_id(pool(store))
        .client_id(client(store))
        .auth_flow(AuthFlowType::AdminUserPasswordAuth)
        .auth_parameters("USERNAME", address(email))
        .auth_parameters("PASSWORD", password)
        .send()
        .await
        .map_err(users_error)?;
    if let Some(result) = answer.authentication_result {
        return Ok(SignIn::SignedIn(tokens(result)?));
    }
    match (answer.challenge_name, answer.session) {
        (Some(ChallengeNameType::NewPasswordRequired), Some(challenge)) => Ok(SignIn::NewPassword { challenge }),
        (name, _) => Err(broken(format!("the pool asks for {name:?}, which we do not offer"))),
    }
}

/// Chooses the password of an invited account.
///
/// # Errors
/// `WeakPassword`, `ChallengeExpired`, `TooMany`.
pub async fn respond_new_password(
    store: &Store,
    email: &str,
    challenge: &str,
    new_password: &str,
) -> UsersResult<Tokens> {
    let answer = store
        .cognito()
        .admin_respond_to_auth_challenge()
        .user_pool_id(pool(store))
        .client_id(client(store))
        .challenge_name(ChallengeNameType::NewPasswordRequired)
        .session(challenge)
        .challenge_responses("USERNAME", address(email))
        .challenge_responses("NEW_PASSWORD", new_password)
        .send()
        .await
        .map_err(|error| match users_error(error) {
            // An unknown or used challenge is one that is over.
            UsersError::WrongCredentials | UsersError::CodeMismatch | UsersError::CodeExpired => {
                UsersError::ChallengeExpired
            }
            other => other,
        })?;
    answer.authentication_result.map_or_else(|| Err(broken("no session after a new password")), tokens)
}

/// Mails a code for a new password; an unconfirmed account gets its confirmation code instead, which
/// [`reset`] accepts too. Succeeds for an unknown account without mailing anything.
///
/// # Errors
/// `TooMany`, `Unavailable`.
pub async fn forgot(store: &Store, email: &str) -> UsersResult<()> {
    let answer = store.cognito().forgot_password().client_id(client(store)).username(address(email)).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::TooMany | UsersError::Unavailable(_))) => Err(error),
        // The pool cannot mail to an address that is not proven; the only code it has for it is the first one.
        Err(_) => match find(store, email).await? {
            Some(user) if user.status == UserStatus::Unconfirmed => resend(store, email).await,
            _ => Ok(()),
        },
    }
}

/// Sets a new password with the mailed code. For an unconfirmed account the confirmation code does it, and
/// confirms the account as well.
///
/// # Errors
/// `CodeMismatch` also for an unknown account, `CodeExpired`, `WeakPassword`, `TooMany`.
pub async fn reset(store: &Store, email: &str, code: &str, new_password: &str) -> UsersResult<()> {
    let answer = store
        .cognito()
        .confirm_forgot_password()
        .client_id(client(store))
        .username(address(email))
        .confirmation_code(code)
        .password(new_password)
        .send()
        .await;
    let error = match answer.map_err(users_error) {
        Ok(_) => return Ok(()),
        Err(error @ (UsersError::TooMany | UsersError::Unavailable(_) | UsersError::WeakPassword)) => {
            return Err(error);
        }
        Err(error) => error,
    };
    match find(store, email).await? {
        Some(user) if user.status == UserStatus::Unconfirmed => {
            confirm(store, email, code).await?;
            set_password(store, email, new_password).await
        }
        _ => Err(about_code(error)),
    }
}

/// Sets a password for good, without the old one.
///
/// # Errors
/// `WrongCredentials` for an unknown account, `WeakPassword`.
pub async fn set_password(store: &Store, email: &str, password: &str) -> UsersResult<()> {
    store
        .cognito()
        .admin_set_user_password()
        .user_pool_id(pool(store))
        .username(address(email))
        .password(password)
        .permanent(true)
        .send()
        .await
        .map(|_| ())
        .map_err(users_error)
}

/// The account with this address.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, email: &str) -> UsersResult<Option<User>> {
    let answer = store.cognito().admin_get_user().user_pool_id(pool(store)).username(address(email)).send().await;
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
        email: read("email").unwrap_or_else(|| address(email)),
        email_verified: read("email_verified").is_some_and(|value| value == "true"),
        status: match answer.user_status() {
            Some(UserStatusType::Unconfirmed) => UserStatus::Unconfirmed,
            Some(UserStatusType::Confirmed) => UserStatus::Confirmed,
            Some(UserStatusType::ForceChangePassword) => UserStatus::Invited,
            _ => UserStatus::Other,
        },
    }))
}

/// The address behind an access token.
///
/// # Errors
/// `WrongCredentials` when the session is over, `Unavailable`, `Broken`.
pub async fn email_of(store: &Store, access_token: &str) -> UsersResult<String> {
    let answer = store.cognito().get_user().access_token(access_token).send().await.map_err(users_error)?;
    let email = answer.user_attributes().iter().find(|a| a.name() == "email").and_then(|a| a.value());
    email.map(str::to_owned).ok_or_else(|| broken("the account has no address"))
}

/// New access and identity tokens for a refresh token.
///
/// # Errors
/// `WrongCredentials` when the session is over or was revoked.
pub async fn refresh(store: &Store, refresh_token: &str) -> UsersResult<Tokens> {
    let answer = store
        .cognito()
        .get_tokens_from_refresh_token()
        .client_id(client(store))
        .refresh_token(refresh_token)
        .send()
        .await
        .map_err(|error| match users_error(error) {
            UsersError::NotConfirmed | UsersError::ResetRequired | UsersError::CodeExpired => {
                UsersError::WrongCredentials
            }
            other => other,
        })?;
    answer.authentication_result.map_or_else(|| Err(broken("no session after a refresh")), tokens)
}

/// Ends a session everywhere; ending it again changes nothing.
///
/// # Errors
/// `Unavailable`.
pub async fn revoke_token(store: &Store, refresh_token: &str) -> UsersResult<()> {
    let answer = store.cognito().revoke_token().client_id(client(store)).token(refresh_token).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::Unavailable(_) | UsersError::TooMany)) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Removes an account; removing an unknown one changes nothing.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn delete(store: &Store, email: &str) -> UsersResult<()> {
    match store.cognito().admin_delete_user().user_pool_id(pool(store)).username(address(email)).send().await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Some("UserNotFoundException") => Ok(()),
        Err(error) => Err(users_error(error)),
    }
}

/// Invites an account with a password for its first sign-in; no mail is sent. An address that has one stays.
///
/// # Errors
/// `WeakPassword`, `Unavailable`.
pub async fn invite(store: &Store, email: &str, first_password: &str) -> UsersResult<()> {
    let email = address(email);
    let answer = store
        .cognito()
        .admin_create_user()
        .user_pool_id(pool(store))
        .username(&email)
        .temporary_password(first_password)
        .message_action(MessageActionType::Suppress)
        .user_attributes(attribute("email", &email)?)
        .user_attributes(attribute("email_verified", "true")?)
        .send()
        .await;
    match answer.map_err(users_error) {
        Ok(_) | Err(UsersError::AddressTaken) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Puts an account into a group, which is made when it is not there.
///
/// # Errors
/// `WrongCredentials` for an unknown account.
pub async fn add_to_group(store: &Store, email: &str, group: &str) -> UsersResult<()> {
    match store.cognito().create_group().user_pool_id(pool(store)).group_name(group).send().await {
        Ok(_) => {}
        Err(error) if error.code() == Some("GroupExistsException") => {}
        Err(error) => return Err(users_error(error)),
    }
    store
        .cognito()
        .admin_add_user_to_group()
        .user_pool_id(pool(store))
        .username(address(email))
        .group_name(group)
        .send()
        .await
        .map(|_| ())
        .map_err(users_error)
}

// Addresses are compared without case; not every pool does that by itself.
fn address(email: &str) -> String {
    email.trim().to_lowercase()
}

fn pool(store: &Store) -> &str {
    &store.settings().user_pool_id
}

fn client(store: &Store) -> &str {
    &store.settings().user_pool_client_id
}

fn attribute(name: &str, value: &str) -> UsersResult<AttributeType> {
    AttributeType::builder().name(name).value(value).build().map_err(|error| UsersError::Broken(error.into()))
}

fn user_id(text: &str) -> UsersResult<UserId> {
    text.parse().map_err(|error: crate::ids::IdError| UsersError::Broken(error.into()))
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
