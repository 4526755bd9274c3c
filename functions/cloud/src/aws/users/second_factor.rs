//! The second factor: codes of an app (TOTP), which change every half minute.

use aws_sdk_cognitoidentityprovider::types::{ChallengeNameType, SoftwareTokenMfaSettingsType};

use super::error::{broken, challenge_is_over, users_error};
use super::{Tokens, UsersError, UsersResult, client, pool, secret_hash, tokens};
use crate::aws::client::Store;

/// What the pool calls it in the list of an account's factors.
pub(super) const SETTING: &str = "SOFTWARE_TOKEN_MFA";
/// Where the pool says the name it wants back with the code: an address is an alias, which it does not take there.
pub(super) const USERNAME_PARAMETER: &str = "USER_ID_FOR_SRP";
/// Stands between name and session; no session contains it.
const SEPARATOR: char = '~';

/// What goes to the page and comes back with the code.
pub(super) fn challenge(username: &str, session: &str) -> String {
    format!("{username}{SEPARATOR}{session}")
}

/// Finishes a sign-in with the code of the app.
///
/// # Errors
/// `FactorMismatch`, `ChallengeExpired`, `TooMany`.
pub async fn respond_second_factor(store: &Store, challenge: &str, code: &str) -> UsersResult<Tokens> {
    let (username, session) = challenge.rsplit_once(SEPARATOR).ok_or(UsersError::ChallengeExpired)?;
    let answer = store
        .cognito()
        .admin_respond_to_auth_challenge()
        .user_pool_id(pool(store))
        .client_id(client(store))
        .challenge_name(ChallengeNameType::SoftwareTokenMfa)
        .session(session)
        .challenge_responses("USERNAME", username)
        .challenge_responses("SECRET_HASH", secret_hash(store, username))
        .challenge_responses("SOFTWARE_TOKEN_MFA_CODE", code)
        .send()
        .await
        .map_err(|error| match about_factor(users_error(error)) {
            error @ UsersError::FactorMismatch => error,
            error => challenge_is_over(error),
        })?;
    answer.authentication_result.map_or_else(|| Err(broken("no session after a second factor")), tokens)
}

/// Makes a secret for an app of the account behind an access token, in base32. It counts only after
/// [`finish_second_factor`]; asking again makes another one.
///
/// # Errors
/// `WrongCredentials` when the session is over, `TooMany`, `Unavailable`.
pub async fn begin_second_factor(store: &Store, access_token: &str) -> UsersResult<String> {
    let answer = store.cognito().associate_software_token().access_token(access_token).send().await;
    answer.map_err(users_error)?.secret_code.ok_or_else(|| broken("no secret for the second factor"))
}

/// Proves with a code that the app has the secret. From now on each sign-in asks for a code.
///
/// # Errors
/// `FactorMismatch`, `WrongCredentials` when the session is over, `TooMany`.
pub async fn finish_second_factor(store: &Store, access_token: &str, code: &str) -> UsersResult<()> {
    store
        .cognito()
        .verify_software_token()
        .access_token(access_token)
        .user_code(code)
        .send()
        .await
        .map_err(|error| about_factor(users_error(error)))?;
    prefer(store, access_token, true).await
}

/// No sign-in asks for a code any more.
///
/// # Errors
/// `WrongCredentials` when the session is over, `TooMany`, `Unavailable`.
pub async fn remove_second_factor(store: &Store, access_token: &str) -> UsersResult<()> {
    prefer(store, access_token, false).await
}

async fn prefer(store: &Store, access_token: &str, wanted: bool) -> UsersResult<()> {
    let settings = SoftwareTokenMfaSettingsType::builder().enabled(wanted).preferred_mfa(wanted).build();
    let request = store.cognito().set_user_mfa_preference().access_token(access_token);
    request.software_token_mfa_settings(settings).send().await.map(|_| ()).map_err(users_error)
}

/// A code of the app is wrong, or was used before.
fn about_factor(error: UsersError) -> UsersError {
    match error {
        UsersError::CodeMismatch | UsersError::CodeExpired => UsersError::FactorMismatch,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_splits_correctly_when_the_address_contains_the_separator() {
        let whole = challenge("a~b@noteninja.test", "AYABe-C_1");
        assert_eq!(whole.rsplit_once(SEPARATOR), Some(("a~b@noteninja.test", "AYABe-C_1")));
    }
}
