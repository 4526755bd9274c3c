//! Requests of programs with a key of an administrator.

use http::HeaderMap;
use store::access_keys::{self, KeyScope, KeyText};
use store::{Error, Timestamp, account, users};

use crate::http::auth::principal::{Principal, bearer_token};
use crate::http::auth::token::ADMIN_GROUP;
use crate::http::problem::{Problem, ProblemCode};
use crate::state::ApiState;

/// Message for an unknown or revoked key, for a wrong secret, and for the key of a former administrator.
const INVALID_KEY_MESSAGE: &str = "This key is not valid. It may have been revoked. Make a new one in the console.";

/// Message for an expired key.
const EXPIRED_KEY_MESSAGE: &str = "This key has expired. Make a new one in the console.";

/// Returns the key that a request has instead of an access token.
pub(crate) fn sent(headers: &HeaderMap) -> Option<&str> {
    bearer_token(headers).filter(|token| token.starts_with(access_keys::PREFIX))
}

/// Returns the problem for a key on a route that accepts no keys. The key itself is not checked.
pub(crate) fn refused_here() -> Problem {
    Problem::unauthenticated("A key cannot do this. Sign in on the page instead.")
}

/// Returns the problem for a key on a route that accepts only keys of other scopes.
fn out_of_scope(scope: KeyScope) -> Problem {
    let can = match scope {
        KeyScope::Upload => "upload files",
        KeyScope::Export => "export courses",
        KeyScope::Import => "import courses",
    };
    let detail = format!("This key can only {can}. Make another one in the console.");
    Problem::new(ProblemCode::Unauthenticated, detail)
}

/// Returns the administrator for whom a program acts. Once a minute, also checks that the owner is still an
/// administrator and writes the time of use. Cost: 2 reads; once a minute 1 write and 1 request to the user pool.
pub(crate) async fn owner(state: &ApiState, text: &str, scopes: &[KeyScope]) -> Result<Principal, Problem> {
    let invalid = || Problem::unauthenticated(INVALID_KEY_MESSAGE);
    let store = state.store();
    let text: KeyText = text.parse().map_err(|_| invalid())?;
    let key = match access_keys::find(store, &text).await {
        Ok(key) => key,
        Err(Error::NotFound(_)) => return Err(invalid()),
        Err(error) => return Err(error.into()),
    };
    let now = Timestamp::now();
    if key.has_expired(now) {
        return Err(Problem::unauthenticated(EXPIRED_KEY_MESSAGE));
    }
    if !scopes.contains(&key.scope) {
        return Err(out_of_scope(key.scope));
    }
    if account::closed_reason(store, &key.owner).await?.is_some() {
        return Err(invalid());
    }
    if key.is_use_due(now) {
        if !users::is_in_group(store, &key.owner, ADMIN_GROUP).await? {
            return Err(invalid());
        }
        access_keys::record_use(store, key.id, now).await?;
    }
    Ok(Principal { uid: key.owner.clone(), is_admin: true, issued_at_secs: now.epoch_secs(), key: Some(key) })
}
