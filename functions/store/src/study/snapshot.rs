//! What the log of a student has come to, as one of their devices made it: a file, because 20,000 cards are 300 kB, which as an
//! item would cost more than the log.
//!
//! It follows from the log, so it is in no export, and losing it only makes the next device read more.

use aws::client::Store;
use aws::objects::{self, Bucket, PutCondition};
use aws::retry::Retry;
use bytes::Bytes;
use model::error::{Conflict, Error, Result};
use model::ids::UserId;
use model::keys::object;
use model::timestamp::Timestamp;
use wasm_core::limits::STUDY_SNAPSHOT_MAX_BYTES;
use wasm_core::study::snapshot::covered_before_ms;

/// A snapshot that may be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSnapshot {
    before_ms: u64,
    bytes: Bytes,
}

impl NewSnapshot {
    /// What a device sent; nothing when it is no snapshot of today's version, or says to cover what is still to come.
    #[must_use]
    pub fn of(bytes: Bytes, now: Timestamp) -> Option<Self> {
        let before_ms = covered_before_ms(&bytes)?;
        (before_ms <= now.epoch_millis()).then_some(Self { before_ms, bytes })
    }
}

/// The snapshot, if there is one that today's pages can read. 1 request.
pub async fn find(store: &Store, owner: &UserId) -> Result<Option<Bytes>> {
    Ok(found(store, owner).await?.map(|(bytes, _)| bytes).filter(|bytes| covered_before_ms(bytes).is_some()))
}

/// Keeps a snapshot, unless there is one that covers as much. Condition: what is there is what we compared it with. 2
/// requests.
///
/// # Errors
/// `Conflict(Changed)` when others kept theirs all the time.
pub async fn keep(store: &Store, owner: &UserId, snapshot: &NewSnapshot) -> Result<()> {
    let key = object::study_snapshot(owner);
    let mut retry = Retry::new();
    loop {
        let condition = match found(store, owner).await? {
            None => PutCondition::IfAbsent,
            Some((kept, _)) if covered_before_ms(&kept) >= Some(snapshot.before_ms) => return Ok(()),
            Some((_, tag)) => PutCondition::IfTag(tag),
        };
        let bytes = snapshot.bytes.clone();
        let put =
            objects::put(store, Bucket::Files, &key, bytes, "application/octet-stream", "private, no-store", condition);
        match put.await {
            Err(Error::Conflict(Conflict::Changed)) => retry.wait().await?,
            result => return result,
        }
    }
}

/// Removes the snapshot of somebody who has left; removing what is not there is fine. 1 request.
pub(crate) async fn remove(store: &Store, owner: &UserId) -> Result<()> {
    objects::delete(store, Bucket::Files, &object::study_snapshot(owner)).await
}

async fn found(store: &Store, owner: &UserId) -> Result<Option<(Bytes, String)>> {
    objects::find_tagged(store, Bucket::Files, &object::study_snapshot(owner), STUDY_SNAPSHOT_MAX_BYTES).await
}
