//! Shared HTTP layer: authentication, extractors, problems, routing and the API document.

pub(crate) mod arguments;
pub(crate) mod audience;
pub(crate) mod audit;
pub(crate) mod auth;
pub mod batch;
pub mod beacon;
pub(crate) mod client;
pub(crate) mod client_chosen_id;
pub(crate) mod error_page;
pub(crate) mod extract;
pub(crate) mod fields;
pub(crate) mod health;
pub(crate) mod openapi;
pub(crate) mod origin;
pub mod problem;
pub(crate) mod request_log;
pub(crate) mod routing;
pub mod wire;
