//! CORS rules of the file store, equal to those of the real bucket: our page may upload and read.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};

const METHODS: [&str; 3] = ["GET", "HEAD", "PUT"];
/// Response headers that the page may read. `tests/cloud` compares them with the template.
const EXPOSED: &str = "etag, content-range, accept-ranges, content-length";
/// Cache lifetime of a preflight response in seconds.
const MAX_AGE_SECS: &str = "3000";

fn is_allowed_header(name: &str) -> bool {
    matches!(name, "content-type" | "range") || name.starts_with("x-amz-")
}

/// Answers preflight requests and adds CORS headers to responses for the allowed origin.
pub(crate) async fn cors(State(allowed): State<HeaderValue>, request: Request, next: Next) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    if request.method() == Method::OPTIONS {
        return preflight(&allowed, origin.as_ref(), request.headers());
    }
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    headers.append(VARY, HeaderValue::from_static("origin"));
    if origin.is_some_and(|origin| origin == allowed) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
    answer
}

fn preflight(allowed: &HeaderValue, origin: Option<&HeaderValue>, asked: &HeaderMap) -> Response {
    let text = |name| asked.get(name).and_then(|v: &HeaderValue| v.to_str().ok()).unwrap_or_default();
    let method_fits = METHODS.contains(&text(ACCESS_CONTROL_REQUEST_METHOD));
    let wanted = text(ACCESS_CONTROL_REQUEST_HEADERS).to_ascii_lowercase();
    let headers_fit = wanted.split(',').map(str::trim).filter(|h| !h.is_empty()).all(is_allowed_header);
    if origin != Some(allowed) || !method_fits || !headers_fit {
        return (StatusCode::FORBIDDEN, "CORSResponse: This CORS request is not allowed.").into_response();
    }
    let mut answer = StatusCode::OK.into_response();
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed.clone());
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, PUT"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE_SECS));
    headers.insert(VARY, HeaderValue::from_static("origin"));
    if let Ok(value) = HeaderValue::from_str(&wanted)
        && !wanted.is_empty()
    {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, value);
    }
    answer
}
