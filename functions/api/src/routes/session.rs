//! Sessions: how one begins, goes on and ends. The access token is in the answer, the refresh token in a cookie that no
//! script can read.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, StatusCode};
use store::students;
use store::users::{self, SignIn, Tokens, UsersError};
use wasm_core::forms::{self, SignInForm};

use crate::auth::caller::{Caller, SIGN_IN_FIRST};
use crate::auth::cookie::{self, Keep, SessionCookie};
use crate::auth::credentials::{at_new_password, end_access, is_waiting, mail_code, new_password};
use crate::auth::guard;
use crate::auth::guesses::guess;
use crate::auth::token::TokenError;
use crate::auth::tried::Tried;
use crate::client::ClientAddress;
use crate::problem::Problem;
use crate::routes::me::settled_profile;
use crate::state::ApiState;
use crate::wire::account::SecondFactorRequest;
use crate::wire::accounts::{Me, NewPasswordRequest, Session, SignInRequest, SignInResponse};

/// What the browser forgets on signing out. Not `cookies`: that would take those of other paths as well. Not `storage`: the
/// page deletes what is the person's, and what somebody else has not sent yet stays for them.
pub(super) const CLEAR_SITE_DATA: (HeaderName, &str) = (HeaderName::from_static("clear-site-data"), "\"cache\"");
const SESSION_ENDED: &str = "This session has ended. Sign in again.";

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
    Tried(body): Tried<SignInRequest>,
) -> Result<Response, Problem> {
    let form = forms::sign_in(&SignInForm { email: body.email, password: body.password })?;
    state.slow_down(&state.throttles().account, &form.email).await?;
    let tried = users::initiate_auth(state.store(), &form.email, &form.password);
    match guess(&state, &form.email, client, tried).await? {
        Ok(next) => follow(&state, next, Keep::for_computer(body.shared_computer)).await,
        Err(UsersError::NotConfirmed) => ask_for_code(&state, &form.email).await,
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
    Tried(body): Tried<NewPasswordRequest>,
) -> Result<Response, Problem> {
    let email = forms::email(&body.email)?;
    new_password(&body.new_password)?;
    state.slow_down(&state.throttles().account, &email).await?;
    let answer = users::respond_new_password(state.store(), &email, &body.challenge, &body.new_password).await;
    follow(&state, answer.map_err(at_new_password)?, Keep::for_computer(body.shared_computer)).await
}

/// Finishes the sign-in of an account that has a second factor.
#[utoipa::path(
    post,
    path = "/api/auth/second-factor",
    tag = "auth",
    request_body = SecondFactorRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn answer_second_factor(
    State(state): State<ApiState>,
    Tried(body): Tried<SecondFactorRequest>,
) -> Result<Response, Problem> {
    let code = forms::confirm_code(&body.code)?;
    let account = users::account_of_challenge(state.store(), &body.challenge).await?;
    // Counted by the account itself: an address that came with the code could be another one each time.
    let account = account.ok_or(UsersError::ChallengeExpired)?;
    state.slow_down(&state.throttles().account, &account.uid).await?;
    let tokens = users::respond_second_factor(state.store(), &body.challenge, &code).await?;
    signed_in(&state, tokens, Keep::for_computer(body.shared_computer)).await
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
    let Some(cookie) = SessionCookie::of(&headers) else { return Err(Problem::unauthenticated(SIGN_IN_FIRST)) };
    let tokens = match users::refresh(state.store(), &cookie.refresh_token).await {
        Ok(tokens) => tokens,
        Err(UsersError::WrongCredentials) => {
            return Ok(([cookie::removal(state.connection())], Problem::unauthenticated(SESSION_ENDED)).into_response());
        }
        Err(error) => return Err(error.into()),
    };
    // Only a pool that rotates its tokens gives a new one; the cookie of the old one goes on counting its days.
    let renewed = tokens.refresh.clone().map(|refresh_token| SessionCookie { refresh_token, ..cookie });
    let session = Json(session(&state, tokens).await?);
    Ok(match renewed {
        Some(cookie) => (with(&state, &cookie)?, session).into_response(),
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
        end_access(&state, &administrator.uid).await?;
    }
    if let Some(cookie) = cookie {
        users::revoke_token(state.store(), &cookie.refresh_token).await?;
    }
    Ok((StatusCode::NO_CONTENT, [cookie::removal(state.connection())], [CLEAR_SITE_DATA]))
}

/// Ends every session of the caller, here and in other browsers: none of them can be renewed. What an administrator's
/// page still holds does not count from now on; a student's counts until it ends, within 15 minutes.
#[utoipa::path(
    post,
    path = "/api/auth/account/sign-out-everywhere",
    tag = "auth",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn sign_out_everywhere(
    State(state): State<ApiState>,
    client: ClientAddress,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    state.slow_down(&state.throttles().session, client).await?;
    let caller = guard::caller(&state, &headers).await?;
    users::end_all_sessions(state.store(), &caller.uid).await?;
    if caller.is_admin {
        end_access(&state, &caller.uid).await?;
    }
    Ok((StatusCode::NO_CONTENT, [cookie::removal(state.connection())], [CLEAR_SITE_DATA]))
}

/// The answer to a right password: a session, or the step that comes before it.
pub(super) async fn follow(state: &ApiState, next: SignIn, keep: Keep) -> Result<Response, Problem> {
    match next {
        SignIn::SignedIn(tokens) => signed_in(state, tokens, keep).await,
        SignIn::NewPassword { challenge } => Ok(Json(SignInResponse::NewPassword { challenge }).into_response()),
        SignIn::SecondFactor { challenge } => Ok(Json(SignInResponse::SecondFactor { challenge }).into_response()),
    }
}

/// The answer to a finished sign-in: the session, and the cookie that keeps it. A password that nobody proved with a code
/// opens nothing.
async fn signed_in(state: &ApiState, tokens: Tokens, keep: Keep) -> Result<Response, Problem> {
    let refresh_token =
        tokens.refresh.clone().ok_or_else(|| Problem::internal("a sign-in brought no refresh token"))?;
    let caller = verified(state, &tokens.access).await?;
    if is_waiting(state, &caller.uid).await? {
        let email = users::get(state.store(), &caller.uid).await?.email;
        users::revoke_token(state.store(), &refresh_token).await?;
        return ask_for_code(state, &email).await;
    }
    let session = Box::new(session(state, tokens).await?);
    let cookie = with(state, &SessionCookie { keep, refresh_token })?;
    Ok((cookie, Json(SignInResponse::SignedIn { session })).into_response())
}

/// The answer to the right password of an account that is to be confirmed, to which a code has been mailed.
async fn ask_for_code(state: &ApiState, email: &str) -> Result<Response, Problem> {
    mail_code(state, email).await?;
    Ok(Json(SignInResponse::ConfirmEmail).into_response())
}

/// The session that tokens of the pool begin or continue. Whether an administrator has a second factor is asked of the pool each
/// time, and kept where the guard of administrators' routes looks.
async fn session(state: &ApiState, tokens: Tokens) -> Result<Session, Problem> {
    let caller = verified(state, &tokens.access).await?;
    let mut me = settled_profile(state.store(), &caller).await?;
    if caller.is_admin {
        let known = me.has_second_factor;
        me.has_second_factor = users::get(state.store(), &caller.uid).await?.has_second_factor;
        if me.has_second_factor != known {
            students::remember_second_factor(state.store(), &caller.uid, me.has_second_factor).await?;
        }
    }
    Ok(Session {
        me: Me::new(me, caller.is_admin, state.second_factor_required()),
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

fn with(state: &ApiState, cookie: &SessionCookie) -> Result<[(HeaderName, http::HeaderValue); 1], Problem> {
    let header = cookie.header(state.connection());
    Ok([header.ok_or_else(|| Problem::internal("the refresh token does not fit into a cookie"))?])
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
