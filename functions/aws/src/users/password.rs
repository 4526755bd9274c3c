//! Passwords: reset, confirmation with a new password, change and check.

use super::error::{mask_code_error, users_error};
use super::session::{end_sessions_of, initiate_auth, revoke_token};
use super::sign_up::{confirm_address, resend_code};
use super::{SignIn, UserStatus, UsersError, UsersResult, address, client, find_by_email, pool, secret_hash};
use crate::client::Store;

/// Sends a code for a new password. An unconfirmed account gets its confirmation code instead, which [`reset_password`]
/// accepts too. For an unknown account, the call succeeds without sending mail.
///
/// # Errors
/// `RateLimited`, `Unavailable`.
pub async fn send_reset_code(store: &Store, email: &str) -> UsersResult<()> {
    let request = store.cognito().forgot_password().client_id(&client(store).id);
    let answer = request.secret_hash(secret_hash(store, &address(email))).username(address(email)).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::RateLimited | UsersError::Unavailable(_))) => Err(error),
        // The pool sends no reset codes to unconfirmed addresses, only confirmation codes.
        Err(_) => match find_by_email(store, email).await? {
            Some(user) if user.status == UserStatus::Unconfirmed => resend_code(store, email).await,
            _ => Ok(()),
        },
    }
}

/// Sets a new password with the mailed code. An unconfirmed account uses its confirmation code, which also confirms it.
///
/// # Errors
/// `CodeMismatch` also for an unknown account, `CodeExpired`, `WeakPassword`, `RateLimited`.
pub async fn reset_password(store: &Store, email: &str, code: &str, new_password: &str) -> UsersResult<()> {
    let answer = store
        .cognito()
        .confirm_forgot_password()
        .client_id(&client(store).id)
        .secret_hash(secret_hash(store, &address(email)))
        .username(address(email))
        .confirmation_code(code)
        .password(new_password)
        .send()
        .await;
    let error = match answer.map_err(users_error) {
        Ok(_) => return Ok(()),
        Err(error @ (UsersError::RateLimited | UsersError::Unavailable(_) | UsersError::WeakPassword)) => {
            return Err(error);
        }
        Err(error) => error,
    };
    match find_by_email(store, email).await? {
        Some(user) if user.status == UserStatus::Unconfirmed => confirm_sign_up(store, email, code, new_password).await,
        _ => Err(mask_code_error(error)),
    }
}

/// Confirms the address with the mailed code and sets the given password. This invalidates the password of another
/// person who may have signed up with the address.
///
/// # Errors
/// `CodeMismatch` also for an unknown or confirmed account, `CodeExpired`, `WeakPassword`, `RateLimited`.
pub async fn confirm_sign_up(store: &Store, email: &str, code: &str, password: &str) -> UsersResult<()> {
    confirm_address(store, email, code).await?;
    set_password(store, email, password).await?;
    // The old password may have been used for a sign-in before this call.
    end_sessions_of(store, email).await
}

/// Sets a permanent password without the old one.
///
/// # Errors
/// `WrongCredentials` for an unknown account, `WeakPassword`.
pub async fn set_password(store: &Store, email: &str, password: &str) -> UsersResult<()> {
    store
        .cognito()
        .admin_set_user_password()
        .user_pool_id(pool(store))
        .username(address(email))
        .password(password)
        .permanent(true)
        .send()
        .await
        .map(|_| ())
        .map_err(users_error)
}

/// Checks the account's password before an action that cannot be undone or could lock the user out. Wrong passwords
/// count as failed sign-ins. The session that the check starts is ended at once.
///
/// # Errors
/// `WrongPassword` also for an unknown account, `RateLimited`.
pub async fn check_password(store: &Store, email: &str, password: &str) -> UsersResult<()> {
    match initiate_auth(store, email, password).await {
        Ok(SignIn::SignedIn(tokens)) => match tokens.refresh {
            Some(refresh) => revoke_token(store, &refresh).await,
            None => Ok(()),
        },
        // The pool returns these next steps only after the correct password.
        Ok(SignIn::NewPassword { .. } | SignIn::SecondFactor { .. }) => Ok(()),
        Err(UsersError::WrongCredentials) => Err(UsersError::WrongPassword),
        Err(error) => Err(error),
    }
}
