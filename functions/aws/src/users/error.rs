//! Errors of the user pool, independent of the pool's implementation. They reveal nothing about accounts.

use aws_sdk_cognitoidentityprovider::error::{ProvideErrorMetadata, SdkError};

use model::error::{BoxError, Error};

/// Every error that the user pool returns.
#[derive(Debug, thiserror::Error)]
pub enum UsersError {
    /// Wrong password, unknown account, disabled account or expired session. They are not distinguished on purpose.
    #[error("wrong address or password")]
    WrongCredentials,
    /// The password was right, but the address has not been confirmed.
    #[error("the address is not confirmed")]
    NotConfirmed,
    /// An administrator has reset the password. The user must set a new one with a mailed code.
    #[error("the password has to be reset")]
    ResetRequired,
    /// The code is wrong, or the account does not exist.
    #[error("the code is wrong")]
    CodeMismatch,
    /// The code has expired.
    #[error("the code has expired")]
    CodeExpired,
    /// The password is not strong enough for the pool.
    #[error("the password is too weak")]
    WeakPassword,
    /// The password for reauthentication is wrong.
    #[error("this is not the password of the account")]
    WrongPassword,
    /// The code from the authenticator app is wrong or was used before.
    #[error("the code of the app is wrong")]
    AppCodeMismatch,
    /// The account has a second factor, and the reauthentication contained no code.
    #[error("a code of the app is missing")]
    ReauthCodeRequired,
    /// The code for reauthentication is wrong or was used before.
    #[error("the code of the app that was asked for once more is wrong")]
    ReauthCodeMismatch,
    /// An account with this address already exists.
    #[error("the address has an account")]
    AddressTaken,
    /// The time for the next step of the sign-in has expired: the new password, or the code of the authenticator app.
    #[error("the challenge has expired")]
    ChallengeExpired,
    /// Too many attempts.
    #[error("too many tries")]
    RateLimited,
    /// The pool did not respond. A retry is safe.
    #[error("the user pool did not answer")]
    Unavailable(#[source] BoxError),
    /// The pool rejected the request: a bug, or an input that a form should have rejected.
    #[error("the user pool refused the request")]
    Broken(#[source] BoxError),
}

pub(super) fn broken(text: impl Into<String>) -> UsersError {
    UsersError::Broken(text.into().into())
}

/// Maps an error for a caller who sent a code, so that it reveals nothing about the account.
pub(super) fn mask_code_error(error: UsersError) -> UsersError {
    match error {
        UsersError::WrongCredentials | UsersError::NotConfirmed | UsersError::AddressTaken | UsersError::Broken(_) => {
            UsersError::CodeMismatch
        }
        other => other,
    }
}

/// Maps an unknown or used challenge to an expired one.
pub(super) fn as_expired_challenge(error: UsersError) -> UsersError {
    match error {
        UsersError::WrongCredentials | UsersError::CodeMismatch | UsersError::CodeExpired => {
            UsersError::ChallengeExpired
        }
        other => other,
    }
}

/// Maps a wrong or used code of the authenticator app.
pub(super) fn mask_factor_error(error: UsersError) -> UsersError {
    match error {
        UsersError::CodeMismatch | UsersError::CodeExpired => UsersError::AppCodeMismatch,
        other => other,
    }
}

pub(super) fn users_error<E>(error: SdkError<E>) -> UsersError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code).unwrap_or_default();
    let message = error.as_service_error().and_then(ProvideErrorMetadata::message).unwrap_or_default();
    match classify(code, message) {
        Some(known) => known,
        None => match crate::table::map_sdk_error(error) {
            Error::Unavailable(cause) => UsersError::Unavailable(cause),
            other => UsersError::Broken(other.into()),
        },
    }
}

/// Maps an error code of the pool. Some implementations return `InvalidParameterException` where others have a specific
/// code.
fn classify(code: &str, message: &str) -> Option<UsersError> {
    let message = message.to_lowercase();
    Some(match code {
        "NotAuthorizedException" if message.contains("attempts exceeded") => UsersError::RateLimited,
        "NotAuthorizedException" | "UserNotFoundException" | "UserDisabledException" | "RefreshTokenReuseException" => {
            UsersError::WrongCredentials
        }
        "UserNotConfirmedException" => UsersError::NotConfirmed,
        "PasswordResetRequiredException" => UsersError::ResetRequired,
        "CodeMismatchException" | "EnableSoftwareTokenMFAException" | "SoftwareTokenMFANotFoundException" => {
            UsersError::CodeMismatch
        }
        "ExpiredCodeException" => UsersError::CodeExpired,
        "InvalidPasswordException" | "PasswordHistoryPolicyViolationException" => UsersError::WeakPassword,
        "UsernameExistsException" | "AliasExistsException" => UsersError::AddressTaken,
        "LimitExceededException" | "TooManyRequestsException" | "TooManyFailedAttemptsException" => {
            UsersError::RateLimited
        }
        "CodeDeliveryFailureException" => UsersError::Unavailable("the code could not be mailed".into()),
        "InvalidParameterException" if message.contains("session") => UsersError::ChallengeExpired,
        "InvalidParameterException" if message.contains("limit") || message.contains("attempt") => {
            UsersError::RateLimited
        }
        "InvalidParameterException" if message.contains("password must") || message.contains("password cannot") => {
            UsersError::WeakPassword
        }
        "InvalidParameterException" if message.contains("code") => UsersError::CodeMismatch,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_pool_errors_map_to_our_errors() {
        let cases = [
            ("UserNotFoundException", "", "wrong address or password"),
            ("NotAuthorizedException", "Incorrect username or password.", "wrong address or password"),
            ("NotAuthorizedException", "Password attempts exceeded", "too many tries"),
            (
                "InvalidParameterException",
                "Invalid parameter: Password must be at least 8 characters",
                "the password is too weak",
            ),
            ("InvalidParameterException", "Invalid parameter: Invalid session", "the challenge has expired"),
            ("InvalidParameterException", "Attempt limit exceeded, please try after some time.", "too many tries"),
            ("CodeMismatchException", "", "the code is wrong"),
        ];
        for (code, message, expected) in cases {
            assert_eq!(classify(code, message).unwrap().to_string(), expected, "{code} {message}");
        }
        assert!(classify("SomethingNew", "").is_none());
    }

    #[test]
    fn errors_about_codes_do_not_reveal_whether_an_account_exists() {
        for error in [UsersError::WrongCredentials, UsersError::NotConfirmed, broken("x")] {
            assert!(matches!(mask_code_error(error), UsersError::CodeMismatch));
        }
        assert!(matches!(mask_code_error(UsersError::CodeExpired), UsersError::CodeExpired));
    }
}
