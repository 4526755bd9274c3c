//! Passwords that are guessed. Four wrong ones in a row from one client, and this client has to wait; at the fifth, the
//! pool would keep the owner out as well, wherever they are.

use store::Timestamp;
use store::rate_limit;
use store::users::UsersError;

use crate::http::client::ClientAddress;
use crate::http::problem::Problem;
use crate::state::ApiState;

/// Makes a try at the password of the account with this address. A right password makes the wrong ones before it
/// forgotten; whether there is such an account does not matter, and is not asked.
///
/// # Errors
/// `too_many_requests` when this client was wrong too often; then nothing is tried.
pub(crate) async fn with_lockout<T>(
    state: &ApiState,
    email: &str,
    client: ClientAddress,
    at_the_pool: impl Future<Output = Result<T, UsersError>>,
) -> Result<Result<T, UsersError>, Problem> {
    let (store, rule, who) = (state.store(), &state.throttles().guess, pair(email, client));
    rate_limit::reserve_attempt(store, rule, &who, Timestamp::now()).await.map_err(|error| match error {
        store::Error::TooMany { retry_after_secs } => Problem::too_many_guesses(retry_after_secs),
        error => error.into(),
    })?;
    let answer = at_the_pool.await;
    match &answer {
        Ok(_) | Err(UsersError::NotConfirmed) => rate_limit::record_success(store, rule, &who).await?,
        // The last two may have been refused without a look at the password.
        Err(
            UsersError::WrongCredentials | UsersError::WrongPassword | UsersError::ResetRequired | UsersError::TooMany,
        ) => {}
        Err(_) => rate_limit::cancel_attempt(store, rule, &who).await?,
    }
    Ok(answer)
}

/// Resets the failed attempts after a password reset with a mailed code, which proves ownership.
pub(crate) async fn forget(state: &ApiState, email: &str, client: ClientAddress) -> Result<(), Problem> {
    Ok(rate_limit::record_success(state.store(), &state.throttles().guess, &pair(email, client)).await?)
}

fn pair(email: &str, client: ClientAddress) -> String {
    format!("{client} {}", email.to_lowercase())
}
