//! The HTTP API of Note Ninja, one Lambda function.
//!
//! A request passes: trace id and log line, panics caught, body limit, then the audience of its route, the
//! extractors, the handler. [`table`] is the list of all routes; `http/problem.rs` is every answer that is no success.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

pub mod console;
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
use crate::state::Routes;

pub use crate::http::audience::{Audience, RouteInfo};
pub use crate::http::auth::principal::Principal;
pub use crate::http::client::ClientAddress;
pub use crate::http::origin::OriginSecret;
pub use crate::http::problem::Problem;
pub use settings::{ApiSettings, RateLimits, SettingsError};
pub use state::ApiState;

/// Everything under `/api`. The server in front may put a [`ClientAddress`] on every request.
pub fn router(state: ApiState) -> Router {
    let routes = routes(state);
    routes.clone().layer(Extension(Routes(routes)))
}

/// All routes with what is around them; `batch` asks them from within.
fn routes(state: ApiState) -> Router {
    let RouterBuilder(routes) = table::fill(RouterBuilder::default());
    routes
        .fallback(async || Problem::from_status(StatusCode::NOT_FOUND))
        .method_not_allowed_fallback(async || Problem::from_status(StatusCode::METHOD_NOT_ALLOWED))
        .with_state(state.clone())
        .layer(Extension(state))
        .layer(DefaultBodyLimit::max(usize::try_from(JSON_BODY_MAX_BYTES).unwrap_or(usize::MAX)))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(http::request_log::finish))
}

/// The API document. The committed `openapi.json` is this, and a test keeps it so.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    table::fill(Document::new()).into_parts().0
}

/// Every route with its audience. There is no route outside this list.
#[must_use]
pub fn route_table() -> Vec<RouteInfo> {
    table::fill(Document::new()).into_parts().1
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text =
        panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    Problem::internal(format!("a handler panicked: {}", text.unwrap_or_default())).into_response()
}

#[cfg(test)]
mod tests;
