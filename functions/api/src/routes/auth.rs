//! Accounts: signing up, and passwords that were forgotten. The browser never sees the user pool; whatever the pool
//! answers is put into words here that are the same whether an address has an account or not.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::students::{self, NewStudent};
use store::unconfirmed::{self, Stage};
use store::users::{self, UserStatus, UsersError};
use store::{Conflict, Timestamp};
use wasm_core::forms::{self, SignUpForm};

use crate::auth::credentials::{at_new_password, end_access, mail_code, new_password};
use crate::auth::tried::Tried;
use crate::problem::Problem;
use crate::routes::me::chosen;
use crate::state::ApiState;
use crate::wire::accounts::{ConfirmRequest, EmailRequest, ResetRequest, SignUpNext, SignUpRequest, SignUpResponse};

/// Makes an account and mails a code. The answer is the same for an address that already has one.
#[utoipa::path(
    post,
    path = "/api/auth/sign-up",
    tag = "auth",
    request_body = SignUpRequest,
    responses((status = 202, description = "Accepted", body = SignUpResponse), (status = 409)),
)]
pub(crate) async fn sign_up(
    State(state): State<ApiState>,
    Tried(body): Tried<SignUpRequest>,
) -> Result<(StatusCode, Json<SignUpResponse>), Problem> {
    let SignUpRequest { username, email, password } = body;
    let form = forms::sign_up(&SignUpForm { username, email, password })?;
    state.slow_down(&state.throttles().account, &form.email).await?;
    open_account(&state, form).await?;
    Ok((StatusCode::ACCEPTED, Json(SignUpResponse { next: SignUpNext::ConfirmEmail })))
}

/// Confirms the address with the code that was mailed, and sets the password. It is asked for here, for only now it is
/// certain that whoever chooses it reads the mail of this address.
#[utoipa::path(
    post,
    path = "/api/auth/confirm",
    tag = "auth",
    request_body = ConfirmRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn confirm_email(
    State(state): State<ApiState>,
    Tried(body): Tried<ConfirmRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::email(&body.email)?;
    let code = forms::confirm_code(&body.code)?;
    forms::password_new(&body.password)?;
    state.slow_down(&state.throttles().account, &email).await?;
    let store = state.store();
    let user = users::find(store, &email).await?.ok_or(UsersError::CodeMismatch)?;
    let marker = unconfirmed::find(store, &user.uid).await?.ok_or(UsersError::CodeMismatch)?;
    match user.status {
        UserStatus::Unconfirmed => users::confirm(store, &email, &code, &body.password).await?,
        // The pool has taken the first code, but we were interrupted before the password was set.
        _ if marker.stage == Stage::Waiting => users::reset(store, &email, &code, &body.password).await?,
        _ => return Err(UsersError::CodeMismatch.into()),
    }
    if !unconfirmed::open(store, &user.uid).await? {
        return Err(UsersError::CodeMismatch.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Mails the confirmation code again. The answer is the same for every address.
#[utoipa::path(
    post,
    path = "/api/auth/resend",
    tag = "auth",
    request_body = EmailRequest,
    responses((status = 202, description = "Accepted")),
)]
pub(crate) async fn resend_code(
    State(state): State<ApiState>,
    Tried(body): Tried<EmailRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::email(&body.email)?;
    state.slow_down(&state.throttles().account, &email).await?;
    mail_code(&state, &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Mails a code for a new password. The answer is the same for every address.
#[utoipa::path(
    post,
    path = "/api/auth/forgot",
    tag = "auth",
    request_body = EmailRequest,
    responses((status = 202, description = "Accepted")),
)]
pub(crate) async fn forgot_password(
    State(state): State<ApiState>,
    Tried(body): Tried<EmailRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::email(&body.email)?;
    state.slow_down(&state.throttles().account, &email).await?;
    users::forgot(state.store(), &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password with the code that was mailed, and ends all sessions there are.
#[utoipa::path(
    post,
    path = "/api/auth/reset",
    tag = "auth",
    request_body = ResetRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn reset_password(
    State(state): State<ApiState>,
    Tried(body): Tried<ResetRequest>,
) -> Result<StatusCode, Problem> {
    let email = forms::email(&body.email)?;
    let code = forms::confirm_code(&body.code)?;
    new_password(&body.new_password)?;
    state.slow_down(&state.throttles().account, &email).await?;
    let store = state.store();
    users::reset(store, &email, &code, &body.new_password).await.map_err(at_new_password)?;
    // Whoever knew the old password may have a session somewhere.
    users::end_sessions_of(store, &email).await?;
    if let Some(user) = users::find(store, &email).await? {
        // The code proved the address as well as the first one would have.
        unconfirmed::open(store, &user.uid).await?;
        end_access(&state, &user.uid).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Makes an account with its profile and username. An address that has an account is not told apart; one that was never
/// confirmed makes room, for whoever made it need not be the one who reads the mail.
async fn open_account(state: &ApiState, form: forms::SignUp) -> Result<(), Problem> {
    let store = state.store();
    let forms::SignUp { username, email, password } = form;
    let username = chosen(username)?;
    let before = users::find(store, &email).await?.filter(|user| user.status == UserStatus::Unconfirmed);
    let owner = students::find_by_username(store, &username.key).await?;
    if owner.is_some_and(|owner| before.as_ref().is_none_or(|before| before.uid != owner.uid)) {
        return Err(username_taken());
    }
    if let Some(before) = before {
        unconfirmed::give_way(store, &before.uid).await?;
    }
    let uid = match users::sign_up(store, &email, &password).await {
        Ok(uid) => uid,
        Err(UsersError::AddressTaken) => return mail_code(state, &email).await,
        Err(error) => return Err(error.into()),
    };
    let name = email.split('@').next().unwrap_or_default().to_owned();
    let student = NewStudent { uid, email, name, username: Some(username), is_unconfirmed: true };
    match students::create(store, &student, Timestamp::now()).await {
        Err(store::Error::Conflict(Conflict::UsernameTaken)) => {
            // Somebody was quicker with the name. The address is free again for another try.
            users::delete(store, &student.uid).await?;
            Err(username_taken())
        }
        // Anything else may have been written all the same; the first sign-in makes a profile if it was not.
        created => Ok(created.map(|_| ())?),
    }
}

fn username_taken() -> Problem {
    store::Error::Conflict(Conflict::UsernameTaken).into()
}
