//! The caller's account: password, e-mail address and deletion. Each change requires reauthentication.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use store::users::{self, User};
use store::{Store, Timestamp};
use store::{account, sessions};
use wasm_core::forms;

use crate::http::auth::browser::Browser;
use crate::http::auth::cookie::{self, CookieLifetime};
use crate::http::auth::credentials::{check_new_password, parse_reauth, rename_to_new_password, revoke_access_tokens};
use crate::http::auth::lockout::with_lockout;
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::Json as Body;
use crate::http::problem::{Problem, ProblemCode};
use crate::people::account::wire::{
    AccountState, ChangePasswordRequest, ConfirmCodeRequest, EmailChange, PasswordRequest, PendingEmail, ReauthRequest,
};
use crate::people::me::my_profile;
use crate::people::me::wire::SignInResponse;
use crate::people::session::{CLEAR_SITE_DATA, sign_in_response};
use crate::state::ApiState;

/// Returns how the caller signs in.
#[utoipa::path(
    get,
    path = "/api/me/account",
    tag = "account",
    responses((status = 200, description = "Done", body = AccountState)),
)]
pub(crate) async fn get_account(
    State(state): State<ApiState>,
    caller: Principal,
) -> Result<Json<AccountState>, Problem> {
    state_of(&state, &caller).await
}

/// Changes the password and ends all sessions. Returns a new session for this browser, or the step that is required
/// before it.
#[utoipa::path(
    post,
    path = "/api/auth/account/password",
    tag = "account",
    request_body = ChangePasswordRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn change_password(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    browser: Browser,
    Body(body): Body<ChangePasswordRequest>,
) -> Result<Response, Problem> {
    let ChangePasswordRequest { current_password, new_password: chosen } = body;
    forms::validate_existing_password(&current_password).map_err(Problem::from).map_err(at_current_password)?;
    forms::validate_new_password(&chosen).map_err(Problem::from).map_err(at_chosen_password)?;
    let email = reauthenticate(&state, &caller, client, &current_password).await.map_err(at_current_password)?;
    let store = state.store();
    let username = my_profile(store, &caller).await?.student.display_username;
    check_new_password(&chosen, &email, username.as_deref())?;
    users::set_password(store, &email, &chosen).await.map_err(rename_to_new_password)?;
    // Another client that knew the old password may have an open session.
    users::end_all_sessions(store, &caller.uid).await?;
    sessions::end_others(store, &caller.uid, None).await?;
    if caller.is_admin {
        revoke_access_tokens(&state, &caller.uid).await?;
    }
    let keep = browser.cookie.as_ref().map_or(CookieLifetime::Remember, |cookie| cookie.lifetime);
    match users::initiate_auth(store, &email, &chosen).await {
        Ok(next) => sign_in_response(&state, next, browser, keep).await,
        Err(_) => Err(Problem::unauthenticated("Your password was changed. Sign in with the new one.")),
    }
}

/// Requests a change of the e-mail address. A code is mailed to the new address; the old one stays valid until the code
/// is confirmed. The response is the same if another account already has the address.
#[utoipa::path(
    put,
    path = "/api/me/email",
    tag = "account",
    request_body = EmailChange,
    responses((status = 202, description = "Accepted", body = PendingEmail)),
)]
pub(crate) async fn change_email(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<EmailChange>,
) -> Result<(StatusCode, Json<PendingEmail>), Problem> {
    let wanted = forms::validate_email(&body.email)?;
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let current = account_for_reauth(&state, &caller).await?.email;
    if wanted == current {
        return Err(Problem::field("email", "unchanged", "You already sign in with this address."));
    }
    with_lockout(&state, &current, client, users::request_email_change(state.store(), &current, &proof, &wanted))
        .await??;
    mailed(state.store(), &caller, &wanted).await
}

/// Mails the code for the new address again.
#[utoipa::path(
    post,
    path = "/api/me/email/resend",
    tag = "account",
    request_body = ReauthRequest,
    responses((status = 202, description = "Accepted", body = PendingEmail)),
)]
pub(crate) async fn resend_email_code(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<ReauthRequest>,
) -> Result<(StatusCode, Json<PendingEmail>), Problem> {
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let store = state.store();
    let Some(pending) = account::find_pending_email(store, &caller.uid, Timestamp::now()).await? else {
        let detail = "No address is waiting for a code. Enter the new address again.";
        return Err(Problem::new(ProblemCode::Conflict, detail));
    };
    let current = account_for_reauth(&state, &caller).await?.email;
    with_lockout(&state, &current, client, users::request_email_change(store, &current, &proof, &pending.email))
        .await??;
    mailed(store, &caller, &pending.email).await
}

/// Confirms the new e-mail address with the mailed code and the password. The new address is valid immediately.
#[utoipa::path(
    post,
    path = "/api/me/email/confirm",
    tag = "account",
    request_body = ConfirmCodeRequest,
    responses((status = 200, description = "Done", body = AccountState)),
)]
pub(crate) async fn confirm_new_email(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<ConfirmCodeRequest>,
) -> Result<Json<AccountState>, Problem> {
    let code = forms::validate_confirmation_code(&body.code)?;
    let proof = parse_reauth(&body.password, body.app_code.as_deref())?;
    let current = account_for_reauth(&state, &caller).await?.email;
    with_lockout(&state, &current, client, users::confirm_email_change(state.store(), &current, &proof, &code))
        .await??;
    state_of(&state, &caller).await
}

/// Discards the unconfirmed e-mail address. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/me/email",
    tag = "account",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn cancel_email_change(State(store): State<Store>, caller: Principal) -> Result<StatusCode, Problem> {
    account::delete_pending_email(&store, &caller.uid).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the caller's account permanently. Idempotent. Profile, username and sign-in are deleted at once, all other
/// data soon after.
#[utoipa::path(
    post,
    path = "/api/auth/account/delete",
    tag = "account",
    request_body = PasswordRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_account(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(body): Body<PasswordRequest>,
) -> Result<impl IntoResponse, Problem> {
    let store = state.store();
    // If the response to an earlier request was lost, the user is already deleted, and there is no password to check.
    if account::find_tombstone(store, &caller.uid).await?.is_none() {
        let email = reauthenticate(&state, &caller, client, &body.password).await?;
        if caller.is_admin {
            let detail = "To close an administrator account, contact the people who run Note Ninja.";
            return Err(Problem::new(ProblemCode::Conflict, detail));
        }
        account::begin_deletion(store, &caller.uid, &email, Timestamp::now()).await?;
    }
    // If this fails, `changes` deletes the user when it handles the stream record.
    users::delete(store, &caller.uid).await?;
    Ok((StatusCode::NO_CONTENT, cookie::removal(state.cookie_security()), [CLEAR_SITE_DATA]))
}

/// Checks the caller's password. Returns the e-mail address of the account.
pub(crate) async fn reauthenticate(
    state: &ApiState,
    caller: &Principal,
    client: ClientAddress,
    password: &str,
) -> Result<String, Problem> {
    let password = forms::validate_existing_password(password)?;
    let email = account_for_reauth(state, caller).await?.email;
    with_lockout(state, &email, client, users::check_password(state.store(), &email, &password)).await??;
    Ok(email)
}

/// Returns the caller's account from the user pool, before a reauthentication. Counts an attempt.
pub(crate) async fn account_for_reauth(state: &ApiState, caller: &Principal) -> Result<User, Problem> {
    state.check_rate_limit(&state.rate_limits().account, &caller.uid).await?;
    Ok(users::get(state.store(), &caller.uid).await?)
}

async fn mailed(store: &Store, caller: &Principal, email: &str) -> Result<(StatusCode, Json<PendingEmail>), Problem> {
    let pending = account::set_pending_email(store, &caller.uid, email, Timestamp::now()).await?;
    Ok((StatusCode::ACCEPTED, Json(pending.into())))
}

/// Returns the account as the user pool has it. If the address in the profile was not updated after a confirmation,
/// updates it.
async fn state_of(state: &ApiState, caller: &Principal) -> Result<Json<AccountState>, Problem> {
    let (store, now) = (state.store(), Timestamp::now());
    let User { email, has_second_factor, .. } = users::get(store, &caller.uid).await?;
    if my_profile(store, caller).await?.student.email != email {
        account::set_email(store, &caller.uid, &email, now).await?;
    }
    let mut pending = account::find_pending_email(store, &caller.uid, now).await?;
    if pending.as_ref().is_some_and(|pending| pending.email == email) {
        account::delete_pending_email(store, &caller.uid).await?;
        pending = None;
    }
    let requires_second_factor = caller.is_admin && state.second_factor_required();
    let pending = pending.map(PendingEmail::from);
    Ok(Json(AccountState { email, pending, has_second_factor, requires_second_factor }))
}

/// Reports the problem at the field `currentPassword`.
fn at_current_password(problem: Problem) -> Problem {
    problem.rename_field("password", "currentPassword")
}

/// Reports the problem at the field `newPassword`.
fn at_chosen_password(problem: Problem) -> Problem {
    problem.rename_field("password", "newPassword")
}
