//! The signed-in user who sent a request.

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use store::UserId;
use store::access_keys::AccessKey;

use crate::http::problem::Problem;

/// Message for a request without a token.
pub(crate) const SIGN_IN_FIRST_MESSAGE: &str = "Sign in first.";

/// Message for a blocked account.
pub(crate) const BLOCKED_MESSAGE: &str = "This account is blocked. Contact the people who run Note Ninja.";

/// The user named by a verified access token. Only the guard of member and administrator routes provides it. On other
/// routes this extractor responds with 401.
#[derive(Clone, Debug)]
pub struct Principal {
    /// The `sub` of the token.
    pub uid: UserId,
    /// Whether the token has the group `admins`.
    pub is_admin: bool,
    /// When the token was issued, in seconds since 1970.
    pub issued_at_secs: i64,
    /// The key, if a program acts for the user. Such a caller reaches only routes that accept the scope of the key.
    pub key: Option<AccessKey>,
}

impl Principal {
    /// Returns the name of the key with which a program acts for the user.
    pub(crate) fn key_name(&self) -> Option<&str> {
        self.key.as_ref().map(|key| key.name.as_str())
    }
}

impl<S: Sync> FromRequestParts<S> for Principal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Principal>().cloned().ok_or_else(|| Problem::unauthenticated(SIGN_IN_FIRST_MESSAGE))
    }
}

/// Returns the token of an `Authorization: Bearer ...` header.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim()).filter(|token| !token.is_empty())
}
