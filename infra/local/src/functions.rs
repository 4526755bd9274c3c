//! The functions, as the engines call them.

use std::sync::Arc;

use api::{ApiSettings, ApiState, Throttles};
use axum::Router;
use inspect::Inspector;
use store::{Settings, Store, Timestamp};

use crate::{LocalError, LocalOptions, events, stream};

/// The HTTP API on these engines.
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
        // cognitox writes this whatever its address is.
        token_issuer: format!("https://cognito-idp.local.amazonaws.com/{}", settings.user_pool_id),
        jwks_url: format!("{users}/.well-known/jwks.json"),
        throttles: if options.throttles { Throttles::default() } else { Throttles::wide_open() },
        anonymous_requests: true,
        second_factor_required: options.second_factor_required,
    };
    Ok(api::router(ApiState::with_store(&settings, store.clone())))
}

/// Calls `ingest` with every record of an event.
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

/// Says that files cannot be read yet, and when they can. Checks of uploads wait meanwhile.
pub(crate) async fn tell_of_readers(inspector: Inspector) {
    tracing::info!("the file reader is not ready yet; uploads wait until it is compiled");
    match inspector.until_there().await {
        Ok(()) => tracing::info!("the file reader is ready; uploads are checked"),
        Err(missing) => tracing::warn!("uploads are not checked: {}; `cargo xtask dev` compiles it", missing.reason()),
    }
}

/// After an update that changed the format of the catalogue, makes it anew from the table: nothing else would before the
/// next change of a course.
pub(crate) async fn renew_catalogue(store: Store) {
    match changes::catalogue::renew(&store, Timestamp::now()).await {
        Ok(true) => tracing::info!("rebuilt the catalogue: this version uses another format"),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "the catalogue could not be rebuilt"),
    }
}

/// Calls `inside` with a batch; it answers with the numbers of the records that failed.
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

/// After an update, makes the indexes of notes that are not there or of another format.
pub(crate) async fn renew_insides(store: Store) {
    if let Err(error) = inside::renew_all(&store, Timestamp::now()).await {
        tracing::warn!(%error, "the indexes of notes could not be rebuilt");
    }
}

/// Calls `changes` with a batch; it answers with the numbers of the records that failed.
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
