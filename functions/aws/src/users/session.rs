//! Sessions: sign-in, refresh and sign-out.

use std::collections::HashMap;

use aws_sdk_cognitoidentityprovider::types::{AuthFlowType, AuthenticationResultType, ChallengeNameType};

use super::error::{as_expired_challenge, broken, mask_factor_error, users_error};
use super::{SignIn, Tokens, UsersError, UsersResult, address, challenge, client, pool, secret_hash, tokens};
use crate::client::Store;
use crate::settings::AppClient;
use model::ids::UserId;

/// Signs in with address and password.
///
/// # Errors
/// `WrongCredentials`, `NotConfirmed` (only with the right password), `ResetRequired`, `RateLimited`.
pub async fn initiate_auth(store: &Store, email: &str, password: &str) -> UsersResult<SignIn> {
    initiate_auth_with(store, client(store), email, password).await
}

/// Signs in with any of our app clients.
pub(super) async fn initiate_auth_with(
    store: &Store,
    client: &AppClient,
    email: &str,
    password: &str,
) -> UsersResult<SignIn> {
    let answer = store
        .cognito()
        .admin_initiate_auth()
        .user_pool_id(pool(store))
        .client_id(&client.id)
        .auth_flow(AuthFlowType::AdminUserPasswordAuth)
        .auth_parameters("USERNAME", address(email))
        .auth_parameters("SECRET_HASH", client.secret_hash(&address(email)))
        .auth_parameters("PASSWORD", password)
        .send()
        .await
        .map_err(users_error)?;
    let parameters = answer.challenge_parameters.unwrap_or_default();
    next_step(email, answer.authentication_result, answer.challenge_name, answer.session, &parameters)
}

/// Converts the pool's response after a correct password: a session or the next challenge.
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
            let username = parameters.get(challenge::USERNAME_PARAMETER).cloned();
            let challenge = challenge::join(&username.unwrap_or_else(|| address(email)), &session);
            Ok(SignIn::SecondFactor { challenge })
        }
        (name, _) => Err(broken(format!("the pool asks for {name:?}, which we do not offer"))),
    }
}

/// Finishes a sign-in with a code of the authenticator app, using the client that started it.
pub(super) async fn respond_second_factor_with(
    store: &Store,
    client: &AppClient,
    challenge: &str,
    code: &str,
) -> UsersResult<Tokens> {
    let (username, session) = challenge::split(challenge).ok_or(UsersError::ChallengeExpired)?;
    let answer = store
        .cognito()
        .admin_respond_to_auth_challenge()
        .user_pool_id(pool(store))
        .client_id(&client.id)
        .challenge_name(ChallengeNameType::SoftwareTokenMfa)
        .session(session)
        .challenge_responses("USERNAME", username)
        .challenge_responses("SECRET_HASH", client.secret_hash(username))
        .challenge_responses("SOFTWARE_TOKEN_MFA_CODE", code)
        .send()
        .await
        .map_err(|error| match mask_factor_error(users_error(error)) {
            error @ UsersError::AppCodeMismatch => error,
            error => as_expired_challenge(error),
        })?;
    answer.authentication_result.map_or_else(|| Err(broken("no session after a second factor")), tokens)
}

/// Sets the new password of an invited account, or of an account whose password an operator has replaced. The code of a
/// second factor may be the next step.
///
/// # Errors
/// `WeakPassword`, `ChallengeExpired`, `RateLimited`.
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
        .client_id(&client(store).id)
        .challenge_name(ChallengeNameType::NewPasswordRequired)
        .session(challenge)
        .challenge_responses("USERNAME", address(email))
        .challenge_responses("SECRET_HASH", secret_hash(store, &address(email)))
        .challenge_responses("NEW_PASSWORD", new_password)
        .send()
        .await
        .map_err(|error| as_expired_challenge(users_error(error)))?;
    let parameters = answer.challenge_parameters.unwrap_or_default();
    next_step(email, answer.authentication_result, answer.challenge_name, answer.session, &parameters)
}

/// Exchanges a refresh token for new access and identity tokens.
///
/// # Errors
/// `WrongCredentials` if the session has expired or was revoked.
pub async fn refresh_tokens(store: &Store, refresh_token: &str) -> UsersResult<Tokens> {
    let answer = store
        .cognito()
        .get_tokens_from_refresh_token()
        .client_id(&client(store).id)
        .client_secret(&client(store).secret)
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

/// Ends a session everywhere. A session that has already ended is ignored.
pub async fn revoke_token(store: &Store, refresh_token: &str) -> UsersResult<()> {
    revoke_token_with(store, client(store), refresh_token).await
}

/// Revokes a refresh token of any of our app clients.
pub(super) async fn revoke_token_with(store: &Store, client: &AppClient, refresh_token: &str) -> UsersResult<()> {
    let request = store.cognito().revoke_token().client_id(&client.id).client_secret(&client.secret);
    match request.token(refresh_token).send().await.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::Unavailable(_) | UsersError::RateLimited)) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Ends all sessions of the account with this `sub`. Its refresh tokens stop working; access tokens stay valid until
/// they expire after some minutes. A missing account is ignored. Cost: 1 request.
///
/// # Errors
/// `RateLimited`, `Unavailable`.
pub async fn end_all_sessions(store: &Store, uid: &UserId) -> UsersResult<()> {
    match end_sessions_of_name(store, uid.as_str()).await {
        Ok(()) | Err(UsersError::WrongCredentials) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Ends all sessions of the account with this address.
///
/// # Errors
/// `WrongCredentials` for an unknown address, `RateLimited`, `Unavailable`.
pub async fn end_sessions_of(store: &Store, email: &str) -> UsersResult<()> {
    end_sessions_of_name(store, &address(email)).await
}

async fn end_sessions_of_name(store: &Store, name: &str) -> UsersResult<()> {
    let ended = store.cognito().admin_user_global_sign_out().user_pool_id(pool(store)).username(name);
    ended.send().await.map(|_| ()).map_err(users_error)
}
