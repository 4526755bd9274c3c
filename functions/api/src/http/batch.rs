//! Batch requests: the concurrent requests of a page cost one gateway call and one invocation.

pub mod wire;

use axum::body::{Body as HttpBody, to_bytes};
use axum::response::IntoResponse as _;
use axum::{Extension, Json};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Request, Response, Uri};
use tower::ServiceExt as _;
use wasm_core::limits::BATCH_REQUESTS_MAX;

use crate::http::batch::wire::{BatchRequest, BatchResponse, BatchedRequest, BatchedResponse};
use crate::http::client::ClientAddress;
use crate::http::extract::Json as Body;
use crate::http::problem::Problem;
use crate::http::request_log::REQUEST_ID;
use crate::state::InnerRouter;

/// Headers copied from the batch call to each request. Cookies are not copied: no batched route reads the session.
const REQUEST_HEADERS: [HeaderName; 2] = [AUTHORIZATION, REQUEST_ID];

/// Response headers returned for each request.
const RESPONSE_HEADERS: [(HeaderName, &str); 3] =
    [(CONTENT_TYPE, "content-type"), (ETAG, "etag"), (RETRY_AFTER, "retry-after")];

/// Maximum total size of the response bodies in bytes. A Lambda response has at most 6 MB, including escapes.
const RESPONSES_MAX_BYTES: usize = 2 << 20;

/// Runs up to 12 requests, each as its own route would. A failed request does not affect the others.
#[utoipa::path(
    post,
    path = "/api/batch",
    tag = "health",
    request_body = BatchRequest,
    responses((status = 200, description = "Done, even if single requests failed", body = BatchResponse)),
)]
pub(crate) async fn send_batch(
    Extension(routes): Extension<InnerRouter>,
    client: ClientAddress,
    headers: HeaderMap,
    Body(batch): Body<BatchRequest>,
) -> Result<Json<BatchResponse>, Problem> {
    let responses = BatchRequests::new(&batch, &headers, client)?.send(routes).await;
    Ok(Json(BatchResponse { responses }))
}

/// The requests of one batch call.
pub(crate) struct BatchRequests(Vec<Request<HttpBody>>);

impl BatchRequests {
    /// Extracts the requests of a batch call. Fails if one of them cannot be batched.
    pub(crate) fn new(batch: &BatchRequest, headers: &HeaderMap, client: ClientAddress) -> Result<Self, Problem> {
        if batch.requests.len() > BATCH_REQUESTS_MAX {
            let message = format!("Send at most {BATCH_REQUESTS_MAX} requests at a time.");
            return Err(Problem::field("requests", "too_many", message));
        }
        batch.requests.iter().map(|entry| request(entry, headers, client)).collect::<Result<_, _>>().map(Self)
    }

    /// Authorizes all requests with an access token.
    pub(crate) fn authorized_with(mut self, access_token: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(&format!("Bearer {access_token}")) {
            for request in &mut self.0 {
                request.headers_mut().insert(AUTHORIZATION, value.clone());
            }
        }
        self
    }

    /// Runs the requests concurrently. Returns the responses in the order of the requests.
    pub(crate) async fn send(self, InnerRouter(routes): InnerRouter) -> Vec<BatchedResponse> {
        let running: Vec<_> = self.0.into_iter().map(|request| tokio::spawn(routes.clone().oneshot(request))).collect();
        let mut responses = Vec::with_capacity(running.len());
        let mut left = RESPONSES_MAX_BYTES;
        for response in running {
            let response = match response.await {
                Ok(Ok(response)) => response,
                Err(error) => Problem::internal(error).into_response(),
            };
            let response = entry_of(response, left).await;
            left -= response.body.as_deref().map_or(0, str::len);
            responses.push(response);
        }
        responses
    }
}

/// Converts an entry of a batch to an HTTP request.
fn request(entry: &BatchedRequest, headers: &HeaderMap, client: ClientAddress) -> Result<Request<HttpBody>, Problem> {
    let rejection = |message: &str| Problem::field("path", "invalid", message);
    let uri: Uri = entry.path.parse().map_err(|_| rejection("Give a path under /api/."))?;
    let path = uri.path();
    if uri.authority().is_some() || !path.starts_with("/api/") {
        return Err(rejection("Give a path under /api/."));
    }
    // The gateway limits how often these routes are called, and a batch would bypass the limit.
    if path.starts_with("/api/auth/") || path.ends_with("/file") {
        return Err(rejection("This request can't be part of a batch. Send it separately."));
    }
    let mut request = Request::new(HttpBody::empty());
    *request.uri_mut() = uri;
    request.extensions_mut().insert(client);
    for name in REQUEST_HEADERS {
        if let Some(value) = headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    request.headers_mut().insert(ACCEPT, HeaderValue::from_static("application/json"));
    if let Some(tag) = &entry.if_none_match {
        let tag = HeaderValue::from_str(tag).map_err(|_| Problem::field("ifNoneMatch", "invalid", "Send a tag."))?;
        request.headers_mut().insert(IF_NONE_MATCH, tag);
    }
    Ok(request)
}

/// Converts a response to an entry of the batch response. The body is left out if it is longer than `left` bytes.
async fn entry_of(response: Response<HttpBody>, left: usize) -> BatchedResponse {
    let (parts, body) = response.into_parts();
    let headers = RESPONSE_HEADERS
        .iter()
        .filter_map(|(name, known)| Some((*known, parts.headers.get(name)?.to_str().ok()?.into())));
    let body = to_bytes(body, left).await.ok().and_then(|bytes| String::from_utf8(bytes.into()).ok());
    BatchedResponse { status: parts.status.as_u16(), headers: headers.collect(), body }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_batched_response_is_returned_without_its_body_if_that_exceeds_the_remaining_size() {
        for (left, expected) in [(4, Some("long")), (3, None)] {
            let response = entry_of(Response::new(HttpBody::from("long")), left).await;
            assert_eq!((response.status, response.body.as_deref()), (200, expected), "{left}");
        }
    }
}
