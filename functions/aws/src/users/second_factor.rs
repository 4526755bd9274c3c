//! Second factor: time-based codes (TOTP) of an authenticator app, which change every 30 seconds.

use aws_sdk_cognitoidentityprovider::types::SoftwareTokenMfaSettingsType;

use super::error::{broken, mask_factor_error, users_error};
use super::reauth::{Reauth, ReauthSession};
use super::session::respond_second_factor_with;
use super::{Tokens, User, UsersResult, challenge, client, find_by, pool};
use crate::client::Store;
use model::ids::UserId;

/// Name of the TOTP factor in the pool's list of an account's factors.
pub(super) const TOTP_SETTING: &str = "SOFTWARE_TOKEN_MFA";

/// Returns the account of a challenge, or `None` for a text that was never a challenge. The pool accepts a code only
/// with the name of this account, so a rate limit by account covers every attempt.
///
/// # Errors
/// `RateLimited`, `Unavailable`.
pub async fn account_of_challenge(store: &Store, challenge: &str) -> UsersResult<Option<User>> {
    match challenge::split(challenge) {
        Some((username, _)) if !username.is_empty() => find_by(store, username.to_owned()).await,
        _ => Ok(None),
    }
}

/// Finishes a sign-in with a code of the authenticator app.
///
/// # Errors
/// `AppCodeMismatch`, `ChallengeExpired`, `RateLimited`.
pub async fn respond_second_factor(store: &Store, challenge: &str, code: &str) -> UsersResult<Tokens> {
    respond_second_factor_with(store, client(store), challenge, code).await
}

/// Creates a secret in base32 for the authenticator app. It takes effect after [`finish_second_factor`]; repeating the
/// call creates another one.
///
/// # Errors
/// Those of a [`Reauth`], `RateLimited`, `Unavailable`.
pub async fn begin_second_factor(store: &Store, email: &str, proof: &Reauth) -> UsersResult<String> {
    let session = ReauthSession::begin(store, email, proof).await?;
    let answer = store.cognito().associate_software_token().access_token(session.token()).send().await;
    session.end(store).await;
    answer.map_err(users_error)?.secret_code.ok_or_else(|| broken("no secret for the second factor"))
}

/// Verifies with a code that the app has the secret, and enables the second factor.
///
/// # Errors
/// Those of a [`Reauth`], `AppCodeMismatch`, `RateLimited`.
pub async fn finish_second_factor(store: &Store, user: &User, proof: &Reauth, code: &str) -> UsersResult<()> {
    let session = ReauthSession::begin(store, &user.email, proof).await?;
    let answer = store.cognito().verify_software_token().access_token(session.token()).user_code(code).send().await;
    session.end(store).await;
    answer.map_err(|error| mask_factor_error(users_error(error)))?;
    prefer(store, &user.uid, true).await
}

/// Disables the second factor.
///
/// # Errors
/// `WrongCredentials` for an unknown account, `RateLimited`, `Unavailable`.
pub async fn remove_second_factor(store: &Store, uid: &UserId) -> UsersResult<()> {
    prefer(store, uid, false).await
}

async fn prefer(store: &Store, uid: &UserId, wanted: bool) -> UsersResult<()> {
    let settings = SoftwareTokenMfaSettingsType::builder().enabled(wanted).preferred_mfa(wanted).build();
    let request = store.cognito().admin_set_user_mfa_preference().user_pool_id(pool(store)).username(uid.as_str());
    request.software_token_mfa_settings(settings).send().await.map(|_| ()).map_err(users_error)
}
