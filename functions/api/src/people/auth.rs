//! Sign-up and password reset. The browser never calls the user pool. Messages are the same for addresses with and
//! without an account.
//!
//! Timing must not differ either: each route calls the pool even if the call can have no effect. The pool limits mails
//! and code attempts per hour only for existing accounts. The same limits are therefore applied here to every address.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::students::{self, NewStudent};
use store::unconfirmed::{self, UnconfirmedState};
use store::users::{self, UserStatus, UsersError};
use store::{Conflict, Error, Store, Timestamp, UserId, sessions};
use wasm_core::forms::{self, SignUpForm};

use crate::http::auth::credentials::{check_new_password, mail_code, rename_to_new_password, revoke_access_tokens};
use crate::http::auth::rate_limited_json::RateLimitedJson;
use crate::http::auth::{lockout, password};
use crate::http::client::ClientAddress;
use crate::http::problem::Problem;
use crate::people::me::validate_username;
use crate::people::me::wire::{
    ConfirmSignUpRequest, EmailRequest, ResetRequest, SignUpRequest, SignUpResponse, SignUpStep,
};
use crate::state::ApiState;

/// A code that is never valid, because codes of the pool have digits only.
const NO_CODE: &str = "------";

/// Creates an account and mails a code. The response is the same for an address that already has an account.
#[utoipa::path(
    post,
    path = "/api/auth/sign-up",
    tag = "auth",
    request_body = SignUpRequest,
    responses((status = 202, description = "Accepted", body = SignUpResponse), (status = 409)),
)]
pub(crate) async fn sign_up(
    State(state): State<ApiState>,
    RateLimitedJson(body): RateLimitedJson<SignUpRequest>,
) -> Result<(StatusCode, Json<SignUpResponse>), Problem> {
    let SignUpRequest { username, email, password } = body;
    let form = forms::validate_sign_up(&SignUpForm { username, email, password })?;
    password::check(&form.password, &form.email, Some(&form.username.display))?;
    state.check_rate_limit(&state.rate_limits().account, &form.email).await?;
    open_account(&state, form).await?;
    Ok((StatusCode::ACCEPTED, Json(SignUpResponse { next: SignUpStep::ConfirmEmail })))
}

/// Confirms the e-mail address with the mailed code and sets the password. The password is set here because only the
/// code proves that the caller can read mail of this address.
#[utoipa::path(
    post,
    path = "/api/auth/confirm",
    tag = "auth",
    request_body = ConfirmSignUpRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn confirm_email(
    State(state): State<ApiState>,
    client: ClientAddress,
    RateLimitedJson(body): RateLimitedJson<ConfirmSignUpRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::validate_email(&body.email)?;
    let code = forms::validate_confirmation_code(&body.code)?;
    // Ignore the chosen username: the response must not reveal whether the address has signed up.
    password::check(&body.password, &email, None)?;
    state.check_rate_limit(&state.rate_limits().account, &email).await?;
    state.check_rate_limit(&state.rate_limits().confirmation_code, &email).await?;
    let store = state.store();
    let uid = confirm(store, &email, &code, &body.password).await?;
    if !unconfirmed::activate(store, &uid, Timestamp::now()).await? {
        return Err(Problem::wrong_code());
    }
    lockout::reset_failures(&state, &email, client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails the confirmation code again. The response is the same for every address.
#[utoipa::path(
    post,
    path = "/api/auth/resend",
    tag = "auth",
    request_body = EmailRequest,
    responses((status = 202, description = "Accepted")),
)]
pub(crate) async fn resend_code(
    State(state): State<ApiState>,
    RateLimitedJson(body): RateLimitedJson<EmailRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::validate_email(&body.email)?;
    state.check_rate_limit(&state.rate_limits().account, &email).await?;
    state.check_rate_limit(&state.rate_limits().mail, &email).await?;
    mail_code(&state, &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Mails a code for a new password. The response is the same for every address.
#[utoipa::path(
    post,
    path = "/api/auth/forgot",
    tag = "auth",
    request_body = EmailRequest,
    responses((status = 202, description = "Accepted")),
)]
pub(crate) async fn forgot_password(
    State(state): State<ApiState>,
    RateLimitedJson(body): RateLimitedJson<EmailRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::validate_email(&body.email)?;
    state.check_rate_limit(&state.rate_limits().account, &email).await?;
    state.check_rate_limit(&state.rate_limits().mail, &email).await?;
    users::send_reset_code(state.store(), &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password with the mailed code and ends all sessions of the account.
#[utoipa::path(
    post,
    path = "/api/auth/reset",
    tag = "auth",
    request_body = ResetRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn reset_password(
    State(state): State<ApiState>,
    client: ClientAddress,
    RateLimitedJson(body): RateLimitedJson<ResetRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::validate_email(&body.email)?;
    let code = forms::validate_confirmation_code(&body.code)?;
    check_new_password(&body.new_password, &email, None)?;
    state.check_rate_limit(&state.rate_limits().account, &email).await?;
    state.check_rate_limit(&state.rate_limits().confirmation_code, &email).await?;
    let store = state.store();
    users::reset_password(store, &email, &code, &body.new_password)
        .await
        .map_err(|error| about_code(error, rename_to_new_password))?;
    // Another client that knew the old password may have an open session.
    users::end_sessions_of(store, &email).await?;
    if let Some(user) = users::find_by_email(store, &email).await? {
        // The reset code proves ownership of the address, like the confirmation code.
        unconfirmed::activate(store, &user.uid, Timestamp::now()).await?;
        sessions::end_others(store, &user.uid, None).await?;
        revoke_access_tokens(&state, &user.uid).await?;
    }
    lockout::reset_failures(&state, &email, client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates an account with its profile. The response does not reveal whether the address has an account. An unconfirmed
/// account is replaced, because its creator may not own the address.
async fn open_account(state: &ApiState, form: forms::SignUp) -> Result<(), Problem> {
    let store = state.store();
    let forms::SignUp { username, email, password } = form;
    let username = validate_username(username)?;
    // Check the username first: usernames are public, so this response reveals nothing about the address.
    if students::is_username_taken(store, &username.key).await? {
        return Err(Error::Conflict(Conflict::UsernameTaken).into());
    }
    state.check_rate_limit(&state.rate_limits().mail, &email).await?;
    if let Some(before) =
        users::find_by_email(store, &email).await?.filter(|user| user.status == UserStatus::Unconfirmed)
    {
        unconfirmed::evict_unconfirmed(store, &before.uid).await?;
    }
    let uid = match users::sign_up(store, &email, &password).await {
        Ok(uid) => uid,
        Err(UsersError::AddressTaken) => return mail_code(state, &email).await,
        Err(error) => return Err(error.into()),
    };
    let name = username.display.clone();
    let student = NewStudent { uid, email, name, username: Some(username), is_unconfirmed: true };
    // If this call fails, the profile may exist nevertheless. If it does not, signing up again replaces the account.
    students::create(store, &student, Timestamp::now()).await?;
    Ok(())
}

/// Confirms an address with a mailed code and sets the password. Returns the id of the account.
async fn confirm(store: &Store, email: &str, code: &str, password: &str) -> Result<UserId, Problem> {
    let user = users::find_by_email(store, email).await?;
    let marker = match &user {
        Some(user) => unconfirmed::find(store, &user.uid).await?,
        None => None,
    };
    let confirmed = match (user, marker) {
        (Some(user), Some(_)) if user.status == UserStatus::Unconfirmed => {
            users::confirm_sign_up(store, email, code, password).await.map(|()| user.uid)
        }
        // The pool has accepted the confirmation code, but the request was interrupted before the password was set.
        (Some(user), Some(marker)) if marker.stage == UnconfirmedState::Waiting => {
            users::reset_password(store, email, code, password).await.map(|()| user.uid)
        }
        // No code was requested. Call the pool anyway, so that the response time is the same, and ignore its result.
        _ => {
            let _refused = users::confirm_address(store, email, NO_CODE).await;
            Err(UsersError::CodeMismatch)
        }
    };
    confirmed.map_err(|error| about_code(error, Problem::from))
}

/// Converts the pool's error about a code. The pool reports "expired" for codes that were never mailed, but only to
/// existing accounts. Both errors therefore get the same message.
fn about_code(error: UsersError, otherwise: impl FnOnce(UsersError) -> Problem) -> Problem {
    match error {
        UsersError::CodeMismatch | UsersError::CodeExpired => Problem::wrong_code(),
        error => otherwise(error),
    }
}
