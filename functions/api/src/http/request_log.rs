//! Outermost layer of every request: assigns the trace id, writes one log line, and writes the body of problems.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use ulid::Ulid;

use crate::http::error_page;
use crate::http::problem::Problem;

/// Header with the request id of the gateway.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub(crate) async fn log_request(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let trace_id = trace_id(request.headers());
    let method = request.method().as_str().to_owned();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let is_for_people = error_page::accepts_page(request.method(), request.headers());

    let mut response = next.run(request).await;
    if let Some(problem) = problem_of(&mut response) {
        problem.log(&method, &route, &trace_id);
        if is_for_people {
            problem.write_page(&mut response, error_page::render(&problem.body(&trace_id), &route));
        } else {
            problem.write_json(&mut response, &trace_id);
        }
    }
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Private responses are never cached. Public responses set their own `Cache-Control`.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::from_str(&trace_id) {
        headers.insert(REQUEST_ID, value);
    }
    // Log the route pattern and not the path, because paths contain usernames.
    let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(method, route, trace_id, status = response.status().as_u16(), duration_ms, "answered");
    response
}

/// Returns the gateway's request id if it is safe to log, otherwise a new id.
fn trace_id(headers: &HeaderMap) -> String {
    let harmless = |id: &&str| {
        (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_=".contains(&b))
    };
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(harmless);
    given.map_or_else(|| Ulid::generate().to_string(), ToOwned::to_owned)
}

/// Returns the problem that a handler, an extractor or the guard has attached, or a problem for an error status of the
/// router.
fn problem_of(response: &mut Response) -> Option<Problem> {
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        return Some(problem);
    }
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let is_ours = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    (is_error && !is_ours).then(|| Problem::from_status(status))
}
