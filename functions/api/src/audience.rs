//! Who may call what. [`Table::add`] is the only way to add a route, and it asks for the audience.

use axum::middleware::from_fn;
use axum::{Router, routing::MethodRouter};
use serde_json::json;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, OpenApi, Ref, Response, extensions::ExtensionsBuilder};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt as _};

use crate::auth::guard;

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everybody, signed in or not.
    Public,
    /// Everybody, but only from our own page: the origin and the header `x-note-ninja` are checked, because the
    /// browser adds the session cookie here by itself.
    Auth,
    /// Whoever is signed in.
    Member,
    /// Members of the group `admins`.
    Admin,
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
        }
    }

    /// Whether the route wants an access token.
    #[must_use]
    pub const fn needs_token(self) -> bool {
        matches!(self, Audience::Member | Audience::Admin)
    }
}

/// One route, as the authorisation tests walk over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteInfo {
    /// `GET`, `PUT`, ...
    pub method: http::Method,
    /// The path with its parameters in braces: `/api/courses/{code}`.
    pub path: String,
    /// Who may call it.
    pub audience: Audience,
    /// The operation id in the API document.
    pub operation: String,
}

/// The routes, their audiences and their documentation, which cannot be had one without the other.
pub(crate) struct Table<S> {
    router: OpenApiRouter<S>,
    routes: Vec<RouteInfo>,
}

impl<S: Clone + Send + Sync + 'static> Table<S> {
    /// An empty table that documents itself in `document`.
    pub(crate) fn new(document: OpenApi) -> Self {
        Table { router: OpenApiRouter::with_openapi(document), routes: Vec::new() }
    }

    /// Adds one or more handlers of one path for one audience.
    pub(crate) fn add(mut self, audience: Audience, route: UtoipaMethodRouter<S>) -> Self {
        // `route_layer`, so that a wrong method is answered with 405 before anybody is asked for a token.
        let guarded =
            |methods: MethodRouter<S>| methods.route_layer(from_fn(move |req, next| guard::check(audience, req, next)));
        let (schemas, mut paths, methods) = route.map(guarded);
        for (path, item) in &mut paths.paths {
            for (method, operation) in operations(item) {
                describe(operation, audience);
                let operation = operation.operation_id.clone().unwrap_or_default();
                self.routes.push(RouteInfo { method, path: path.clone(), audience, operation });
            }
        }
        self.router = self.router.routes((schemas, paths, methods));
        self
    }

    /// The router, its document and the list of routes.
    pub(crate) fn into_parts(self) -> (Router<S>, OpenApi, Vec<RouteInfo>) {
        let (router, document) = self.router.split_for_parts();
        (router, document, self.routes)
    }
}

/// Every operation of a path item with its method.
pub(crate) fn operations(item: &mut PathItem) -> impl Iterator<Item = (http::Method, &mut Operation)> {
    [
        (http::Method::GET, item.get.as_mut()),
        (http::Method::PUT, item.put.as_mut()),
        (http::Method::POST, item.post.as_mut()),
        (http::Method::PATCH, item.patch.as_mut()),
        (http::Method::DELETE, item.delete.as_mut()),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation?)))
}

/// Adds to an operation what follows from its audience: the token it wants and the problems it may answer.
fn describe(operation: &mut Operation, audience: Audience) {
    operation.extensions = Some(ExtensionsBuilder::new().add("x-audience", json!(audience.as_str())).build());
    if audience.needs_token() {
        operation.security = Some(vec![SecurityRequirement::new("accessToken", Vec::<String>::new())]);
    }
    let mut problem = Response::new("A problem; `code` says which.");
    let body = Content::new(Some(Ref::from_schema_name("ProblemBody")));
    problem.content.insert("application/problem+json".into(), body.into());
    operation.responses.responses.insert("default".into(), problem.into());
}
