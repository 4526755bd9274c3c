//! The published catalogue, as browsers read it.

use aws::client::Store;
use aws::objects::{self, Bucket, compression};
use model::error::{Error, Result};
use model::keys::object;
use wasm_core::catalogue::{CatalogueManifest, decode};
use wasm_core::course::CourseCode;

/// Maximum size of the manifest in bytes; far above what one needs.
const MANIFEST_MAX_BYTES: u64 = 64 * 1024;

/// Maximum size of the catalogue in bytes; far above what 100,000 courses need.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Returns the codes of all courses in the published catalogue, which never contains hidden ones. Empty if none was
/// published yet. Cost: 2 requests to the bucket.
///
/// # Errors
/// `Unavailable` if the catalogue was replaced between the two requests.
pub async fn course_codes(store: &Store) -> Result<Vec<CourseCode>> {
    let manifest =
        objects::find_with_etag(store, Bucket::Site, &object::catalogue_manifest(), MANIFEST_MAX_BYTES).await?;
    let Some((manifest, _)) = manifest else { return Ok(Vec::new()) };
    let manifest: CatalogueManifest = serde_json::from_slice(&manifest).map_err(|error| Error::Broken(error.into()))?;
    let sha256 = manifest.sha256.parse().map_err(|_| Error::broken("the manifest names no file"))?;
    let file = match objects::get(store, Bucket::Site, &object::catalogue(&sha256), FILE_MAX_BYTES).await {
        Err(Error::NotFound(_)) => return Err(Error::Unavailable("the catalogue was replaced".into())),
        outcome => outcome?,
    };
    let file = compression::decompress(&file, FILE_MAX_BYTES).map_err(|error| Error::Broken(error.into()))?;
    let records = decode(&file).map_err(|error| Error::Broken(error.into()))?;
    Ok(records.into_iter().map(|record| record.code).collect())
}
