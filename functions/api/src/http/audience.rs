//! Audiences of routes.

/// Group of callers that may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everybody, signed in or not.
    Public,
    /// Everybody, but only from our own page: the origin and the header `x-note-ninja` are checked, because the
    /// browser adds the session cookie here by itself.
    Auth,
    /// Every signed-in user.
    Member,
    /// Members of the group `admins`, who must have a second factor where that is required.
    Admin,
    /// Members of the group `admins`, also without a second factor: this is how they get one.
    Enrolment,
}

impl Audience {
    /// The name in the API document and in test reports.
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

    /// Whether the route wants an access token.
    #[must_use]
    pub const fn needs_token(self) -> bool {
        matches!(self, Audience::Member | Audience::Admin | Audience::Enrolment)
    }
}

/// One route, as the authorisation tests walk over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteInfo {
    /// `GET`, `PUT`, ...
    pub method: http::Method,
    /// The path with its parameters in braces: `/api/courses/{code}`.
    pub path: String,
    /// Group of callers that may use the route.
    pub audience: Audience,
    /// The operation id in the API document.
    pub operation: String,
}
