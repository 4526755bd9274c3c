//! Published files: packed, named by their content, and removed a day after they were replaced.

use std::io;

use bytes::Bytes;
use store::keys::object::ObjectKey;
use store::objects::{self, Bucket, PutCondition, Served, compression};
use store::{Error, Result, Sha256Hash, Store, Timestamp};

/// Largest published file that is read back; far above what 100,000 courses need.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Seconds that a replaced file is kept for pages that have just read its name.
const REPLACED_KEPT_SECS: i64 = 86_400;

/// Entry of one file in the manifest.
pub(super) struct Part {
    pub(super) sha256: Sha256Hash,
    pub(super) size_bytes: u64,
    pub(super) count: u32,
}

/// A published file, unpacked; `None` when it is not there or cannot be unpacked.
pub(super) async fn bytes(store: &Store, bucket: Bucket, key: &ObjectKey) -> Result<Option<Vec<u8>>> {
    match objects::get(store, bucket, key, FILE_MAX_BYTES).await {
        Ok(file) => Ok(unpacked(&file).ok()),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file with this number of records, unless the same file is already published.
pub(super) async fn put(
    store: &Store,
    bucket: Bucket,
    key: impl Fn(&Sha256Hash) -> ObjectKey,
    bytes: &[u8],
    count: usize,
    published: Option<&str>,
) -> Result<Part> {
    let sha256 = Sha256Hash::of(bytes);
    if published != Some(sha256.as_str()) {
        let packed = compression::compress(bytes).map_err(|error| Error::Broken(error.into()))?;
        tracing::info!(packed_bytes = packed.len(), "packed a file of the catalogue");
        let served = Served {
            content_type: "application/octet-stream",
            cache_control: match bucket {
                Bucket::Site => "public, max-age=31536000, immutable",
                Bucket::Files => "private, max-age=31536000, immutable",
            },
            // CloudFront packs no file of this type, and none of more than 10 MB.
            content_encoding: Some("br"),
        };
        objects::put_served(store, bucket, &key(&sha256), Bytes::from(packed), &served, PutCondition::Always).await?;
    }
    Ok(Part {
        sha256,
        size_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    })
}

/// A published file in what was stored, as browsers unpack it.
///
/// # Errors
/// When the bytes are not in Brotli, or would be far larger than any catalogue.
pub fn unpacked(stored: &[u8]) -> io::Result<Vec<u8>> {
    compression::decompress(stored, FILE_MAX_BYTES)
}

/// Removes published files but the newest ones, if they are old enough. Answers with how many. 1 request for each
/// bucket and each file.
pub(super) async fn remove_others(store: &Store, newest: &[ObjectKey], now: Timestamp) -> Result<usize> {
    let mut removed = 0;
    for bucket in [Bucket::Site, Bucket::Files] {
        for (key, written_at) in objects::list_published(store, bucket).await? {
            if !newest.contains(&key) && written_at.epoch_secs() < now.epoch_secs() - REPLACED_KEPT_SECS {
                objects::delete(store, bucket, &key).await?;
                removed += 1;
            }
        }
    }
    Ok(removed)
}
