//! The HTTP API of Note Ninja, one Lambda function.
//!
//! Order of layers: trace id and log line, panic handler, body limit, audience of the route, extractors, handler.
//! [`table`] lists all routes; `http/problem.rs` builds every error response.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod console;
mod crawlers;
pub mod http;
pub mod library;
pub mod logs;
pub mod metrics;
pub mod mine;
mod pages;
pub mod people;
mod settings;
mod state;
pub mod study;
mod table;

use ::http::StatusCode;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use wasm_core::limits::JSON_BODY_MAX_BYTES;

use crate::http::openapi::Document;
use crate::http::routing::RouterBuilder;
use crate::state::InnerRouter;

pub use crate::http::audience::{Audience, RouteInfo};
pub use crate::http::auth::principal::Principal;
pub use crate::http::client::ClientAddress;
pub use crate::http::origin::OriginSecret;
pub use crate::http::problem::Problem;
pub use settings::{ApiSettings, RateLimits, SettingsError};
pub use state::ApiState;

/// Returns the router of everything under `/api`. The server in front may add a [`ClientAddress`] to every request.
pub fn router(state: ApiState) -> Router {
    let routes = routes(state);
    routes.clone().layer(Extension(InnerRouter(routes)))
}

/// Builds all routes with their layers. The batch route calls this router too.
fn routes(state: ApiState) -> Router {
    let RouterBuilder(routes) = table::add_all_routes(RouterBuilder::default());
    routes
        .fallback(async || Problem::from_status(StatusCode::NOT_FOUND))
        .method_not_allowed_fallback(async || Problem::from_status(StatusCode::METHOD_NOT_ALLOWED))
        .with_state(state.clone())
        .layer(Extension(state))
        .layer(DefaultBodyLimit::max(usize::try_from(JSON_BODY_MAX_BYTES).unwrap_or(usize::MAX)))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(http::request_log::log_request))
}

/// Returns the API document. A test compares it with the committed `openapi.json`.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    table::add_all_routes(Document::new()).into_parts().0
}

/// Returns every route with its audience.
#[must_use]
pub fn route_table() -> Vec<RouteInfo> {
    table::add_all_routes(Document::new()).into_parts().1
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text =
        panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    Problem::internal(format!("a handler panicked: {}", text.unwrap_or_default())).into_response()
}

#[cfg(test)]
mod tests;
