//! Listing of objects.

use super::Bucket;
use crate::client::Store;
use crate::table::map_sdk_error;
use model::error::Result;
use model::timestamp::Timestamp;

/// One object in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectEntry {
    /// Key as stored. It need not be a key that our code creates.
    pub key: String,
    /// Time of the last write.
    pub written_at: Timestamp,
}

/// Lists all objects of the private bucket by key. Cost: 1 request per 1,000 objects.
pub async fn list_files(store: &Store) -> Result<Vec<ObjectEntry>> {
    list_by_prefix(store, Bucket::Files, "").await
}

/// Lists objects by key prefix. Cost: 1 request per 1,000 objects.
pub(super) async fn list_by_prefix(store: &Store, bucket: Bucket, prefix: &str) -> Result<Vec<ObjectEntry>> {
    let mut found = Vec::new();
    let mut next = None;
    loop {
        let bucket = bucket.name(store);
        let request = store.s3().list_objects_v2().bucket(bucket).prefix(prefix).set_continuation_token(next);
        let answer = request.send().await.map_err(map_sdk_error)?;
        for object in answer.contents.unwrap_or_default() {
            let written_at = object.last_modified.and_then(|at| Timestamp::from_epoch_secs(at.secs()).ok());
            if let (Some(key), Some(written_at)) = (object.key, written_at) {
                found.push(ObjectEntry { key, written_at });
            }
        }
        next = answer.next_continuation_token;
        if next.is_none() {
            return Ok(found);
        }
    }
}
