//! Repeats the check of a rejected, abandoned or held file without a new upload.

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::checks::LEASE_SECS;
use super::{KEPT_SECS, Upload, UploadStatus, get};

/// Seconds after which a lifecycle rule of the bucket deletes a rejected or unchecked file.
pub(super) const REJECTED_FILE_TTL_SECS: i64 = 86_400;

impl Upload {
    /// Returns true if the check can be repeated: the file was rejected and is still stored, or its check has died.
    /// Returns false for a waiting upload; [`super::find_received`] tells whether its file has arrived.
    #[must_use]
    pub fn can_retry(&self, now: Timestamp) -> bool {
        let silent_secs = now.epoch_secs() - self.updated_at.epoch_secs();
        let since = match self.status {
            UploadStatus::Review | UploadStatus::Ready | UploadStatus::Waiting => return false,
            UploadStatus::Failed if !self.kept => return false,
            UploadStatus::Failed => 0,
            UploadStatus::Checking => LEASE_SECS,
        };
        (since..REJECTED_FILE_TTL_SECS).contains(&silent_secs)
    }

    /// Returns true if the file was held for review, but not published within a day.
    #[must_use]
    pub fn is_review_over(&self, now: Timestamp) -> bool {
        let held_secs = now.epoch_secs() - self.updated_at.epoch_secs();
        self.status == UploadStatus::Review && held_secs >= REJECTED_FILE_TTL_SECS
    }
}

/// Repeats the check of a file without a new upload. The status becomes waiting, and the file is copied onto itself,
/// which triggers the event again. If that fails, the call can be repeated. Condition: the upload is unchanged since it
/// was read. Cost: 1 read, 1 write, 1 index write, 2 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `NotFound(File)` when the file never arrived or was deleted;
/// `Conflict(CheckInProgress)`; `Conflict(AlreadyUploaded)` when it is ready.
pub async fn retry(store: &Store, uploader: &UserId, id: UploadId, now: Timestamp) -> Result<Upload> {
    let upload = get(store, uploader, id).await?;
    let is_alive = now.epoch_secs() - upload.updated_at.epoch_secs() < LEASE_SECS;
    match upload.status {
        UploadStatus::Review | UploadStatus::Ready => return Err(Error::Conflict(Conflict::AlreadyUploaded)),
        UploadStatus::Checking if is_alive => return Err(Error::Conflict(Conflict::CheckInProgress)),
        UploadStatus::Failed | UploadStatus::Checking | UploadStatus::Waiting => {}
    }
    check_again(store, upload, now).await
}

/// Approves a held file, so that its next check publishes it. Start that check with [`check_approved`]. A repeated call
/// changes nothing. Condition: the upload is unchanged since it was read. Cost: 1 read, 1 write, 1 index write, 1 request
/// to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `NotFound(File)` when the file was deleted after a day;
/// `Conflict(CheckInProgress)` when the file has not been checked yet.
pub async fn approve_held(store: &Store, uploader: &UserId, id: UploadId, now: Timestamp) -> Result<Upload> {
    let mut upload = get(store, uploader, id).await?;
    match upload.status {
        UploadStatus::Review if upload.is_review_over(now) => Err(Error::NotFound(ResourceKind::File)),
        UploadStatus::Review => {
            upload.draft.review = false;
            upload.approved_at = Some(now);
            make_waiting(store, upload, now).await
        }
        _ if upload.draft.review => Err(Error::Conflict(Conflict::CheckInProgress)),
        _ => Ok(upload),
    }
}

/// Starts the check of an approved file. Repeat the call if it fails; further checks of the same file are harmless. Cost:
/// 2 requests to the object service; 1 read if the file is not stored.
///
/// # Errors
/// `NotFound(File)` when the file is not stored and its check has not begun.
pub async fn check_approved(store: &Store, upload: &Upload) -> Result<()> {
    if upload.status != UploadStatus::Waiting {
        return Ok(());
    }
    match require_file(store, upload.draft.id).await {
        Ok(()) => start_check(store, upload).await,
        // An earlier check may have published or rejected the file in the meantime.
        Err(Error::NotFound(ResourceKind::File)) if is_no_longer_waiting(store, upload).await? => Ok(()),
        Err(error) => Err(error),
    }
}

async fn is_no_longer_waiting(store: &Store, upload: &Upload) -> Result<bool> {
    let current = get(store, &upload.uploader, upload.draft.id).await?;
    Ok(current.status != UploadStatus::Waiting)
}

/// Sets the status to waiting and copies the file onto itself.
async fn check_again(store: &Store, upload: Upload, now: Timestamp) -> Result<Upload> {
    let upload = make_waiting(store, upload, now).await?;
    start_check(store, &upload).await?;
    Ok(upload)
}

/// Sets the status to waiting and stores whether the file is to be held again.
async fn make_waiting(store: &Store, mut upload: Upload, now: Timestamp) -> Result<Upload> {
    let id = upload.draft.id;
    require_file(store, id).await?;
    let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
    let update = Update::of(keys::upload::primary(id))
        .set("status", UploadStatus::Waiting)
        .set("updated_at", now)
        .set("expires_at", expires_at)
        .set("checks_begun", 0)
        .set("sender_seen", now)
        .set("review", upload.draft.review)
        .remove("reason")
        .remove("kept")
        .when(attribute("status").is(upload.status).and(attribute("updated_at").is(upload.updated_at)));
    let update = match upload.approved_at {
        Some(approved_at) => update.set("approved_at", approved_at),
        None => update,
    };
    if !update.apply(store).await? {
        return Err(Error::Conflict(Conflict::VersionMismatch));
    }
    upload.status = UploadStatus::Waiting;
    upload.updated_at = now;
    upload.expires_at = expires_at;
    upload.checks_begun = 0;
    upload.sender_seen = Some(now);
    upload.reason = None;
    upload.kept = false;
    Ok(upload)
}

async fn require_file(store: &Store, id: UploadId) -> Result<()> {
    let head = objects::head(store, Bucket::Files, &object::incoming_file(id)).await?;
    if head.is_some() { Ok(()) } else { Err(Error::NotFound(ResourceKind::File)) }
}

/// Copies the file onto itself, which triggers the event of its arrival again.
async fn start_check(store: &Store, upload: &Upload) -> Result<()> {
    let incoming = object::incoming_file(upload.draft.id);
    objects::copy(store, &incoming, &incoming, &upload.draft.content_type).await
}
