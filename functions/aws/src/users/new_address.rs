//! Change of an account's e-mail address. The old address stays valid until the code mailed to the new one is entered.
//! The pool requires a token of the account for both steps, so the user enters the password in both.

use super::error::{mask_code_error, users_error};
use super::reauth::{Reauth, ReauthSession};
use super::{UsersError, UsersResult, address, attribute};
use crate::client::Store;

/// Sends a code to `wanted`, the new address for the account of `email`. Repeating the call sends another code. If
/// `wanted` already has an account, the call succeeds without sending mail.
///
/// # Errors
/// Those of a [`Reauth`], `RateLimited`, `Unavailable`.
pub async fn request_email_change(store: &Store, email: &str, proof: &Reauth, wanted: &str) -> UsersResult<()> {
    let session = ReauthSession::begin(store, email, proof).await?;
    let request = store.cognito().update_user_attributes().access_token(session.token());
    let answer = request.user_attributes(attribute("email", &address(wanted))?).send().await;
    session.end(store).await;
    match answer.map_err(users_error) {
        Ok(_) | Err(UsersError::AddressTaken) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Confirms the new address of the account of `email` with the mailed code, which makes it effective.
///
/// # Errors
/// Those of a [`Reauth`], `CodeMismatch` also if no code was requested, `CodeExpired`, `RateLimited`.
pub async fn confirm_email_change(store: &Store, email: &str, proof: &Reauth, code: &str) -> UsersResult<()> {
    let session = ReauthSession::begin(store, email, proof).await?;
    let request = store.cognito().verify_user_attribute().access_token(session.token());
    let answer = request.attribute_name("email").code(code).send().await;
    session.end(store).await;
    answer.map(|_| ()).map_err(|error| mask_code_error(users_error(error)))
}
