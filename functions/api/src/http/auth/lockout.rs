//! Lockout after wrong passwords. After four consecutive wrong passwords from one client, this client has to wait. The
//! limit is four, because after a fifth one the user pool would lock the account for all clients, including the
//! owner's.

use store::Timestamp;
use store::rate_limit;
use store::users::UsersError;

use crate::http::client::ClientAddress;
use crate::http::problem::Problem;
use crate::state::ApiState;

/// Runs an attempt with the password of the account with this address. A correct password resets the count of failures.
/// Whether the account exists is not checked.
///
/// # Errors
/// `too_many_requests` if this client has too many failures. Then the attempt is not made.
pub(crate) async fn with_lockout<T>(
    state: &ApiState,
    email: &str,
    client: ClientAddress,
    at_the_pool: impl Future<Output = Result<T, UsersError>>,
) -> Result<Result<T, UsersError>, Problem> {
    let (store, rule, who) = (state.store(), &state.rate_limits().wrong_password, pair(email, client));
    rate_limit::reserve_attempt(store, rule, &who, Timestamp::now()).await.map_err(|error| match error {
        store::Error::RateLimited { retry_after_secs } => Problem::too_many_wrong_passwords(retry_after_secs),
        error => error.into(),
    })?;
    let answer = at_the_pool.await;
    match &answer {
        Ok(_) | Err(UsersError::NotConfirmed) => rate_limit::record_success(store, rule, &who).await?,
        // The last two can occur before the pool has checked the password, but must count as failures too.
        Err(
            UsersError::WrongCredentials
            | UsersError::WrongPassword
            | UsersError::ResetRequired
            | UsersError::RateLimited,
        ) => {}
        Err(_) => rate_limit::cancel_attempt(store, rule, &who).await?,
    }
    Ok(answer)
}

/// Resets the failed attempts after a password reset with a mailed code, which proves ownership.
pub(crate) async fn reset_failures(state: &ApiState, email: &str, client: ClientAddress) -> Result<(), Problem> {
    Ok(rate_limit::record_success(state.store(), &state.rate_limits().wrong_password, &pair(email, client)).await?)
}

fn pair(email: &str, client: ClientAddress) -> String {
    format!("{client} {}", email.to_lowercase())
}
