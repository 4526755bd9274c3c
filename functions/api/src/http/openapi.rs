//! The API document: the descriptions of the handlers, and what applies to all of them.

use http::{Method, StatusCode};
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::schema::{ArrayItems, Schema, SchemaType, Type};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response};
use utoipa::{Modify, OpenApi as _};
use utoipa_axum::router::OpenApiRouter;

use crate::http::audience::{Access, Audience, RouteInfo};
use crate::http::routing::{ArgumentDocs, RouteDocs, RouteTableVisitor, Routes};
use crate::state::ApiState;

use crate::http::wire::problem::ProblemBody;
use crate::mine::likes::wire::LikeKind;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Note Ninja",
        description = "Course notes for university students. Requests and responses are JSON; every error response is a problem document.",
    ),
    components(schemas(LikeKind, ProblemBody)),
    modifiers(&AccessToken, &Problems),
)]
struct Base;

struct AccessToken;

impl Modify for AccessToken {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.bearer_format = Some("JWT".into());
        bearer.description = Some("The access token of a session.".into());
        components.add_security_scheme("accessToken", SecurityScheme::Http(bearer));
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some("A key that an administrator made in the console for a program.".into());
        components.add_security_scheme("accessKey", SecurityScheme::Http(bearer));
    }
}

/// Problem statuses with their name and description in the API document.
const PROBLEMS: [(StatusCode, &str, &str); 9] = [
    (StatusCode::UNAUTHORIZED, "Unauthenticated", "The caller is not signed in or the session has ended."),
    (StatusCode::FORBIDDEN, "Forbidden", "The caller is not allowed to do this."),
    (StatusCode::NOT_FOUND, "NotFound", "The requested item does not exist."),
    (StatusCode::CONFLICT, "Conflict", "The request conflicts with stored data, or a limit is reached."),
    (StatusCode::PAYLOAD_TOO_LARGE, "PayloadTooLarge", "The body is too large."),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", "The body is not JSON."),
    (StatusCode::UNPROCESSABLE_ENTITY, "Invalid", "Some of the input is invalid; `fields` lists it."),
    (StatusCode::TOO_MANY_REQUESTS, "TooManyRequests", "Too many requests; `retry-after` contains the delay."),
    (StatusCode::SERVICE_UNAVAILABLE, "Unavailable", "The service is not available; `retry-after` contains the delay."),
];

/// Adds each problem to the document once, as a component that operations reference.
struct Problems;

impl Modify for Problems {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for (_, name, description) in PROBLEMS {
            let mut problem = Response::new(description);
            let body = Content::new(Some(Ref::from_schema_name("ProblemBody")));
            problem.content.insert("application/problem+json".into(), body.into());
            components.responses.insert(name.into(), problem.into());
        }
    }
}

/// Builds the API document and the list of routes from the route table.
pub(crate) struct Document {
    router: OpenApiRouter<ApiState>,
    routes: Vec<RouteInfo>,
}

impl Document {
    /// Creates a document without routes.
    pub(crate) fn new() -> Self {
        Document { router: OpenApiRouter::with_openapi(Base::openapi()), routes: Vec::new() }
    }

    /// Returns the document and the list of routes.
    pub(crate) fn into_parts(self) -> (OpenApi, Vec<RouteInfo>) {
        let mut document = self.router.into_openapi();
        tidy(&mut document);
        (document, self.routes)
    }
}

impl RouteTableVisitor for Document {
    fn add(mut self, access: impl Into<Access>, routes: Routes) -> Self {
        let access = access.into();
        let RouteDocs { routes: (schemas, mut paths, methods), arguments } = (routes.describe)();
        for (path, item) in &mut paths.paths {
            for (method, operation) in operations(item) {
                let of_this = arguments.iter().find(|each| each.operation_id == operation.operation_id);
                let Some(ArgumentDocs { parameters, error_statuses: refused, .. }) = of_this else { continue };
                add_parameters(operation, path, parameters);
                describe(operation, access, &method, refused);
                let operation = operation.operation_id.clone().unwrap_or_default();
                self.routes.push(RouteInfo {
                    method,
                    path: path.clone(),
                    audience: access.audience,
                    keys: access.keys,
                    operation,
                });
            }
        }
        self.router = self.router.routes((schemas, paths, methods));
        self
    }
}

/// Returns the operations of a path item with their methods.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (http::Method, &mut Operation)> {
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

/// Adds the parameters that the extractors of an operation read. Path parameters get their names from the path, in its
/// order. A parameter in the handler's own description takes precedence.
fn add_parameters(operation: &mut Operation, path: &str, read: &[Parameter]) {
    let mut names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    for parameter in read {
        let mut parameter = parameter.clone();
        if parameter.parameter_in == ParameterIn::Path {
            names.next().unwrap_or_default().clone_into(&mut parameter.name);
        }
        let described = operation.parameters.get_or_insert_default();
        let is_described = described.iter().any(|each| {
            matches!(each, RefOr::T(each) if each.name == parameter.name && each.parameter_in == parameter.parameter_in)
        });
        if !is_described {
            described.push(parameter.into());
        }
    }
}

/// Adds what follows from the audience, method and extractors of an operation: the required token, and the problems
/// that the handler does not list itself.
fn describe(operation: &mut Operation, access: Access, method: &Method, refused: &[StatusCode]) {
    let Access { audience, keys } = access;
    operation.extensions = Some(ExtensionsBuilder::new().add("x-audience", json!(audience.as_str())).build());
    if audience.needs_token() {
        let mut schemes = vec![SecurityRequirement::new("accessToken", Vec::<String>::new())];
        schemes.extend(keys.iter().map(|scope| SecurityRequirement::new("accessKey", [scope.as_str()])));
        operation.security = Some(schemes);
    }
    let by_audience: &[StatusCode] = match audience {
        Audience::Public => &[],
        Audience::Member => &[StatusCode::UNAUTHORIZED],
        Audience::Auth | Audience::Admin | Audience::Enrolment => &[StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN],
    };
    // Every write is conditional and can fail with a conflict.
    let is_writing = audience.needs_token() && method != Method::GET;
    let mut statuses: Vec<StatusCode> = by_audience.iter().chain(refused).copied().collect();
    statuses.extend(is_writing.then_some(StatusCode::CONFLICT));
    // The gateway limits the rate of every route.
    statuses.push(StatusCode::TOO_MANY_REQUESTS);
    let responses = &mut operation.responses.responses;
    for (status, name, _) in PROBLEMS {
        let code = status.as_str().to_owned();
        if statuses.contains(&status) || responses.contains_key(&code) {
            responses.insert(code, Ref::from_response_name(name).into());
        }
    }
}

/// Corrects what the derive generates. Optional fields are absent and never `null`, but the derive allows both. It also
/// writes defaults, which make client generators treat these fields as always present.
fn tidy(document: &mut OpenApi) {
    let Some(components) = document.components.as_mut() else { return };
    components.schemas.values_mut().for_each(tidy_schema);
    // A generic page repeats the whole item; refer to the item instead, so that clients get one type for it.
    let pages: Vec<String> = components.schemas.keys().filter(|name| name.starts_with("Page_")).cloned().collect();
    for page in pages {
        let Some(item) = page.strip_prefix("Page_") else { continue };
        let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(&page) else { continue };
        let Some(RefOr::T(Schema::Array(items))) = object.properties.get_mut("items") else { continue };
        let reference = ArrayItems::RefOrSchema(Box::new(Ref::from_schema_name(item).into()));
        if let ArrayItems::RefOrSchema(schema) = std::mem::replace(&mut items.items, reference) {
            components.schemas.entry(item.to_owned()).or_insert(*schema);
        }
    }
}

fn tidy_schema(schema: &mut RefOr<Schema>) {
    let RefOr::T(inner) = schema else { return };
    match inner {
        Schema::Object(object) => {
            drop_null(&mut object.schema_type);
            object.default = None;
            object.properties.values_mut().for_each(tidy_schema);
        }
        Schema::Array(array) => {
            drop_null(&mut array.schema_type);
            array.default = None;
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                tidy_schema(items);
            }
        }
        Schema::AllOf(all) => all.items.iter_mut().for_each(tidy_schema),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(tidy_schema),
        Schema::OneOf(one) => {
            one.items.retain(|item| !is_null(item));
            one.items.iter_mut().for_each(tidy_schema);
            if let [only] = one.items.as_slice() {
                *schema = only.clone();
            }
        }
        _ => {}
    }
}

fn drop_null(schema_type: &mut SchemaType) {
    if let SchemaType::Array(types) = schema_type {
        types.retain(|kind| *kind != Type::Null);
        if let [only] = types.as_slice() {
            *schema_type = SchemaType::Type(only.clone());
        }
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}
