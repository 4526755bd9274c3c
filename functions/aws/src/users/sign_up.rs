//! Creation of accounts: sign-up with confirmation, and invitations.

use aws_sdk_cognitoidentityprovider::error::ProvideErrorMetadata;
use aws_sdk_cognitoidentityprovider::types::MessageActionType;

use super::error::{mask_code_error, users_error};
use super::{UsersError, UsersResult, address, attribute, client, pool, secret_hash, user_id};
use crate::client::Store;
use model::ids::UserId;

/// Creates an account and returns its id. The pool sends a confirmation code by mail.
///
/// # Errors
/// `AddressTaken`, `WeakPassword`, `RateLimited`.
pub async fn sign_up(store: &Store, email: &str, password: &str) -> UsersResult<UserId> {
    let email = address(email);
    let answer = store
        .cognito()
        .sign_up()
        .client_id(&client(store).id)
        .secret_hash(secret_hash(store, &email))
        .username(&email)
        .password(password)
        .user_attributes(attribute("email", &email)?)
        .send()
        .await
        .map_err(users_error)?;
    user_id(&answer.user_sub)
}

/// Confirms an address with the mailed code: the first step of [`super::confirm_sign_up`]. The password from the
/// sign-up does not change.
///
/// # Errors
/// `CodeMismatch` also for an unknown or confirmed account, `CodeExpired`, `RateLimited`.
pub async fn confirm_address(store: &Store, email: &str, code: &str) -> UsersResult<()> {
    let email = address(email);
    store
        .cognito()
        .confirm_sign_up()
        .client_id(&client(store).id)
        .secret_hash(secret_hash(store, &email))
        .username(email)
        .confirmation_code(code)
        .send()
        .await
        .map(|_| ())
        .map_err(|error| mask_code_error(users_error(error)))
}

/// Sends the confirmation code again. For an unknown or confirmed account, the call succeeds without sending mail.
///
/// # Errors
/// `RateLimited`, `Unavailable`.
pub async fn resend_code(store: &Store, email: &str) -> UsersResult<()> {
    let email = address(email);
    let request = store.cognito().resend_confirmation_code().client_id(&client(store).id);
    let answer = request.secret_hash(secret_hash(store, &email)).username(email).send().await;
    match answer.map_err(users_error) {
        Ok(_) => Ok(()),
        Err(error @ (UsersError::RateLimited | UsersError::Unavailable(_))) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Creates an invited account with a password for its first sign-in and an optional display name. Sends no mail.
/// Existing accounts do not change.
///
/// # Errors
/// `WeakPassword`, `Unavailable`.
pub async fn invite(store: &Store, email: &str, first_password: &str, name: Option<&str>) -> UsersResult<()> {
    let email = address(email);
    let mut request = store
        .cognito()
        .admin_create_user()
        .user_pool_id(pool(store))
        .username(&email)
        .temporary_password(first_password)
        .message_action(MessageActionType::Suppress)
        .user_attributes(attribute("email", &email)?)
        .user_attributes(attribute("email_verified", "true")?);
    if let Some(name) = name {
        request = request.user_attributes(attribute("name", name)?);
    }
    match request.send().await.map_err(users_error) {
        Ok(_) | Err(UsersError::AddressTaken) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns true if the account with this `sub` belongs to a group. False for a missing account. Cost: 1 request.
///
/// # Errors
/// `RateLimited`, `Unavailable`.
pub async fn is_in_group(store: &Store, uid: &UserId, group: &str) -> UsersResult<bool> {
    let request = store.cognito().admin_list_groups_for_user().user_pool_id(pool(store)).username(uid.as_str());
    match request.send().await {
        Ok(answer) => Ok(answer.groups().iter().any(|found| found.group_name() == Some(group))),
        Err(error) if error.code() == Some("UserNotFoundException") => Ok(false),
        Err(error) => Err(users_error(error)),
    }
}

/// Adds an account to a group. Creates the group if it does not exist.
///
/// # Errors
/// `WrongCredentials` for an unknown account.
pub async fn add_to_group(store: &Store, email: &str, group: &str) -> UsersResult<()> {
    match store.cognito().create_group().user_pool_id(pool(store)).group_name(group).send().await {
        Ok(_) => {}
        Err(error) if error.code() == Some("GroupExistsException") => {}
        Err(error) => return Err(users_error(error)),
    }
    store
        .cognito()
        .admin_add_user_to_group()
        .user_pool_id(pool(store))
        .username(address(email))
        .group_name(group)
        .send()
        .await
        .map(|_| ())
        .map_err(users_error)
}
