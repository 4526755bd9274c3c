//! The check in front of every route. [`crate::http::routing::Table::add`] puts it there.

use axum::extract::{OptionalFromRequestParts, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{AUTHORIZATION, ORIGIN};
use http::request::Parts;
use http::{Extensions, HeaderMap};
use store::Rule;
use store::account::{self, Closed};
use store::students::{self, SecurityState};

use crate::http::audience::Audience;
use crate::http::auth::principal::{BLOCKED, Principal, SIGN_IN_FIRST, bearer};
use crate::http::auth::token::TokenError;
use crate::http::problem::{Problem, ProblemCode};
use crate::state::ApiState;

/// Sent by our page with every call; a form or an image of another site cannot send it.
const OWN_PAGE_HEADER: &str = "x-note-ninja";

/// The route that deletes the caller's account.
const DELETE_ACCOUNT: &str = "/api/auth/account/delete";

/// Lets the request through, or answers why not.
pub(crate) async fn check(audience: Audience, mut request: Request, next: Next) -> Response {
    match admit(audience, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn admit(audience: Audience, request: &mut Request) -> Result<(), Problem> {
    let state = state(request.extensions())?;
    match audience {
        Audience::Public => Ok(()),
        Audience::Auth => from_own_page(&state, request.headers()),
        Audience::Member => {
            let caller = caller(&state, request.headers()).await?;
            if !request.method().is_safe() {
                may_write(&state, &caller, request.uri().path()).await?;
            }
            // Some of these routes let administrators do more than others.
            if caller.is_admin {
                still_signed_in(&state, &caller).await?;
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
        Audience::Admin | Audience::Enrolment => {
            let caller = caller(&state, request.headers()).await?;
            if !caller.is_admin {
                return Err(store::Error::Forbidden(Rule::AdministratorsOnly).into());
            }
            let standing = still_signed_in(&state, &caller).await?;
            if audience == Audience::Admin {
                has_proved_enough(&state, &standing)?;
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
    }
}

/// Whether the token of an administrator still counts for what only administrators may do: on a member's route that
/// lets them do more than others. 1 read.
pub(crate) async fn authorize_admin(state: &ApiState, caller: &Principal) -> Result<(), Problem> {
    let standing = still_signed_in(state, caller).await?;
    has_proved_enough(state, &standing)
}

/// On public routes: nobody without a token, the caller with a good one, and 401 with a bad one, so that a
/// token that ended a second ago is renewed instead of turning a student into a stranger.
impl<S: Sync> OptionalFromRequestParts<S> for Principal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Problem> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        let state = state(&parts.extensions)?;
        let caller = caller(&state, &parts.headers).await?;
        if !parts.method.is_safe() {
            may_write(&state, &caller, parts.uri.path()).await?;
        }
        Ok(Some(caller))
    }
}

/// The state that [`crate::router`] puts on every request. Without it nobody is let in.
pub(crate) fn state(extensions: &Extensions) -> Result<ApiState, Problem> {
    extensions.get::<ApiState>().cloned().ok_or_else(|| Problem::internal("the router was built without its state"))
}

/// The person whose access token came with the request.
pub(crate) async fn caller(state: &ApiState, headers: &HeaderMap) -> Result<Principal, Problem> {
    let token = bearer(headers).ok_or_else(|| Problem::unauthenticated(SIGN_IN_FIRST))?;
    state.verifier().verify(token).await.map_err(|error| match error {
        // Which check failed helps only those who make tokens themselves.
        TokenError::NotValid(_) => Problem::unauthenticated("This session has ended. Sign in again."),
        TokenError::KeysUnavailable(cause) => Problem::unavailable(cause),
    })
}

/// Refuses writes for an account that was deleted or blocked: its token stays valid for up to 15 minutes, and a like
/// would be counted for good. Deleting a deleted account again is answered like the first time. Cost: 1 read for each
/// write.
async fn may_write(state: &ApiState, caller: &Principal, path: &str) -> Result<(), Problem> {
    match account::closed(state.store(), &caller.uid).await? {
        Some(Closed::Deleted) if path == DELETE_ACCOUNT => Ok(()),
        Some(Closed::Deleted) => Err(Problem::unauthenticated("This account was deleted.")),
        Some(Closed::Blocked) => Err(Problem::unauthenticated(BLOCKED)),
        None => Ok(()),
    }
}

/// A signed token stays valid until it ends, so an administrator's sign-out is looked up as well. Answers with all that
/// was found there.
async fn still_signed_in(state: &ApiState, caller: &Principal) -> Result<SecurityState, Problem> {
    let standing = students::security_state(state.store(), &caller.uid).await?;
    match standing.signed_out_at {
        Some(at) if caller.issued_at_secs <= at.epoch_secs() => {
            Err(Problem::unauthenticated("This session has ended. Sign in again."))
        }
        _ => Ok(standing),
    }
}

/// A password alone does not make an administrator where a second factor is required.
fn has_proved_enough(state: &ApiState, standing: &SecurityState) -> Result<(), Problem> {
    if standing.has_second_factor || !state.second_factor_required() {
        return Ok(());
    }
    let detail = "Administrators need two-step sign-in. Set it up under 'Sign-in and data', then try again.";
    Err(Problem::new(ProblemCode::SecondFactorRequired, detail))
}

/// The browser adds the session cookie by itself, so who asked must be proved by what only our page can send.
fn from_own_page(state: &ApiState, headers: &HeaderMap) -> Result<(), Problem> {
    let origin = headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes() == state.app_origin().as_bytes());
    let header = headers.get(OWN_PAGE_HEADER).is_some_and(|value| value == "1");
    if origin && header {
        return Ok(());
    }
    Err(Problem::new(ProblemCode::Forbidden, "Only pages of Note Ninja can use this address."))
}
