//! The caller's sessions, and ending them. An ended session gets no new access token. The access token that its page
//! has stays valid for up to 15 minutes, but that of an administrator is rejected at once. The routes are under the
//! path of the session cookie, which identifies the current session.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::{SessionId, Timestamp, sessions};

use crate::http::auth::browser::Browser;
use crate::http::auth::credentials::revoke_access_tokens;
use crate::http::auth::principal::{Principal, SIGN_IN_FIRST_MESSAGE};
use crate::http::extract::PathId;
use crate::http::problem::Problem;
use crate::people::sessions::wire::{OwnSession, OwnSessions};
use crate::state::ApiState;

/// Lists the sessions of the caller, most recently used first.
#[utoipa::path(
    get,
    path = "/api/auth/account/sessions",
    tag = "account",
    responses((status = 200, description = "Done", body = OwnSessions)),
)]
pub(crate) async fn list_sessions(
    State(state): State<ApiState>,
    caller: Principal,
    browser: Browser,
) -> Result<Json<OwnSessions>, Problem> {
    let found = sessions::list(state.store(), &caller.uid, Timestamp::now()).await?;
    let current = current(&browser);
    let items = found.into_iter().map(|session| OwnSession::new(session, current.as_ref())).collect();
    Ok(Json(OwnSessions { items }))
}

/// Ends all sessions of the caller except the current one.
#[utoipa::path(
    delete,
    path = "/api/auth/account/sessions",
    tag = "account",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn end_other_sessions(
    State(state): State<ApiState>,
    caller: Principal,
    browser: Browser,
) -> Result<StatusCode, Problem> {
    let Some(current) = current(&browser) else { return Err(Problem::unauthenticated(SIGN_IN_FIRST_MESSAGE)) };
    sessions::end_others(state.store(), &caller.uid, Some(&current)).await?;
    after_ending(&state, &caller).await
}

/// Ends one session of the caller. Idempotent.
#[utoipa::path(
    delete,
    path = "/api/auth/account/sessions/{id}",
    tag = "account",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn end_session(
    State(state): State<ApiState>,
    caller: Principal,
    PathId(id): PathId<SessionId>,
) -> Result<StatusCode, Problem> {
    sessions::end(state.store(), &caller.uid, &id).await?;
    after_ending(&state, &caller).await
}

/// Rejects the access tokens of an administrator's other sessions at once. The page that sent the request gets a new
/// token with its next request.
async fn after_ending(state: &ApiState, caller: &Principal) -> Result<StatusCode, Problem> {
    if caller.is_admin {
        revoke_access_tokens(state, &caller.uid).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

fn current(browser: &Browser) -> Option<SessionId> {
    browser.cookie.as_ref().map(|cookie| cookie.secret.id())
}
