//! The model of search by meaning, which is published with the web app, so that browsers and this function use the same
//! file.

use std::sync::{Arc, Mutex, Once, PoisonError};

use meaning::Encoder;
use serde::Deserialize;
use store::keys::object;
use store::objects::{self, Bucket};
use store::{Error, Result, Sha256Hash, Store};

const MANIFEST_MAX_BYTES: u64 = 4096;
/// Maximum size of a model. The current one has 13 MB.
const MODEL_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The loaded model, kept between calls.
static LOADED: Mutex<Option<Arc<Model>>> = Mutex::new(None);
static TOLD: Once = Once::new();

/// A loaded model.
pub(super) struct Model {
    pub(super) encoder: Encoder,
    pub(super) sha256: Sha256Hash,
}

/// The file `meaning.json` of the web app; `null` if it was built without a model.
#[derive(Deserialize)]
struct Manifest {
    /// Path of the model within the web app.
    file: String,
    sha256: Sha256Hash,
}

/// Returns the model of the published web app, or `None` if it was built without one. Cost: 1 request, and 1 more for a
/// new model.
///
/// # Errors
/// `Broken` if the manifest or the model is damaged.
pub(super) async fn load(store: &Store) -> Result<Option<Arc<Model>>> {
    let manifest = match objects::get(store, Bucket::Site, &object::meaning_manifest(), MANIFEST_MAX_BYTES).await {
        Ok(manifest) => manifest,
        Err(Error::NotFound(_)) => return Ok(without_model()),
        Err(error) => return Err(error),
    };
    let manifest: Option<Manifest> = serde_json::from_slice(&manifest).map_err(|error| Error::Broken(error.into()))?;
    let Some(Manifest { file, sha256 }) = manifest else { return Ok(without_model()) };
    let known = LOADED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(known) = known.filter(|known| known.sha256 == sha256) {
        return Ok(Some(known));
    }
    let key =
        object::meaning_model(&file).ok_or_else(|| Error::broken("the manifest of the model names another file"))?;
    let bytes = objects::get(store, Bucket::Site, &key, MODEL_MAX_BYTES).await?;
    if Sha256Hash::of(&bytes) != sha256 {
        return Err(Error::broken("the model for search by meaning has another hash than its manifest"));
    }
    let encoder = Encoder::read(bytes.into()).map_err(|error| Error::Broken(error.into()))?;
    let model = Arc::new(Model { encoder, sha256 });
    *LOADED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&model));
    Ok(Some(model))
}

/// Logs once that there is no model.
fn without_model() -> Option<Arc<Model>> {
    TOLD.call_once(|| tracing::info!("the web app has no model, so notes cannot be searched by meaning"));
    None
}
