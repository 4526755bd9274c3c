//! Another address for an account: the old one counts until the code that was mailed to the new one came back.

use super::error::{about_code, users_error};
use super::{UsersError, UsersResult, address, attribute};
use crate::aws::client::Store;

/// Mails a code to the address that the account behind an access token is to get; asking again mails another code. An
/// address that has an account is not told apart, and nothing is mailed.
///
/// # Errors
/// `WrongCredentials` when the session is over, `TooMany`, `Unavailable`.
pub async fn change_address(store: &Store, access_token: &str, email: &str) -> UsersResult<()> {
    let answer = store
        .cognito()
        .update_user_attributes()
        .access_token(access_token)
        .user_attributes(attribute("email", &address(email))?)
        .send()
        .await;
    match answer.map_err(users_error) {
        Ok(_) | Err(UsersError::AddressTaken) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Confirms the new address of the account behind an access token with the mailed code. From now on it counts.
///
/// # Errors
/// `CodeMismatch` also when no code was asked for, `CodeExpired`, `WrongCredentials` when the session is over, `TooMany`.
pub async fn confirm_address(store: &Store, access_token: &str, code: &str) -> UsersResult<()> {
    let answer =
        store.cognito().verify_user_attribute().access_token(access_token).attribute_name("email").code(code).send();
    answer.await.map(|_| ()).map_err(|error| match users_error(error) {
        error @ UsersError::WrongCredentials => error,
        error => about_code(error),
    })
}
