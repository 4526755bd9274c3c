//! The check of an uploaded file: its lease, heartbeat, release and result.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::Transaction;
use aws::write::Update;
use model::error::Result;
use model::ids::UploadId;
use model::keys;
use model::metadata::Suggestions;
use model::timestamp::Timestamp;
use wasm_core::accessibility::AccessibilityReport;

use super::{KEPT_SECS, Upload, UploadStatus, find, kept_secs};

/// Result of publishing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublishOutcome {
    /// The item is now published.
    Published,
    /// The item was already published; nothing changed.
    AlreadyPublished,
    /// The upload was withdrawn or rejected before; nothing changed.
    UploadCancelled,
}

/// Seconds without a heartbeat after which a check counts as dead. A long recording takes minutes to check, up to
/// Lambda's 900 s, so a running check sends heartbeats ([`renew_lease`]) instead of relying on a long timeout. The
/// value must be below the minute after which Lambda redelivers a failed event, because only a dead check is counted
/// when it is claimed again. The third delivery decides.
pub(super) const LEASE_SECS: i64 = 50;

/// Result of claiming a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lease {
    /// Check the file. Concurrent checks are harmless, because publishing happens once.
    Acquired(Box<Upload>),
    /// The upload is already decided, or waits until its uploader publishes it.
    Decided(Box<Upload>),
    /// The upload does not exist or was withdrawn.
    Unknown,
}

/// Claims the check of an uploaded file: the status becomes checking, and the started check is counted. A live check is
/// joined without counting, because concurrent checks are harmless. A dead check is claimed again. Condition: the
/// upload is unchanged since it was read. Cost: 1 read, 1 write, 1 index write.
pub async fn acquire_lease(store: &Store, id: UploadId, now: Timestamp) -> Result<Lease> {
    let mut retry = Retry::new();
    loop {
        let Some(mut upload) = find(store, id).await? else { return Ok(Lease::Unknown) };
        match upload.status {
            UploadStatus::Review | UploadStatus::Ready | UploadStatus::Failed => {
                return Ok(Lease::Decided(Box::new(upload)));
            }
            UploadStatus::Checking if now.epoch_secs() - upload.updated_at.epoch_secs() < LEASE_SECS => {
                return Ok(Lease::Acquired(Box::new(upload)));
            }
            UploadStatus::Waiting | UploadStatus::Checking => {}
        }
        let expires_at = now.plus_secs(kept_secs(upload.key.as_deref())).epoch_secs();
        let same = attribute("checks_begun").is(upload.checks_begun).and(attribute("updated_at").is(upload.updated_at));
        let update = undecided(id)
            .set("status", UploadStatus::Checking)
            .set("updated_at", now)
            .set("expires_at", expires_at)
            .set("checks_begun", upload.checks_begun + 1)
            .when(same);
        if update.apply(store).await? {
            upload.status = UploadStatus::Checking;
            upload.checks_begun += 1;
            upload.updated_at = now;
            upload.expires_at = expires_at;
            return Ok(Lease::Acquired(Box::new(upload)));
        }
        retry.wait().await?;
    }
}

/// Sends the heartbeat of a check. Call it at least every 20 seconds. Returns false if the upload is already decided.
/// Condition: the status is checking. Cost: 1 write, 1 index write.
pub async fn renew_lease(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    let update = Update::of(keys::upload::primary(id))
        .set("updated_at", now)
        .when(attribute("status").is(UploadStatus::Checking).and(attribute("updated_at").is_at_most(now)));
    update.apply(store).await
}

/// Stores the metadata found in a file. Returns false if the upload is already decided. Condition: the status is
/// waiting or checking. Cost: 1 write, 1 index write.
pub async fn set_suggestions(store: &Store, id: UploadId, suggestions: &Suggestions) -> Result<bool> {
    undecided(id).set("suggestions", suggestions).apply(store).await
}

/// Releases a check that could not be finished for a reason outside the file, so that it does not count. Condition: the
/// status is waiting or checking, and a check was started. Cost: 2 writes.
pub async fn release_lease(store: &Store, id: UploadId) -> Result<()> {
    // Use a transaction, because it is idempotent: even if the request is repeated, the number decreases once.
    let mut transaction = Transaction::default();
    let update = undecided(id).add("checks_begun", -1).when(attribute("checks_begun").is_above(0));
    transaction.add("upload", update);
    transaction.run(store).await.map(drop)
}

/// Rejects a file with a message for its uploader. `kept` is true if the file stays stored for [`super::retry`].
/// Returns false if the upload is already decided. Condition: the status is waiting or checking. Cost: 1 write, 1 index
/// write.
pub async fn fail(store: &Store, id: UploadId, reason: &str, kept: bool, now: Timestamp) -> Result<bool> {
    let update = undecided(id)
        .set("status", UploadStatus::Failed)
        .set("updated_at", now)
        .set("expires_at", now.plus_secs(KEPT_SECS).epoch_secs())
        .set("reason", reason)
        .set("kept", kept);
    update.apply(store).await
}

/// Holds a valid file with its accessibility report until its uploader approves it ([`super::approve_held`]). Returns
/// false if the upload is already decided, or was approved while an earlier check was still running. Condition: the
/// status is waiting or checking, and the file is to be held. Cost: 1 write, 1 index write.
pub async fn hold(store: &Store, id: UploadId, report: Option<&AccessibilityReport>, now: Timestamp) -> Result<bool> {
    let update = undecided(id)
        .set("status", UploadStatus::Review)
        .set("updated_at", now)
        .set("expires_at", now.plus_secs(KEPT_SECS).epoch_secs())
        .set("kept", true)
        .when(attribute("review").is(true));
    let update = match report {
        Some(report) => update.set("accessibility", report),
        None => update.remove("accessibility"),
    };
    update.apply(store).await
}

/// Returns the write that makes an upload ready, for the transaction that publishes the item. Only notes have pages.
/// Condition: the status is checking.
pub(crate) fn ready_update(id: UploadId, pages: Option<u32>, now: Timestamp) -> Update {
    let update = Update::of(keys::upload::primary(id))
        .set("status", UploadStatus::Ready)
        .set("updated_at", now)
        .remove("reason")
        .when(exists().and(attribute("status").is(UploadStatus::Checking)));
    match pages {
        None => update,
        Some(pages) => update.set("pages", pages),
    }
}

/// Makes an upload ready whose item is written idempotently. Returns false if it is already decided. Condition: the
/// status is checking. Cost: 1 write, 1 index write.
pub async fn finish(store: &Store, id: UploadId, now: Timestamp) -> Result<bool> {
    ready_update(id, None, now).apply(store).await
}

/// Returns why [`ready_update`] was refused: the upload was already published, or it was withdrawn. Cost: 1 read.
pub(crate) async fn find_publish_outcome(store: &Store, id: UploadId) -> Result<PublishOutcome> {
    match find(store, id).await? {
        Some(upload) if upload.status == UploadStatus::Ready => Ok(PublishOutcome::AlreadyPublished),
        _ => Ok(PublishOutcome::UploadCancelled),
    }
}

/// Starts an update on condition that the upload is not decided yet.
fn undecided(id: UploadId) -> Update {
    let is_undecided = attribute("status").is_one_of([UploadStatus::Waiting, UploadStatus::Checking]);
    Update::of(keys::upload::primary(id)).when(is_undecided)
}
