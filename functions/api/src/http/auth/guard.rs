//! Authorization of every request. [`crate::http::routing::RouteTableVisitor::add`] adds it to each route.

use axum::extract::{OptionalFromRequestParts, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{AUTHORIZATION, ORIGIN};
use http::request::Parts;
use http::{Extensions, HeaderMap};
use store::AccessRule;
use store::account::{self, ClosedReason};
use store::students::{self, SecurityState};

use crate::http::audience::{Access, Audience};
use crate::http::auth::key;
use crate::http::auth::principal::{BLOCKED_MESSAGE, Principal, SIGN_IN_FIRST_MESSAGE, bearer_token};
use crate::http::auth::token::TokenError;
use crate::http::problem::{Problem, ProblemCode};
use crate::state::ApiState;

/// Header that our page sends with every request. Forms and images of other sites cannot send it.
const OWN_PAGE_HEADER: &str = "x-note-ninja";

/// The route that deletes the caller's account.
const DELETE_ACCOUNT: &str = "/api/auth/account/delete";

/// Runs the handler if the request is authorized. Otherwise returns the problem.
pub(crate) async fn check(access: Access, mut request: Request, next: Next) -> Response {
    match admit(access, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn admit(access: Access, request: &mut Request) -> Result<(), Problem> {
    let state = state(request.extensions())?;
    if let Some(text) = key::sent(request.headers()).filter(|_| !access.keys.is_empty()) {
        let caller = key::owner(&state, text, access.keys).await?;
        request.extensions_mut().insert(caller);
        return Ok(());
    }
    match access.audience {
        Audience::Public => Ok(()),
        Audience::Auth => from_own_page(&state, request.headers()),
        Audience::Member => {
            let caller = caller(&state, request.headers()).await?;
            if !request.method().is_safe() {
                may_write(&state, &caller, request.uri().path()).await?;
            }
            // Some of these routes allow administrators more than students, so check that the administrator has not
            // signed out.
            if caller.is_admin {
                still_signed_in(&state, &caller).await?;
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
        Audience::Admin | Audience::Enrolment => {
            let caller = caller(&state, request.headers()).await?;
            if !caller.is_admin {
                return Err(store::Error::Forbidden(AccessRule::AdministratorsOnly).into());
            }
            let standing = still_signed_in(&state, &caller).await?;
            if access.audience == Audience::Admin {
                has_proved_enough(&state, &standing)?;
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
    }
}

/// Checks that an administrator may use administrator rights on a member route: still signed in, with a second factor
/// if required. Cost: 1 read.
pub(crate) async fn authorize_admin(state: &ApiState, caller: &Principal) -> Result<(), Problem> {
    let standing = still_signed_in(state, caller).await?;
    has_proved_enough(state, &standing)
}

/// On public routes: `None` without a token, the caller with a valid one, and 401 with an invalid one. The page then
/// renews an expired token, instead of showing a student the page of a visitor.
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

/// Returns the state that [`crate::router`] adds to every request. Without it, every request fails.
pub(crate) fn state(extensions: &Extensions) -> Result<ApiState, Problem> {
    extensions.get::<ApiState>().cloned().ok_or_else(|| Problem::internal("the router was built without its state"))
}

/// Verifies the access token of the request and returns its user.
pub(crate) async fn caller(state: &ApiState, headers: &HeaderMap) -> Result<Principal, Problem> {
    let token = bearer_token(headers).ok_or_else(|| Problem::unauthenticated(SIGN_IN_FIRST_MESSAGE))?;
    if key::sent(headers).is_some() {
        return Err(key::refused_here());
    }
    state.verifier().verify(token).await.map_err(|error| match error {
        // The message does not say which check failed. That would help only attackers who forge tokens.
        TokenError::Invalid(_) => Problem::unauthenticated("This session has ended. Sign in again."),
        TokenError::KeysUnavailable(cause) => Problem::unavailable(cause),
    })
}

/// Rejects writes of a deleted or blocked account, whose token stays valid for up to 15 minutes. Otherwise a like, for
/// example, would be counted permanently. Only the deletion of an account can be repeated. Cost: 1 read per write.
async fn may_write(state: &ApiState, caller: &Principal, path: &str) -> Result<(), Problem> {
    match account::closed_reason(state.store(), &caller.uid).await? {
        Some(ClosedReason::Deleted) if path == DELETE_ACCOUNT => Ok(()),
        Some(ClosedReason::Deleted) => Err(Problem::unauthenticated("This account was deleted.")),
        Some(ClosedReason::Blocked) => Err(Problem::unauthenticated(BLOCKED_MESSAGE)),
        None => Ok(()),
    }
}

/// Rejects an administrator's token issued before the last sign-out, because a signed token cannot be revoked. Returns
/// the security state. Cost: 1 read.
async fn still_signed_in(state: &ApiState, caller: &Principal) -> Result<SecurityState, Problem> {
    let standing = students::security_state(state.store(), &caller.uid).await?;
    match standing.signed_out_at {
        Some(at) if caller.issued_at_secs <= at.epoch_secs() => {
            Err(Problem::unauthenticated("This session has ended. Sign in again."))
        }
        _ => Ok(standing),
    }
}

/// Fails if a second factor is required and this administrator has none.
fn has_proved_enough(state: &ApiState, standing: &SecurityState) -> Result<(), Problem> {
    if standing.has_second_factor || !state.second_factor_required() {
        return Ok(());
    }
    let detail = "Administrators need two-step sign-in. Set it up under 'Sign-in and data', then try again.";
    Err(Problem::new(ProblemCode::SecondFactorRequired, detail))
}

/// Protects against CSRF: requires our `Origin` and a custom header that other sites cannot send. The browser adds the
/// session cookie to requests of any site.
fn from_own_page(state: &ApiState, headers: &HeaderMap) -> Result<(), Problem> {
    let origin = headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes() == state.app_origin().as_bytes());
    let header = headers.get(OWN_PAGE_HEADER).is_some_and(|value| value == "1");
    if origin && header {
        return Ok(());
    }
    Err(Problem::new(ProblemCode::Forbidden, "Only pages of Note Ninja can use this address."))
}
