use std::collections::HashSet;

use axum::body::{Body, to_bytes};
use http::{Method, Request, StatusCode};
use serde_json::Value;
use store::{AccessRule, Conflict, Error, ResourceKind};
use tower::ServiceExt as _;
use wasm_core::forms::{FieldError, FieldErrors};

use crate::http::problem::Problem;
use crate::{ApiSettings, ApiState, Audience, RateLimits, openapi, route_table, router};

/// Returns settings with unreachable services. They suffice for responses that need no service.
pub(crate) fn unreachable_settings() -> ApiSettings {
    let dead = Some("http://127.0.0.1:9".to_owned());
    ApiSettings {
        store: store::Settings {
            table: "table".into(),
            files_bucket: "files".into(),
            site_bucket: "site".into(),
            user_pool_id: "pool".into(),
            user_pool_client: store::AppClient { id: "client".into(), secret: String::new() },
            user_pool_accounts_client: store::AppClient { id: "accounts".into(), secret: String::new() },
            cursor_key: [7; 32],
            signed_url_lifetime_secs: None,
            mail_from: None,
            files_cdn: None,
            region: "ca-central-1".into(),
            endpoints: store::Endpoints { dynamodb: dead.clone(), s3: dead.clone(), cognito: dead.clone(), ses: dead },
            static_credentials: Some(("id".into(), "secret".into())),
        },
        app_origin: "https://notes.example.org".into(),
        token_issuer: "https://users.example.org/pool".into(),
        jwks_url: "http://127.0.0.1:9/jwks.json".into(),
        rate_limits: RateLimits::default(),
        anonymous_requests: true,
        second_factor_required: true,
    }
}

fn nowhere() -> ApiState {
    ApiState::new(&unreachable_settings())
}

async fn answer(request: Request<Body>) -> (StatusCode, http::HeaderMap, Value) {
    answer_of(nowhere(), request).await
}

async fn answer_of(state: ApiState, request: Request<Body>) -> (StatusCode, http::HeaderMap, Value) {
    let response = router(state).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

fn request(method: &Method, path: &str) -> http::request::Builder {
    Request::builder().method(method).uri(path).header("x-request-id", "test-request")
}

#[test]
fn the_committed_api_document_matches_the_handlers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap();
    let current = openapi().to_pretty_json().unwrap();
    assert!(
        committed.trim_end() == current.trim_end(),
        "openapi.json is stale: run `cargo xtask codegen` and commit it"
    );
}

#[test]
fn every_operation_has_an_audience_and_a_unique_id() {
    let document = serde_json::to_value(openapi()).unwrap();
    let routes = route_table();
    let mut names = HashSet::new();
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations += 1;
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name} is used twice");
            let route =
                routes.iter().find(|route| route.path == *path && route.method.as_str().eq_ignore_ascii_case(method));
            let route = route.unwrap_or_else(|| panic!("{method} {path} is not in the route table"));
            assert_eq!(operation["x-audience"], route.audience.as_str(), "{method} {path}");
            assert_eq!(operation["security"].is_array(), route.audience.needs_token(), "{method} {path}");
            assert!(path.starts_with("/api/"), "{path}");
        }
    }
    assert_eq!(operations, routes.len());
    assert_eq!(document["openapi"], "3.1.0");
}

#[test]
fn every_path_parameter_of_an_operation_is_described() {
    let document = serde_json::to_value(openapi()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let names: HashSet<&str> = names.collect();
        for (method, operation) in item.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let described = parameters.filter(|each| each["in"] == "path" && each["description"].is_string());
            let described: HashSet<&str> = described.map(|each| each["name"].as_str().unwrap()).collect();
            assert_eq!(described, names, "{method} {path}");
        }
    }
}

#[test]
fn the_list_of_routes_and_audiences_matches_its_snapshot() {
    let mut lines: Vec<String> = route_table()
        .iter()
        .map(|route| format!("{:6} {:6} {}", route.audience.as_str(), route.method, route.path))
        .collect();
    lines.sort();
    insta::assert_snapshot!(lines.join("\n"));
}

#[tokio::test]
async fn anonymous_course_requests_are_accepted_only_if_enabled() {
    for (anonymous_requests, expected) in [(true, StatusCode::SERVICE_UNAVAILABLE), (false, StatusCode::UNAUTHORIZED)] {
        let state = ApiState::new(&ApiSettings { anonymous_requests, ..unreachable_settings() });
        let asked = r#"{"courseCode": "CS 343", "courseName": "Concurrency"}"#;
        let request = request(&Method::POST, "/api/requests").header("content-type", "application/json");
        let (status, _, body) = answer_of(state, request.body(Body::from(asked)).unwrap()).await;
        assert_eq!(status, expected, "{body}");
    }
}

#[tokio::test]
async fn s6_vis_2_h2_member_and_admin_routes_return_401_without_a_token() {
    let mut tried = 0;
    for route in route_table().into_iter().filter(|route| route.audience.needs_token()) {
        let path = route.path.replace("{code}", "CS246").replace("{kind}", "courses");
        let path = path.replace("{noteId}", "01JD8Z5V7R8XQ4N2T6W0YB3C9E").replace("{id}", "01JD8Z5V7R8XQ4N2T6W0YB3C9E");
        let (status, headers, body) = answer(request(&route.method, &path).body(Body::empty()).unwrap()).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{} {path}", route.method);
        assert_eq!(body["code"], "unauthenticated");
        assert_eq!(headers["cache-control"], "no-store");
        tried += 1;
    }
    assert!(tried > 15, "only {tried} routes were tried");
}

#[tokio::test]
async fn h16_session_routes_return_403_to_other_origins() {
    let ours = ("https://notes.example.org", Some("1"));
    let strangers =
        [("https://elsewhere.example.org", Some("1")), ("https://notes.example.org", None), ("null", Some("1"))];
    // Run concurrently, because some requests wait for an unreachable service.
    let mut routes = tokio::task::JoinSet::new();
    for route in route_table().into_iter().filter(|route| route.audience == Audience::Auth) {
        routes.spawn(async move {
            for (origin, header) in strangers.into_iter().chain([ours]) {
                let mut built = request(&route.method, &route.path)
                    .header("origin", origin)
                    .header("content-type", "application/json");
                if let Some(header) = header {
                    built = built.header("x-note-ninja", header);
                }
                let (status, _, _) = answer(built.body(Body::from("[")).unwrap()).await;
                assert_eq!(status == StatusCode::FORBIDDEN, (origin, header) != ours, "{} from {origin}", route.path);
            }
            let (status, _, body) = answer(request(&route.method, &route.path).body(Body::empty()).unwrap()).await;
            assert_eq!((status, &body["code"]), (StatusCode::FORBIDDEN, &Value::from("forbidden")), "{}", route.path);
        });
    }
    assert!(routes.len() > 3, "only {} routes were tried", routes.len());
    routes.join_all().await;
}

#[tokio::test]
async fn errors_outside_handlers_are_problem_documents() {
    let json = |path: &str, body: Vec<u8>| {
        request(&Method::POST, path).header("content-type", "application/json").body(Body::from(body)).unwrap()
    };
    let cases = [
        (request(&Method::GET, "/api/no/such/route").body(Body::empty()).unwrap(), 404, "not_found"),
        (request(&Method::GET, "/").body(Body::empty()).unwrap(), 404, "not_found"),
        (request(&Method::PATCH, "/api/health").body(Body::empty()).unwrap(), 405, "method_not_allowed"),
        (request(&Method::GET, "/api/courses/nothing%20at%20all").body(Body::empty()).unwrap(), 404, "not_found"),
        (request(&Method::GET, "/api/notes/%ff").body(Body::empty()).unwrap(), 404, "not_found"),
        // No service is reachable: the response is a server error without details.
        (
            request(&Method::GET, "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file").body(Body::empty()).unwrap(),
            503,
            "unavailable",
        ),
        (json("/api/requests", vec![b'x'; 70_000]), 413, "payload_too_large"),
        (json("/api/requests", b"{".to_vec()), 422, "validation"),
        (request(&Method::POST, "/api/requests").body(Body::from("{}")).unwrap(), 415, "unsupported_media_type"),
    ];
    for (request, status, code) in cases {
        let name = format!("{} {}", request.method(), request.uri());
        let (found, headers, body) = answer(request).await;
        assert_eq!((found.as_u16(), &body["code"]), (status, &Value::from(code)), "{name}: {body}");
        assert_eq!(headers["content-type"], "application/problem+json", "{name}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{name}");
        assert_eq!(
            (&body["traceId"], &headers["x-request-id"].to_str().unwrap()),
            (&Value::from("test-request"), &"test-request")
        );
        assert!(!body.to_string().contains("127.0.0.1"), "{name} tells about our insides: {body}");
    }
}

#[tokio::test]
async fn errors_are_html_pages_for_navigations_and_problem_documents_for_programs() {
    for (path, status) in [
        ("/api/no/such/route", 404),
        ("/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file", 503),
        ("/api/covers/nonsense/nonsense", 404),
        ("/api/me/notes", 401),
        ("/api/auth/sign-in", 405),
    ] {
        let asked = request(&Method::GET, path).header("sec-fetch-mode", "navigate").body(Body::empty()).unwrap();
        let response = router(nowhere()).oneshot(asked).await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8", "{path}");
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let page = String::from_utf8(body.to_vec()).unwrap();
        assert!(page.contains("<h1>") && page.contains("Reference: test-request"), "{path}: {page}");
        assert!(!page.contains("127.0.0.1"), "{path} tells about our insides: {page}");

        let (_, headers, body) = answer(request(&Method::GET, path).body(Body::empty()).unwrap()).await;
        assert_eq!(
            (&headers["content-type"], &body["status"]),
            (&"application/problem+json".parse().unwrap(), &status.into())
        );
    }
}

/// Sends a batch request without a token.
async fn send_batch(requests: Value) -> (StatusCode, Value) {
    let body = serde_json::json!({ "requests": requests }).to_string();
    let asked = request(&Method::POST, "/api/batch").header("content-type", "application/json");
    let (status, _, body) = answer(asked.body(Body::from(body)).unwrap()).await;
    (status, body)
}

#[tokio::test]
async fn a_batch_returns_the_same_responses_as_single_requests() {
    let requests = ["/api/health", "/api/no/such/route", "/api/me/feed", "/api/courses/CS246?x=1"];
    let asked = requests.map(|path| serde_json::json!({ "path": path }));
    let (status, body) = send_batch(asked.into_iter().collect()).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let responses = body["responses"].as_array().unwrap();
    assert_eq!(responses.len(), requests.len());
    for (path, together) in requests.into_iter().zip(responses) {
        let (status, headers, alone) = answer(request(&Method::GET, path).body(Body::empty()).unwrap()).await;
        assert_eq!(together["status"], status.as_u16(), "{path}");
        let body: Value = serde_json::from_str(together["body"].as_str().unwrap()).unwrap();
        assert_eq!(body, alone, "{path}");
        for name in ["content-type", "retry-after", "etag"] {
            let alone = headers.get(name).map(|value| value.to_str().unwrap());
            assert_eq!(together["headers"][name].as_str(), alone, "{name} of {path}");
        }
    }
}

#[tokio::test]
async fn batch_rejects_routes_that_must_be_requested_separately() {
    let alone = [
        "",
        "me/feed",
        "/assets/app.js",
        "https://elsewhere.example.org/api/health",
        "/api/auth/account",
        "/api/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file",
        "/api/me/notes/01JD8Z5V7R8XQ4N2T6W0YB3C9E/file?download=1",
    ];
    for path in alone {
        let (status, body) = send_batch(serde_json::json!([{ "path": "/api/health" }, { "path": path }])).await;
        assert_eq!((status.as_u16(), &body["fields"][0]["field"]), (422, &Value::from("path")), "{path}: {body}");
    }
    let (status, body) = send_batch(vec![serde_json::json!({ "path": "/api/health" }); 13].into()).await;
    assert_eq!((status.as_u16(), &body["fields"][0]["field"]), (422, &Value::from("requests")), "{body}");
}

#[tokio::test]
async fn health_answers_200_without_calling_a_service() {
    let (status, _, body) = answer(request(&Method::GET, "/api/health").body(Body::empty()).unwrap()).await;
    assert_eq!((status, body), (StatusCode::OK, serde_json::json!({ "status": "ok" })));
}

#[test]
fn the_body_of_every_problem_matches_its_snapshot() {
    let fields = FieldErrors(vec![
        FieldError::new("title", "required", "Title is required."),
        FieldError::new("chapter", "invalid", "Enter a whole number from 1 to 999."),
    ]);
    let errors = [
        Error::Invalid(fields),
        Error::InvalidCursor,
        Error::NotFound(ResourceKind::Note),
        Error::Forbidden(AccessRule::AdministratorsOnly),
        Error::Conflict(Conflict::UsernameTaken),
        Error::Conflict(Conflict::AlreadyUploaded),
        Error::Conflict(Conflict::VersionMismatch),
        Error::LimitReached { limit: "SAVED_NOTES_MAX", max: 2000 },
        Error::LimitReached { limit: "CARDS_MAX", max: 200 },
        Error::RateLimited { retry_after_secs: 12 },
        Error::Unavailable("table 'secret-table' timed out".into()),
        Error::Broken("item with key 'secret-key' cannot be read".into()),
    ];
    let bodies: Vec<_> = errors.into_iter().map(|error| Problem::from(error).body("trace")).collect();
    let text = serde_json::to_string_pretty(&bodies).unwrap();
    assert!(!text.contains("secret"), "a cause reached a body");
    insta::assert_snapshot!(text);
}

#[test]
fn s8_auth_1_h12_user_pool_errors_do_not_reveal_whether_an_account_exists() {
    use store::users::UsersError;
    let same =
        [UsersError::WrongCredentials, UsersError::NotConfirmed, UsersError::ResetRequired, UsersError::AddressTaken];
    for error in same {
        let body = Problem::from(error).body("trace");
        assert_eq!((body.status, body.detail.as_str()), (401, "Incorrect email or password."));
    }
    let too_many = Problem::from(UsersError::RateLimited).body("trace");
    assert_eq!((too_many.status, too_many.detail.as_str()), (429, "Too many attempts. Please wait a minute."));
    for (error, code) in [
        (UsersError::CodeMismatch, "code_mismatch"),
        (UsersError::CodeExpired, "code_expired"),
        (UsersError::WeakPassword, "weak_password"),
    ] {
        assert_eq!(serde_json::to_value(Problem::from(error).code()).unwrap(), code);
    }
}
