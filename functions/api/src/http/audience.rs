//! Audiences of routes.

use store::access_keys::KeyScope;

/// Group of callers that may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// All callers, signed in or not.
    Public,
    /// All callers, but only from our own page. The guard checks the origin and the header `x-note-ninja`, because the
    /// browser adds the session cookie to these requests, whichever site sends them.
    Auth,
    /// Every signed-in user.
    Member,
    /// Members of the group `admins`, with a second factor if required.
    Admin,
    /// Members of the group `admins`, with or without a second factor: the routes that set up a second factor.
    Enrolment,
}

impl Audience {
    /// Returns the name used in the API document and in test reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Audience::Public => "public",
            Audience::Auth => "auth",
            Audience::Member => "member",
            Audience::Admin => "admin",
            Audience::Enrolment => "enrolment",
        }
    }

    /// Admits also programs with a key of one of these scopes.
    #[must_use]
    pub(crate) const fn or_key(self, scopes: &'static [KeyScope]) -> Access {
        Access { audience: self, keys: scopes }
    }

    /// Returns true if the route requires an access token.
    #[must_use]
    pub const fn needs_token(self) -> bool {
        matches!(self, Audience::Member | Audience::Admin | Audience::Enrolment)
    }
}

/// Callers that may use a route: an audience, and programs with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) audience: Audience,
    /// Scopes of the keys that the route accepts. A program acts for the administrator of its key.
    pub(crate) keys: &'static [KeyScope],
}

impl From<Audience> for Access {
    fn from(audience: Audience) -> Self {
        Access { audience, keys: &[] }
    }
}

/// A route with its audience, as the authorisation tests use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteInfo {
    pub method: http::Method,
    /// Path with its parameters in braces: `/api/courses/{code}`.
    pub path: String,
    /// Group of callers that may use the route.
    pub audience: Audience,
    /// Scopes of the keys that the route accepts.
    pub keys: &'static [KeyScope],
    /// Operation id in the API document.
    pub operation: String,
}
