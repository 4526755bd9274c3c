//! The API as a Lambda function. Log level and stage-path switch come from the function's environment.

use api::{ApiSettings, ApiState, ClientAddress};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tracing_subscriber::EnvFilter;

/// CloudFront and the gateway: each adds the address that it was called from.
const PROXIES_IN_FRONT: usize = 2;

#[tokio::main]
async fn main() -> Result<(), lambda_http::Error> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().json().with_env_filter(filter).with_target(false).without_time().init();
    let settings = ApiSettings::from_env()?;
    let router = api::router(ApiState::new(&settings)).layer(from_fn(note_client));
    lambda_http::run(router).await
}

async fn note_client(mut request: Request, next: Next) -> Response {
    if let Some(client) = ClientAddress::forwarded(request.headers(), PROXIES_IN_FRONT) {
        request.extensions_mut().insert(client);
    }
    next.run(request).await
}
