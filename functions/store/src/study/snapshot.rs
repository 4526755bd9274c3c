//! Snapshot of a student's review log, computed by one of the student's devices. It is a file, because 20,000 cards
//! take 300 kB, which would cost more as an item than the log.
//!
//! The snapshot can be derived from the log. Exports therefore do not contain it, and if it is lost, the next device
//! only has to read more of the log.

use aws::client::Store;
use aws::objects::{self, Bucket, PutCondition};
use aws::retry::Retry;
use bytes::Bytes;
use model::error::{Conflict, Error, Result};
use model::ids::UserId;
use model::keys::object;
use model::timestamp::Timestamp;
use wasm_core::limits::STUDY_SNAPSHOT_MAX_BYTES;
use wasm_core::study::snapshot::snapshot_watermark_ms;

/// A validated snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSnapshot {
    before_ms: u64,
    bytes: Bytes,
}

impl NewSnapshot {
    /// Validates an uploaded snapshot. Returns `None` if it has another version or covers a future time.
    #[must_use]
    pub fn of(bytes: Bytes, now: Timestamp) -> Option<Self> {
        let before_ms = snapshot_watermark_ms(&bytes)?;
        (before_ms <= now.epoch_millis()).then_some(Self { before_ms, bytes })
    }
}

/// Returns the snapshot if it has the current version. Cost: 1 request.
pub async fn find(store: &Store, owner: &UserId) -> Result<Option<Bytes>> {
    Ok(found(store, owner).await?.map(|(bytes, _)| bytes).filter(|bytes| snapshot_watermark_ms(bytes).is_some()))
}

/// Stores a snapshot unless the stored one covers the same or a later time. Condition: the stored snapshot is unchanged
/// since the comparison. Cost: 2 requests.
pub async fn put_if_newer(store: &Store, owner: &UserId, snapshot: &NewSnapshot) -> Result<()> {
    let key = object::study_snapshot(owner);
    let mut retry = Retry::new();
    loop {
        let condition = match found(store, owner).await? {
            None => PutCondition::IfAbsent,
            Some((kept, _)) if snapshot_watermark_ms(&kept) >= Some(snapshot.before_ms) => return Ok(()),
            Some((_, tag)) => PutCondition::IfMatch(tag),
        };
        let bytes = snapshot.bytes.clone();
        let put =
            objects::put(store, Bucket::Files, &key, bytes, "application/octet-stream", "private, no-store", condition);
        match put.await {
            Err(Error::Conflict(Conflict::VersionMismatch)) => retry.wait().await?,
            result => return result,
        }
    }
}

/// Deletes the snapshot of a deleted account. Idempotent. Cost: 1 request.
pub(crate) async fn remove(store: &Store, owner: &UserId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::study_snapshot(owner)).await
}

async fn found(store: &Store, owner: &UserId) -> Result<Option<(Bytes, String)>> {
    objects::find_with_etag(store, Bucket::Files, &object::study_snapshot(owner), STUDY_SNAPSHOT_MAX_BYTES).await
}
