//! What lies in a bucket, without reading it.

use super::Bucket;
use crate::client::Store;
use crate::table::sdk_error;
use model::error::Result;
use model::timestamp::Timestamp;

/// One file as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its key as it is written there; perhaps none of ours.
    pub key: String,
    /// When it was last written.
    pub written_at: Timestamp,
}

/// Everything in the private bucket, by key. 1 request for each 1,000 files.
pub async fn list_files(store: &Store) -> Result<Vec<Listed>> {
    list_under(store, Bucket::Files, "").await
}

/// What lies in a bucket under keys that begin like this. 1 request for each 1,000 files.
pub(super) async fn list_under(store: &Store, bucket: Bucket, prefix: &str) -> Result<Vec<Listed>> {
    let mut found = Vec::new();
    let mut next = None;
    loop {
        let bucket = bucket.name(store);
        let request = store.s3().list_objects_v2().bucket(bucket).prefix(prefix).set_continuation_token(next);
        let answer = request.send().await.map_err(sdk_error)?;
        for object in answer.contents.unwrap_or_default() {
            let written_at = object.last_modified.and_then(|at| Timestamp::from_epoch_secs(at.secs()).ok());
            if let (Some(key), Some(written_at)) = (object.key, written_at) {
                found.push(Listed { key, written_at });
            }
        }
        next = answer.next_continuation_token;
        if next.is_none() {
            return Ok(found);
        }
    }
}
