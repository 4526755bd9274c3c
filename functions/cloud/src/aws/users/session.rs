//! Sessions: how one begins, goes on and ends.

use std::collections::HashMap;

use aws_sdk_cognitoidentityprovider::types::{AuthFlowType, AuthenticationResultType, ChallengeNameType};

use super::error::{broken, challenge_is_over, users_error};
use super::{
    SignIn, Tokens, UsersError, UsersResult, address, client, pool, second_factor, secret, secret_hash, tokens,
};
use crate::aws::client::Store;

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
        .auth_parameters("SECRET_HASH", secret_hash(store, &address(email)))
        .auth_parameters("PASSWORD", password)
        .send()
        .await
        .map_err(users_error)?;
    let parameters = answer.challenge_parameters.unwrap_or_default();
    next_step(email, answer.authentication_result, answer.challenge_name, answer.session, &parameters)
}

/// What the pool says after a right password: a session, or what it asks for before.
fn next_step(
    email: &str,
    result: Option<AuthenticationResultType>,
    name: Option<ChallengeNameType>,
    session: Option<String>,
    parameters: &HashMap<String, String>,
) -> UsersResult<SignIn> {
    if let Some(result) = result {
        return Ok(SignIn::SignedIn(tokens(result)?));
    }
    match (name, session) {
        (Some(ChallengeNameType::NewPasswordRequired), Some(challenge)) => Ok(SignIn::NewPassword { challenge }),
        (Some(ChallengeNameType::SoftwareTokenMfa), Some(session)) => {
            let username = parameters.get(second_factor::USERNAME_PARAMETER).cloned();
            let challenge = second_factor::challenge(&username.unwrap_or_else(|| address(email)), &session);
            Ok(SignIn::SecondFactor { challenge })
        }
        (name, _) => Err(broken(format!("the pool asks for {name:?}, which we do not offer"))),
    }
}

/// Chooses the password of an invited account, or of one whose password an operator reset; a second factor may follow.
///
/// # Errors
/// `WeakPassword`, `ChallengeExpired`, `TooMany`.
pub async fn respond_new_password(
    store: &Store,
    email: &str,
    challenge: &str,
    new_password: &str,
) -> UsersResult<SignIn> {
    let answer = store
        .cognito()
        .admin_respond_to_auth_challenge()
        .user_pool_id(pool(store))
        .client_id(client(store))
        .challenge_name(ChallengeNameType::NewPasswordRequired)
        .session(challenge)
        .challenge_responses("USERNAME", address(email))
        .challenge_responses("SECRET_HASH", secret_hash(store, &address(email)))
        .challenge_responses("NEW_PASSWORD", new_password)
        .send()
        .await
        .map_err(|error| challenge_is_over(users_error(error)))?;
    let parameters = answer.challenge_parameters.unwrap_or_default();
    next_step(email, answer.authentication_result, answer.challenge_name, answer.session, &parameters)
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
        .client_secret(secret(store))
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
pub async fn revoke_token(store: &Store, refresh_token: &str) -> UsersResult<()> {
    let request = store.cognito().revoke_token().client_id(client(store)).client_secret(secret(store));
    let answer = request.token(refresh_token).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::Unavailable(_) | UsersError::TooMany)) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Ends every session of the account behind an access token: no refresh token that was given out works any more. Doing
/// it again with the same token changes nothing.
///
/// # Errors
/// `TooMany`, `Unavailable`.
pub async fn end_all_sessions(store: &Store, access_token: &str) -> UsersResult<()> {
    let answer = store.cognito().global_sign_out().access_token(access_token).send().await;
    match answer.map_err(users_error) {
        // Refused because this very session has been ended that way.
        Ok(_) | Err(UsersError::WrongCredentials) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Ends all sessions of the person with this address who has proven to be them without one: their refresh tokens are
/// worthless. Access tokens live on for their minutes. 1 call.
///
/// # Errors
/// `WrongCredentials` when nobody has the address, `TooMany`, `Unavailable`.
pub async fn end_sessions_of(store: &Store, email: &str) -> UsersResult<()> {
    let ended = store.cognito().admin_user_global_sign_out().user_pool_id(pool(store)).username(address(email));
    ended.send().await.map(|_| ()).map_err(users_error)
}
