//! Creates, refreshes and ends sessions. The access token is in the response body, the refresh token in a cookie that
//! scripts cannot read.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use http::{HeaderMap, HeaderName, StatusCode};
use store::ids::SessionSecret;
use store::users::{self, SignIn, Tokens, UsersError};
use store::{Timestamp, account, sessions, students};
use wasm_core::forms::{self, SignInForm};

use crate::http::auth::browser::Browser;
use crate::http::auth::cookie::{self, CookieLifetime, SessionCookie, SetCookie};
use crate::http::auth::credentials::{
    awaits_confirmation, check_new_password, mail_code, rename_to_new_password, revoke_access_tokens,
};
use crate::http::auth::guard;
use crate::http::auth::lockout::with_lockout;
use crate::http::auth::principal::{BLOCKED_MESSAGE, Principal, SIGN_IN_FIRST_MESSAGE};
use crate::http::auth::rate_limited_json::RateLimitedJson;
use crate::http::auth::token::TokenError;
use crate::http::batch::BatchRequests;
use crate::http::batch::wire::BatchRequest;
use crate::http::client::ClientAddress;
use crate::http::extract::Json as Body;
use crate::http::problem::{Problem, ProblemCode};
use crate::people::account::wire::SecondFactorRequest;
use crate::people::me::profile_with_merges;
use crate::people::me::wire::{Me, NewPasswordRequest, Session, SignInRequest, SignInResponse};
use crate::state::{ApiState, InnerRouter};

/// Header that tells the browser to clear its cache on signing out. It does not list `cookies`, which would include
/// cookies of other paths, nor `storage`: the page itself deletes the user's data, and must keep pending changes of
/// other users.
pub(crate) const CLEAR_SITE_DATA: (HeaderName, &str) = (HeaderName::from_static("clear-site-data"), "\"cache\"");
const SESSION_ENDED: &str = "This session has ended. Sign in again.";

/// Signs in with e-mail address and password.
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
    browser: Browser,
    RateLimitedJson(body): RateLimitedJson<SignInRequest>,
) -> Result<Response, Problem> {
    let form = forms::validate_sign_in(&SignInForm { email: body.email, password: body.password })?;
    state.check_rate_limit(&state.rate_limits().account, &form.email).await?;
    let tried = users::initiate_auth(state.store(), &form.email, &form.password);
    match with_lockout(&state, &form.email, client, tried).await? {
        Ok(next) => {
            sign_in_response(&state, next, browser, CookieLifetime::from_shared_computer(body.shared_computer)).await
        }
        Err(UsersError::NotConfirmed) => ask_for_code(&state, &form.email).await,
        Err(error) => Err(error.into()),
    }
}

/// Completes the first sign-in of an account that an administrator created.
#[utoipa::path(
    post,
    path = "/api/auth/new-password",
    tag = "auth",
    request_body = NewPasswordRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn set_new_password(
    State(state): State<ApiState>,
    browser: Browser,
    RateLimitedJson(body): RateLimitedJson<NewPasswordRequest>,
) -> Result<Response, Problem> {
    let email = forms::validate_email(&body.email)?;
    check_new_password(&body.new_password, &email, None)?;
    state.check_rate_limit(&state.rate_limits().account, &email).await?;
    let answer = users::respond_new_password(state.store(), &email, &body.challenge, &body.new_password).await;
    sign_in_response(
        &state,
        answer.map_err(rename_to_new_password)?,
        browser,
        CookieLifetime::from_shared_computer(body.shared_computer),
    )
    .await
}

/// Completes the sign-in of an account with a second factor.
#[utoipa::path(
    post,
    path = "/api/auth/second-factor",
    tag = "auth",
    request_body = SecondFactorRequest,
    responses((status = 200, description = "Done", body = SignInResponse)),
)]
pub(crate) async fn answer_second_factor(
    State(state): State<ApiState>,
    browser: Browser,
    RateLimitedJson(body): RateLimitedJson<SecondFactorRequest>,
) -> Result<Response, Problem> {
    let code = forms::validate_confirmation_code(&body.code)?;
    let account = users::account_of_challenge(state.store(), &body.challenge).await?;
    // Count attempts per account: a client could send another address with each code.
    let account = account.ok_or(UsersError::ChallengeExpired)?;
    state.check_rate_limit(&state.rate_limits().account, &account.uid).await?;
    let tokens = users::respond_second_factor(state.store(), &body.challenge, &code).await?;
    signed_in(&state, tokens, browser, CookieLifetime::from_shared_computer(body.shared_computer)).await
}

/// Returns a new access token for the session cookie, unless the session was ended from another browser. A page that
/// starts sends its first requests in the same call, which saves another call.
#[utoipa::path(
    post,
    path = "/api/auth/refresh",
    tag = "auth",
    request_body = Option<BatchRequest>,
    responses((status = 200, description = "Done", body = Session)),
)]
pub(crate) async fn refresh_session(
    State(state): State<ApiState>,
    client: ClientAddress,
    headers: HeaderMap,
    browser: Browser,
    Extension(routes): Extension<InnerRouter>,
    body: Option<Body<BatchRequest>>,
) -> Result<Response, Problem> {
    let requests = body.map(|Body(batch)| BatchRequests::new(&batch, &headers, client)).transpose()?;
    state.check_rate_limit(&state.rate_limits().session, client).await?;
    let Some(cookie) = browser.cookie else { return Err(Problem::unauthenticated(SIGN_IN_FIRST_MESSAGE)) };
    let store = state.store();
    let tokens = match users::refresh_tokens(store, &cookie.refresh_token).await {
        Ok(tokens) => tokens,
        Err(UsersError::WrongCredentials) => return Ok(ended(&state, SESSION_ENDED)),
        Err(error) => return Err(error.into()),
    };
    // The pool returns a new refresh token only if it rotates refresh tokens. Otherwise the cookie does not change and
    // keeps its remaining lifetime.
    let renewed = tokens.refresh.clone().map(|refresh_token| SessionCookie { refresh_token, ..cookie.clone() });
    let answer = match gone_on(&state, &cookie, tokens).await {
        Ok(Renewal::Refused(why)) => return Ok(ended(&state, why)),
        Ok(Renewal::Done(mut session)) => {
            if let Some(requests) = requests {
                session.responses = Some(requests.authorized_with(&session.access_token).send(routes).await);
            }
            Json(session).into_response()
        }
        // The old token is already invalid, so the new cookie must be sent with the error response too.
        Err(problem) => problem.into_response(),
    };
    match renewed {
        Some(cookie) => Ok((with(&state, &cookie)?, answer).into_response()),
        None => Ok(answer),
    }
}

/// Result of a refresh.
enum Renewal {
    /// The session continues.
    Done(Box<Session>),
    /// The session has ended or the account is blocked, with the message for the user.
    Refused(&'static str),
}

/// Continues the session with the renewed tokens. If the session has ended or the account is blocked, revokes its
/// refresh tokens instead.
async fn gone_on(state: &ApiState, cookie: &SessionCookie, tokens: Tokens) -> Result<Renewal, Problem> {
    let store = state.store();
    let caller = verified(state, &tokens.access).await?;
    let is_blocked = account::find_block(store, &caller.uid).await?.is_some();
    if is_blocked || !sessions::touch(store, &caller.uid, &cookie.secret.id(), Timestamp::now()).await? {
        for token in tokens.refresh.iter().chain([&cookie.refresh_token]) {
            users::revoke_token(store, token).await?;
        }
        return Ok(Renewal::Refused(if is_blocked { BLOCKED_MESSAGE } else { SESSION_ENDED }));
    }
    Ok(Renewal::Done(Box::new(session(state, &caller, tokens).await?)))
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
    state.check_rate_limit(&state.rate_limits().session, client).await?;
    let cookie = SessionCookie::of(&headers, state.cookie_security());
    let caller = leaving(&state, &headers, cookie.as_ref()).await?;
    if let Some(caller) = &caller {
        if caller.is_admin {
            revoke_access_tokens(&state, &caller.uid).await?;
        }
        if let Some(cookie) = &cookie {
            sessions::end(state.store(), &caller.uid, &cookie.secret.id()).await?;
        }
    }
    if let Some(cookie) = cookie {
        users::revoke_token(state.store(), &cookie.refresh_token).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie::removal(state.cookie_security()), [CLEAR_SITE_DATA]))
}

/// Ends all sessions of the caller, in this and in other browsers. The access tokens of administrators become invalid
/// at once. Those of students stay valid until they expire, within 15 minutes.
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
    state.check_rate_limit(&state.rate_limits().session, client).await?;
    let caller = guard::caller(&state, &headers).await?;
    users::end_all_sessions(state.store(), &caller.uid).await?;
    sessions::end_others(state.store(), &caller.uid, None).await?;
    if caller.is_admin {
        revoke_access_tokens(&state, &caller.uid).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie::removal(state.cookie_security()), [CLEAR_SITE_DATA]))
}

/// Returns the response to a correct password: a session, or the next step of the sign-in.
pub(crate) async fn sign_in_response(
    state: &ApiState,
    next: SignIn,
    browser: Browser,
    keep: CookieLifetime,
) -> Result<Response, Problem> {
    match next {
        SignIn::SignedIn(tokens) => signed_in(state, tokens, browser, keep).await,
        SignIn::NewPassword { challenge } => Ok(Json(SignInResponse::NewPassword { challenge }).into_response()),
        SignIn::SecondFactor { challenge } => Ok(Json(SignInResponse::SecondFactor { challenge }).into_response()),
    }
}

/// Returns the response to a completed sign-in: the session and its cookie. The browser's previous session ends. If the
/// address is not confirmed yet, mails a code instead.
async fn signed_in(
    state: &ApiState,
    tokens: Tokens,
    browser: Browser,
    keep: CookieLifetime,
) -> Result<Response, Problem> {
    let store = state.store();
    let refresh_token =
        tokens.refresh.clone().ok_or_else(|| Problem::internal("a sign-in brought no refresh token"))?;
    let caller = verified(state, &tokens.access).await?;
    if awaits_confirmation(state, &caller.uid).await? {
        let email = users::get(store, &caller.uid).await?.email;
        users::revoke_token(store, &refresh_token).await?;
        return ask_for_code(state, &email).await;
    }
    if account::find_block(store, &caller.uid).await?.is_some() {
        users::revoke_token(store, &refresh_token).await?;
        return Err(Problem::new(ProblemCode::Forbidden, BLOCKED_MESSAGE));
    }
    if let Some(before) = browser.cookie {
        sessions::end(store, &caller.uid, &before.secret.id()).await?;
        users::revoke_token(store, &before.refresh_token).await?;
    }
    let session = Box::new(session(state, &caller, tokens).await?);
    let secret = SessionSecret::generate();
    let begun = sessions::Session::new(secret.id(), browser.device, Timestamp::now());
    sessions::add(store, &caller.uid, &begun).await?;
    let cookie = with(state, &SessionCookie { lifetime: keep, secret, refresh_token })?;
    Ok((cookie, Json(SignInResponse::SignedIn { session })).into_response())
}

/// Mails a code and returns the response for an account that must be confirmed.
async fn ask_for_code(state: &ApiState, email: &str) -> Result<Response, Problem> {
    mail_code(state, email).await?;
    Ok(Json(SignInResponse::ConfirmEmail).into_response())
}

/// Builds the session from the tokens of the pool. For an administrator, reads the second factor from the pool and
/// stores it for the guard of administrator routes.
async fn session(state: &ApiState, caller: &Principal, tokens: Tokens) -> Result<Session, Problem> {
    let mut me = profile_with_merges(state.store(), caller).await?;
    if caller.is_admin {
        let known = me.has_second_factor;
        me.has_second_factor = users::get(state.store(), &caller.uid).await?.has_second_factor;
        if me.has_second_factor != known {
            students::record_second_factor(state.store(), &caller.uid, me.has_second_factor).await?;
        }
    }
    Ok(Session {
        me: Me::new(me, caller.is_admin, state.second_factor_required()),
        access_token: tokens.access,
        expires_in_secs: tokens.expires_in_secs,
        responses: None,
    })
}

/// Verifies a token that came from the pool itself. An invalid token means that our settings do not match the pool.
async fn verified(state: &ApiState, token: &str) -> Result<Principal, Problem> {
    state.verifier().verify(token).await.map_err(|error| match error {
        TokenError::Invalid(_) => Problem::internal(error),
        TokenError::KeysUnavailable(cause) => Problem::unavailable(cause),
    })
}

fn with(state: &ApiState, cookie: &SessionCookie) -> Result<SetCookie, Problem> {
    let header = cookie.header(state.cookie_security());
    header.ok_or_else(|| Problem::internal("the refresh token does not fit into a cookie"))
}

/// Returns the response for a session that has ended: removes the cookie and contains the message for the user.
fn ended(state: &ApiState, why: &str) -> Response {
    (cookie::removal(state.cookie_security()), Problem::unauthenticated(why)).into_response()
}

/// Returns the user who signs out: the subject of the access token, or else of a token renewed with the cookie.
async fn leaving(
    state: &ApiState,
    headers: &HeaderMap,
    cookie: Option<&SessionCookie>,
) -> Result<Option<Principal>, Problem> {
    if let Ok(caller) = guard::caller(state, headers).await {
        return Ok(Some(caller));
    }
    let Some(cookie) = cookie else { return Ok(None) };
    match users::refresh_tokens(state.store(), &cookie.refresh_token).await {
        Ok(tokens) => {
            // With token rotation, the pool has returned a new refresh token, which must not outlive the sign-out.
            if let Some(renewed) = &tokens.refresh {
                users::revoke_token(state.store(), renewed).await?;
            }
            verified(state, &tokens.access).await.map(Some)
        }
        Err(UsersError::WrongCredentials) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
