//! Published files: compressed, named by their content, and deleted one day after their replacement.

use std::io;

use bytes::Bytes;
use store::keys::object::ObjectKey;
use store::objects::{self, Bucket, PutCondition, ResponseHeaders, compression};
use store::{Error, Result, Sha256Hash, Store, Timestamp};

/// Maximum size of a published file that is read, in bytes; far larger than the file of 100,000 courses.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Seconds after which a replaced file may be deleted. Until then, pages with an earlier manifest can still load it.
const REPLACED_KEPT_SECS: i64 = 86_400;

/// Entry of one file in the manifest.
pub(super) struct ManifestEntry {
    pub(super) sha256: Sha256Hash,
    pub(super) size_bytes: u64,
    pub(super) count: u32,
}

/// Returns a decompressed published file, or `None` if it is missing or cannot be decompressed.
pub(super) async fn read(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<Option<Vec<u8>>> {
    match objects::get(store, bucket, key, FILE_MAX_BYTES).await {
        Ok(file) => Ok(decompress(&file).ok()),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file with `count` records, unless the same file is already published.
pub(super) async fn put_if_changed(
    store: &Store,
    bucket: Bucket,
    key: impl Fn(&Sha256Hash) -> ObjectKey,
    bytes: &[u8],
    count: usize,
    published: Option<&str>,
) -> Result<ManifestEntry> {
    let sha256 = Sha256Hash::of(bytes);
    if published != Some(sha256.as_str()) {
        let packed = compression::compress(bytes).map_err(|error| Error::Broken(error.into()))?;
        tracing::info!(packed_bytes = packed.len(), "packed a file of the catalogue");
        let served = ResponseHeaders {
            content_type: "application/octet-stream",
            cache_control: match bucket {
                Bucket::Site => "public, max-age=31536000, immutable",
                Bucket::Files => "private, max-age=31536000, immutable",
            },
            // CloudFront does not compress this content type, nor files above 10 MB.
            content_encoding: Some("br"),
        };
        objects::put_with_headers(store, bucket, &key(&sha256), Bytes::from(packed), &served, PutCondition::Always)
            .await?;
    }
    Ok(ManifestEntry {
        sha256,
        size_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    })
}

/// Decompresses a published file in the same way as browsers do.
///
/// # Errors
/// If the bytes are not valid Brotli, or decompress to more than the maximum size.
pub fn decompress(stored: &[u8]) -> io::Result<Vec<u8>> {
    compression::decompress(stored, FILE_MAX_BYTES)
}

/// Deletes old published files except `newest`. Returns the number of deleted files. Cost: 1 request per bucket and per
/// deleted file.
pub(super) async fn remove_outdated(store: &Store, newest: &[ObjectKey], now: Timestamp) -> Result<usize> {
    let mut removed = 0;
    for bucket in [Bucket::Site, Bucket::Files] {
        for (key, written_at) in objects::list_catalogue_files(store, bucket).await? {
            if !newest.contains(&key) && written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS {
                objects::delete(store, bucket, &key).await?;
                removed += 1;
            }
        }
    }
    Ok(removed)
}
