//! The second factor: codes of an app (TOTP), which change every half minute.

use aws_sdk_cognitoidentityprovider::types::SoftwareTokenMfaSettingsType;

use super::error::{about_factor, broken, users_error};
use super::proof::{OwnSession, Proof};
use super::session::answer_factor;
use super::{Tokens, User, UsersResult, challenge, client, find_by, pool};
use crate::client::Store;
use model::ids::UserId;

/// What the pool calls it in the list of an account's factors.
pub(super) const SETTING: &str = "SOFTWARE_TOKEN_MFA";

/// The account that a challenge belongs to; `None` for a challenge that was never given out. The pool takes an answer only
/// under a name of this account, so whoever counts by it counts every answer to the challenge.
///
/// # Errors
/// `TooMany`, `Unavailable`.
pub async fn account_of_challenge(store: &Store, challenge: &str) -> UsersResult<Option<User>> {
    match challenge::parts(challenge) {
        Some((username, _)) if !username.is_empty() => find_by(store, username.to_owned()).await,
        _ => Ok(None),
    }
}

/// Finishes a sign-in with the code of the app.
///
/// # Errors
/// `FactorMismatch`, `ChallengeExpired`, `TooMany`.
pub async fn respond_second_factor(store: &Store, challenge: &str, code: &str) -> UsersResult<Tokens> {
    answer_factor(store, client(store), challenge, code).await
}

/// Makes a secret for an app of the account of `email`, in base32. It counts only after [`finish_second_factor`]; asking
/// again makes another one.
///
/// # Errors
/// Those of a [`Proof`], `TooMany`, `Unavailable`.
pub async fn begin_second_factor(store: &Store, email: &str, proof: &Proof) -> UsersResult<String> {
    let session = OwnSession::begin(store, email, proof).await?;
    let answer = store.cognito().associate_software_token().access_token(session.token()).send().await;
    session.end(store).await;
    answer.map_err(users_error)?.secret_code.ok_or_else(|| broken("no secret for the second factor"))
}

/// Proves with a code that the app has the secret. From now on each sign-in asks for a code.
///
/// # Errors
/// Those of a [`Proof`], `FactorMismatch`, `TooMany`.
pub async fn finish_second_factor(store: &Store, user: &User, proof: &Proof, code: &str) -> UsersResult<()> {
    let session = OwnSession::begin(store, &user.email, proof).await?;
    let answer = store.cognito().verify_software_token().access_token(session.token()).user_code(code).send().await;
    session.end(store).await;
    answer.map_err(|error| about_factor(users_error(error)))?;
    prefer(store, &user.uid, true).await
}

/// No sign-in asks for a code any more.
///
/// # Errors
/// `WrongCredentials` for an unknown account, `TooMany`, `Unavailable`.
pub async fn remove_second_factor(store: &Store, uid: &UserId) -> UsersResult<()> {
    prefer(store, uid, false).await
}

async fn prefer(store: &Store, uid: &UserId, wanted: bool) -> UsersResult<()> {
    let settings = SoftwareTokenMfaSettingsType::builder().enabled(wanted).preferred_mfa(wanted).build();
    let request = store.cognito().admin_set_user_mfa_preference().user_pool_id(pool(store)).username(uid.as_str());
    request.software_token_mfa_settings(settings).send().await.map(|_| ()).map_err(users_error)
}
