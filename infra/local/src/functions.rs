//! Connects the Lambda functions with the local engines.

use std::sync::Arc;

use api::{ApiSettings, ApiState, RateLimits};
use axum::Router;
use background::Function;
use inspect::Extractor;
use store::{Settings, Store};

use crate::{LocalError, LocalOptions, events, stream};

/// Creates the HTTP API on these engines.
pub(crate) fn api_router(
    settings: &Settings,
    store: &Store,
    app_origin: &str,
    options: &LocalOptions,
) -> Result<Router, LocalError> {
    let users = settings.endpoints.cognito.as_deref().unwrap_or_default();
    let settings = ApiSettings {
        store: settings.clone(),
        app_origin: app_origin.to_owned(),
        // cognitox always writes this issuer, independent of its own URL.
        token_issuer: format!("https://cognito-idp.local.amazonaws.com/{}", settings.user_pool_id),
        jwks_url: format!("{users}/.well-known/jwks.json"),
        rate_limits: if options.rate_limits { RateLimits::default() } else { RateLimits::unlimited() },
        anonymous_requests: true,
        second_factor_required: options.second_factor_required,
    };
    Ok(api::router(ApiState::with_store(&settings, store.clone())))
}

/// Returns a handler that calls `ingest`.
pub(crate) fn ingest_handler(store: &Store, inspector: &Extractor) -> events::EventHandler {
    let (store, inspector) = (store.clone(), inspector.clone());
    Arc::new(move |event| {
        let (store, inspector) = (store.clone(), inspector.clone());
        Box::pin(async move { ingest::handle(&store, &inspector, event).await.map_err(|e| e.to_string()) })
    })
}

/// Logs that the reader binary is missing, and when it becomes available. Upload checks wait for it.
pub(crate) async fn log_extractor_status(inspector: Extractor) {
    tracing::info!("the file reader is not ready yet; uploads wait until it is compiled");
    match inspector.wait_until_ready().await {
        Ok(()) => tracing::info!("the file reader is ready; uploads are checked"),
        Err(missing) => {
            tracing::warn!("uploads are not checked: {}; `cargo xtask dev` compiles it", missing.io_error());
        }
    }
}

/// Returns a handler that calls a function with a batch. It returns the numbers of the failed records.
pub(crate) fn stream_handler(function: Function, store: &Store) -> stream::RecordHandler {
    let store = store.clone();
    Arc::new(move |event| {
        let store = store.clone();
        Box::pin(async move {
            let answer = (function.follow)(&store, event).await.map_err(|e| e.to_string())?;
            Ok(answer.batch_item_failures.into_iter().filter_map(|failure| failure.item_identifier).collect())
        })
    })
}

/// Rebuilds the stored data of a function that has the format of another version. Otherwise the data would stay
/// outdated until the next record that concerns it.
pub(crate) async fn catch_up(function: Function, store: Store) {
    match (function.catch_up)(&store).await {
        Ok(true) => tracing::info!("{} rebuilt what was missing or in the format of another version", function.name),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "{} could not rebuild what another version has stored", function.name),
    }
}
