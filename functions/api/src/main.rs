//! The API as a Lambda function. Log level and stage-path switch come from the function's environment.

use api::{ApiSettings, ApiState, ClientAddress};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use http::{HeaderName, HeaderValue};
use lambda_http::request::RequestContext;
use tracing_subscriber::EnvFilter;

/// CloudFront and the gateway: each adds the address that it was called from.
const PROXIES_IN_FRONT: usize = 2;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[tokio::main]
async fn main() -> Result<(), lambda_http::Error> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().json().with_env_filter(filter).with_target(false).without_time().init();
    // As text: what `main` returns is printed in the form for programmers.
    let settings = ApiSettings::from_env().map_err(|error| error.to_string())?;
    let router = api::router(ApiState::new(&settings)).layer(from_fn(from_gateway));
    lambda_http::run(router).await
}

/// Takes over what only the gateway knows for sure: the request's id and the client's address.
async fn from_gateway(mut request: Request, next: Next) -> Response {
    if let Some(client) = ClientAddress::forwarded(request.headers(), PROXIES_IN_FRONT) {
        request.extensions_mut().insert(client);
    }
    let id = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context.request_id.as_deref(),
        _ => None,
    };
    // Whatever the client called its request, our logs find it under the gateway's id.
    match id.and_then(|id| HeaderValue::from_str(id).ok()) {
        Some(id) => request.headers_mut().insert(REQUEST_ID, id),
        None => request.headers_mut().remove(REQUEST_ID),
    };
    next.run(request).await
}
