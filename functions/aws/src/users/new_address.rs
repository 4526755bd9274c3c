//! Another address for an account: the old one counts until the code that was mailed to the new one came back. The pool asks
//! for a token of the account itself at both steps, so the password is asked for at both.

use super::error::{about_code, users_error};
use super::proof::{OwnSession, Proof};
use super::{UsersError, UsersResult, address, attribute};
use crate::client::Store;

/// Mails a code to the address `wanted` that the account of `email` is to get; asking again mails another code. An address
/// that has an account is not told apart, and nothing is mailed.
///
/// # Errors
/// Those of a [`Proof`], `TooMany`, `Unavailable`.
pub async fn change_address(store: &Store, email: &str, proof: &Proof, wanted: &str) -> UsersResult<()> {
    let session = OwnSession::begin(store, email, proof).await?;
    let request = store.cognito().update_user_attributes().access_token(session.token());
    let answer = request.user_attributes(attribute("email", &address(wanted))?).send().await;
    session.end(store).await;
    match answer.map_err(users_error) {
        Ok(_) | Err(UsersError::AddressTaken) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Confirms the new address of the account of `email` with the mailed code. From now on it counts.
///
/// # Errors
/// Those of a [`Proof`], `CodeMismatch` also when no code was asked for, `CodeExpired`, `TooMany`.
pub async fn confirm_address(store: &Store, email: &str, proof: &Proof, code: &str) -> UsersResult<()> {
    let session = OwnSession::begin(store, email, proof).await?;
    let request = store.cognito().verify_user_attribute().access_token(session.token());
    let answer = request.attribute_name("email").code(code).send().await;
    session.end(store).await;
    answer.map(|_| ()).map_err(|error| about_code(users_error(error)))
}
