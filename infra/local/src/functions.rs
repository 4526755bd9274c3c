//! Connects the Lambda functions with the local engines.

use std::sync::Arc;

use api::{ApiSettings, ApiState, Throttles};
use axum::Router;
use inspect::Inspector;
use store::{Settings, Store, Timestamp};

use crate::{LocalError, LocalOptions, events, stream};

/// Creates the HTTP API on these engines.
pub(crate) fn api(
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
        throttles: if options.throttles { Throttles::default() } else { Throttles::wide_open() },
        anonymous_requests: true,
        second_factor_required: options.second_factor_required,
    };
    Ok(api::router(ApiState::with_store(&settings, store.clone())))
}

/// Returns a handler that calls `ingest` for every record of an event.
pub(crate) fn ingest(store: &Store, inspector: &Inspector) -> events::Deliver {
    let (store, inspector) = (store.clone(), inspector.clone());
    Arc::new(move |event| {
        let (store, inspector) = (store.clone(), inspector.clone());
        Box::pin(async move {
            for record in event.records {
                ingest::handle(&store, &inspector, record).await.map_err(|e| e.to_string())?;
            }
            Ok(())
        })
    })
}

/// Logs that the reader binary is missing, and when it becomes available. Upload checks wait for it.
pub(crate) async fn tell_of_readers(inspector: Inspector) {
    tracing::info!("the file reader is not ready yet; uploads wait until it is compiled");
    match inspector.until_there().await {
        Ok(()) => tracing::info!("the file reader is ready; uploads are checked"),
        Err(missing) => tracing::warn!("uploads are not checked: {}; `cargo xtask dev` compiles it", missing.reason()),
    }
}

/// Rebuilds the catalogue after an update that changed its format. Otherwise it would stay outdated until a course
/// changes.
pub(crate) async fn renew_catalogue(store: Store) {
    match changes::catalogue::renew(&store, Timestamp::now()).await {
        Ok(true) => tracing::info!("rebuilt the catalogue: this version uses another format"),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "the catalogue could not be rebuilt"),
    }
}

/// Returns a handler that calls `inside` with a batch. It returns the numbers of the failed records.
pub(crate) fn inside(store: &Store) -> stream::Deliver {
    let store = store.clone();
    Arc::new(move |event| {
        let store = store.clone();
        Box::pin(async move {
            let answer = inside::handle(&store, event).await.map_err(|e| e.to_string())?;
            Ok(answer.batch_item_failures.into_iter().filter_map(|failure| failure.item_identifier).collect())
        })
    })
}

/// Rebuilds full-text indexes that are missing or have an older format.
pub(crate) async fn renew_insides(store: Store) {
    if let Err(error) = inside::renew_all(&store, Timestamp::now()).await {
        tracing::warn!(%error, "the indexes of notes could not be rebuilt");
    }
}

/// Returns a handler that calls `changes` with a batch. It returns the numbers of the failed records.
pub(crate) fn changes(store: &Store) -> stream::Deliver {
    let store = store.clone();
    Arc::new(move |event| {
        let store = store.clone();
        Box::pin(async move {
            let answer = changes::handle(&store, event).await.map_err(|e| e.to_string())?;
            Ok(answer.batch_item_failures.into_iter().filter_map(|failure| failure.item_identifier).collect())
        })
    })
}
