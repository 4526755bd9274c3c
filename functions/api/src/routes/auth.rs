//! Accounts and sessions. The browser never sees the user pool; whatever the pool answers is put into words
//! here that are the same whether an address has an account or not.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, StatusCode};
use store::students::{self, NewStudent};
use store::users::{self, SignIn, Tokens, UserStatus, UsersError};
use store::{Conflict, Timestamp};
use wasm_core::forms::{self, SignInForm, SignUpForm};

use crate::auth::caller::Caller;
use crate::auth::cookie::{self, Keep, SessionCookie};
use crate::auth::guard;
use crate::auth::token::TokenError;
use crate::client::ClientAddress;
use crate::extract::Json as Body;
use crate::problem::Problem;
use crate::routes::me::{chosen, my_profile};
use crate::state::ApiState;
use crate::wire::accounts::{
    ConfirmRequest, EmailRequest, Me, NewPasswordRequest, ResetRequest, Session, SignInRequest, SignInResponse,
    SignUpNext, SignUpRequest, SignUpResponse,
};

/// What the browser forgets on signing out. Not `cookies`: that would take those of other paths as well.
const CLEAR_SITE_DATA: (HeaderName, &str) = (HeaderName::from_static("clear-site-data"), "\"cache\", \"storage\"");
const SESSION_ENDED: &str = "This session has ended. Sign in again.";

/// Makes an account and mails a code. The answer is the same for an address that already has one.
#[utoipa::path(
    post,
    path = "/api/auth/sign-up",
    tag = "auth",
    request_body = SignUpRequest,
    responses((status = 202, description = "Accepted", body = SignUpResponse)),
)]
pub(crate) async fn sign_up(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(body): Body<SignUpRequest>,
) -> Result<(StatusCode, Json<SignUpResponse>), Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let SignUpRequest { username, email, password } = body;
    let form = forms::sign_up(&SignUpForm { username, email, password })?;
    state.slow_down(&state.throttles().account, &form.email).await?;
    open_account(&state, form).await?;
    Ok((StatusCode::ACCEPTED, Json(SignUpResponse { next: SignUpNext::ConfirmEmail })))
}

/// Confirms the address with the code that was mailed.
#[utoipa::path(
    post,
    path = "/api/auth/confirm",
    tag = "auth",
    request_body = ConfirmRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn confirm_email(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(body): Body<ConfirmRequest>,
) -> Result<StatusCode, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let email = forms::email(&body.email)?;
    let code = forms::confirm_code(&body.code)?;
    state.slow_down(&state.throttles().account, &email).await?;
    users::confirm(state.store(), &email, &code).await?;
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
    client: ClientAddress,
    Body(body): Body<EmailRequest>,
) -> Result<StatusCode, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let email = forms::email(&body.email)?;
    state.slow_down(&state.throttles().account, &email).await?;
    users::resend(state.store(), &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/api/auth/sign-in",
    tag = "auth",
    request_body = SignInRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn sign_in(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(body): Body<SignInRequest>,
) -> Result<Response, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let form = forms::sign_in(&SignInForm { email: body.email, password: body.password })?;
    state.slow_down(&state.throttles().account, &form.email).await?;
    match users::initiate_auth(state.store(), &form.email, &form.password).await {
        Ok(SignIn::SignedIn(tokens)) => signed_in(&state, tokens, Keep::for_computer(body.shared_computer)).await,
        Ok(SignIn::NewPassword { challenge }) => Ok(Json(SignInResponse::NewPassword { challenge }).into_response()),
        Err(UsersError::NotConfirmed) => {
            users::resend(state.store(), &form.email).await?;
            Ok(Json(SignInResponse::ConfirmEmail).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// Finishes the first sign-in of an account that an administrator made.
#[utoipa::path(
    post,
    path = "/api/auth/new-password",
    tag = "auth",
    request_body = NewPasswordRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn set_new_password(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(body): Body<NewPasswordRequest>,
) -> Result<Response, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let email = forms::email(&body.email)?;
    new_password(&body.new_password)?;
    state.slow_down(&state.throttles().account, &email).await?;
    let answer = users::respond_new_password(state.store(), &email, &body.challenge, &body.new_password).await;
    signed_in(&state, answer.map_err(at_new_password)?, Keep::for_computer(body.shared_computer)).await
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
    client: ClientAddress,
    Body(body): Body<EmailRequest>,
) -> Result<StatusCode, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let email = forms::email(&body.email)?;
    state.slow_down(&state.throttles().account, &email).await?;
    users::forgot(state.store(), &email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password with the code that was mailed.
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
    Body(body): Body<ResetRequest>,
) -> Result<StatusCode, Problem> {
    state.slow_down(&state.throttles().auth, client).await?;
    let email = forms::email(&body.email)?;
    let code = forms::confirm_code(&body.code)?;
    new_password(&body.new_password)?;
    state.slow_down(&state.throttles().account, &email).await?;
    users::reset(state.store(), &email, &code, &body.new_password).await.map_err(at_new_password)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a new access token from the session cookie.
#[utoipa::path(
    post,
    path = "/api/auth/refresh",
    tag = "auth",
    responses((status = 200, description = "Done", body = Session)),
)]
pub(crate) async fn refresh_session(
    State(state): State<ApiState>,
    client: ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    state.slow_down(&state.throttles().session, client).await?;
    let Some(cookie) = SessionCookie::of(&headers) else { return Err(Problem::unauthenticated(guard::SIGN_IN_FIRST)) };
    let tokens = match users::refresh(state.store(), &cookie.refresh_token).await {
        Ok(tokens) => tokens,
        Err(UsersError::WrongCredentials) => {
            return Ok(([cookie::removal()], Problem::unauthenticated(SESSION_ENDED)).into_response());
        }
        Err(error) => return Err(error.into()),
    };
    // Only a pool that rotates its tokens gives a new one; the cookie of the old one goes on counting its days.
    let renewed = tokens.refresh.clone().map(|refresh_token| SessionCookie { refresh_token, ..cookie });
    let session = Json(session(&state, tokens).await?);
    Ok(match renewed {
        Some(cookie) => (with(&cookie)?, session).into_response(),
        None => session.into_response(),
    })
}

/// Ends the session on the server and in the browser.
#[utoipa::path(
    post,
    path = "/api/auth/sign-out",
    tag = "auth",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn sign_out(
    State(state): State<ApiState>,
    client: ClientAddress,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    state.slow_down(&state.throttles().session, client).await?;
    let cookie = SessionCookie::of(&headers);
    if let Some(administrator) = leaving(&state, &headers, cookie.as_ref()).await?.filter(|caller| caller.is_admin) {
        end_access(&state, &administrator).await?;
    }
    if let Some(cookie) = cookie {
        users::revoke_token(state.store(), &cookie.refresh_token).await?;
    }
    Ok((StatusCode::NO_CONTENT, [cookie::removal()], [CLEAR_SITE_DATA]))
}

/// Opens an account with its profile and username. An address that has an account is not told
/// apart; when it was never confirmed, it gets its code once more.
async fn open_account(state: &ApiState, form: forms::SignUp) -> Result<(), Problem> {
    let store = state.store();
    let forms::SignUp { username, email, password } = form;
    let username = chosen(username)?;
    if let Some(owner) = students::find_by_username(store, &username.key).await? {
        // Sent twice, or begun again after the code was lost: this is the same person.
        let is_waiting = users::find(store, &email)
            .await?
            .is_some_and(|user| user.uid == owner.uid && user.status == UserStatus::Unconfirmed);
        return if is_waiting { Ok(users::resend(store, &email).await?) } else { Err(username_taken()) };
    }
    let uid = match users::sign_up(store, &email, &password).await {
        Ok(uid) => uid,
        Err(UsersError::AddressTaken) => return Ok(users::resend(store, &email).await?),
        Err(error) => return Err(error.into()),
    };
    let name = email.split('@').next().unwrap_or_default().to_owned();
    let student = NewStudent { uid, email: email.clone(), name, username: Some(username), is_unconfirmed: true };
    match students::create(store, &student, Timestamp::now()).await {
        Err(store::Error::Conflict(Conflict::UsernameTaken)) => {
            // Somebody was quicker with the name. The address is free again for another try.
            users::delete(store, &email).await?;
            Err(username_taken())
        }
        // Anything else may have been written all the same; the first sign-in makes a profile if it was not.
        created => Ok(created.map(|_| ())?),
    }
}

fn username_taken() -> Problem {
    store::Error::Conflict(Conflict::UsernameTaken).into()
}

fn new_password(password: &str) -> Result<(), Problem> {
    Ok(forms::password_new(password).map_err(|error| forms::FieldError { field: "newPassword".into(), ..error })?)
}

/// The same problem, at the field as these two forms call it.
fn at_new_password(error: UsersError) -> Problem {
    Problem::from(error).rename_field("password", "newPassword")
}

/// The answer to a finished sign-in: the session, and the cookie that keeps it.
async fn signed_in(state: &ApiState, tokens: Tokens, keep: Keep) -> Result<Response, Problem> {
    let refresh_token =
        tokens.refresh.clone().ok_or_else(|| Problem::internal("a sign-in brought no refresh token"))?;
    let session = Box::new(session(state, tokens).await?);
    let cookie = with(&SessionCookie { keep, refresh_token })?;
    Ok((cookie, Json(SignInResponse::SignedIn { session })).into_response())
}

async fn session(state: &ApiState, tokens: Tokens) -> Result<Session, Problem> {
    let caller = verified(state, &tokens.access).await?;
    let me = my_profile(state.store(), &caller).await?;
    Ok(Session {
        me: Me::new(me, caller.is_admin),
        access_token: tokens.access,
        expires_in_secs: tokens.expires_in_secs,
    })
}

/// Who a token from the pool itself belongs to. When we cannot read it, our settings do not fit the pool.
async fn verified(state: &ApiState, token: &str) -> Result<Caller, Problem> {
    state.verifier().verify(token).await.map_err(|error| match error {
        TokenError::NotValid(_) => Problem::internal(error),
        TokenError::KeysUnavailable(cause) => Problem::unavailable(cause),
    })
}

fn with(cookie: &SessionCookie) -> Result<[(HeaderName, http::HeaderValue); 1], Problem> {
    Ok([cookie.header().ok_or_else(|| Problem::internal("the refresh token does not fit into a cookie"))?])
}

/// Who is signing out: whoever the access token names, else whoever the cookie can still get one for.
async fn leaving(
    state: &ApiState,
    headers: &HeaderMap,
    cookie: Option<&SessionCookie>,
) -> Result<Option<Caller>, Problem> {
    if let Ok(caller) = guard::caller(state, headers).await {
        return Ok(Some(caller));
    }
    let Some(cookie) = cookie else { return Ok(None) };
    match users::refresh(state.store(), &cookie.refresh_token).await {
        Ok(tokens) => {
            // Where tokens rotate this one would outlive the sign-out.
            if let Some(renewed) = &tokens.refresh {
                users::revoke_token(state.store(), renewed).await?;
            }
            verified(state, &tokens.access).await.map(Some)
        }
        Err(UsersError::WrongCredentials) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// From now on no administrator's token issued until now counts.
async fn end_access(state: &ApiState, administrator: &Caller) -> Result<(), Problem> {
    let now = Timestamp::now();
    students::sign_out(state.store(), &administrator.uid, now).await?;
    // Tokens say when they were issued in whole seconds. The answer waits for the next one, so that a sign-in
    // that follows cannot be taken for one that came before.
    let left_ms = 1000 - now.epoch_millis() % 1000;
    tokio::time::sleep(Duration::from_millis(left_ms)).await;
    Ok(())
}
