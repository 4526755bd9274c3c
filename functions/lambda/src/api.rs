//! The API as a Lambda function. Log level and stage-path switch come from the function's environment.

use std::env;
use std::sync::Arc;

use api::{ApiSettings, ApiState, ClientAddress, OriginSecret};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderName, HeaderValue, StatusCode};
use lambda_http::request::RequestContext;
use tracing_subscriber::filter::{LevelFilter, Targets};

/// Number of trusted proxies, CloudFront and the gateway. Each appends the address of its caller.
const PROXIES_IN_FRONT: usize = 2;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[tokio::main]
async fn main() -> Result<(), lambda_http::Error> {
    // Filter by level and module only: a filter that can also match fields would add a regular expression engine to the
    // program.
    let filter = env::var("RUST_LOG").ok().and_then(|filter| filter.parse().ok());
    let filter = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    tracing::subscriber::set_global_default(api::logs::subscriber(filter, std::io::stdout))?;
    // Convert the error to text, because `main` would print its debug form.
    let settings = ApiSettings::from_env().map_err(|error| error.to_string())?;
    let secret = OriginSecret::from_env().map_err(|error| error.to_string())?;
    let router = api::router(ApiState::new(&settings))
        .layer(from_fn(from_gateway))
        .layer(from_fn_with_state(Arc::new(secret), from_cdn_only));
    lambda_http::run(router).await
}

/// Rejects requests that did not come through the CDN. A client that calls the gateway directly could forge the proxy
/// addresses that `from_gateway` counts.
async fn from_cdn_only(State(secret): State<Arc<OriginSecret>>, request: Request, next: Next) -> Response {
    if secret.matches(request.headers()) {
        return next.run(request).await;
    }
    tracing::warn!("refused a request that did not come through the CDN");
    (StatusCode::FORBIDDEN, "Call this API at the address of its page.").into_response()
}

/// Takes the request id and the client's address from the gateway, which is the only trusted source of both.
async fn from_gateway(mut request: Request, next: Next) -> Response {
    if let Some(client) = ClientAddress::from_forwarded_for(request.headers(), PROXIES_IN_FRONT) {
        request.extensions_mut().insert(client);
    }
    let id = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context.request_id.as_deref(),
        _ => None,
    };
    // Logs use the gateway's request id. A request id sent by the client is replaced.
    match id.and_then(|id| HeaderValue::from_str(id).ok()) {
        Some(id) => request.headers_mut().insert(REQUEST_ID, id),
        None => request.headers_mut().remove(REQUEST_ID),
    };
    next.run(request).await
}
