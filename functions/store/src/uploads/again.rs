//! Checking a refused or forgotten file once more, without its bytes being sent again.

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::{self, Bucket};
use aws::write::Update;
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::checks::CHECK_LIFE_SECS;
use super::{KEPT_SECS, Upload, UploadStatus, get};

/// Seconds for which a file is kept that was refused or never checked: then a rule of the bucket removes it.
pub(super) const FILE_KEPT_SECS: i64 = 86_400;

impl Upload {
    /// Whether checking the file once more is worth a try: it was refused and kept, or its check has died. Of one that
    /// waits, [`super::arrived`] says whether the file is there.
    #[must_use]
    pub fn may_be_retried(&self, now: Timestamp) -> bool {
        let silent_secs = now.epoch_secs() - self.updated_at.epoch_secs();
        let since = match self.status {
            UploadStatus::Ready | UploadStatus::Waiting => return false,
            UploadStatus::Failed if !self.kept => return false,
            UploadStatus::Failed => 0,
            UploadStatus::Checking => CHECK_LIFE_SECS,
        };
        (since..FILE_KEPT_SECS).contains(&silent_secs)
    }
}

/// Has the file of an upload checked once more, without its bytes being sent again: the record waits again, and the file
/// is copied onto itself, which raises the event anew. Should that fail, retrying works again. Condition: nobody else
/// moved the upload in between. 1 read, 1 write, 1 in the index, 2 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for somebody else's; `NotFound(File)` when the file never arrived or is not kept any more;
/// `Conflict(BeingChecked)`; `Conflict(AlreadyUploaded)` when it is ready.
pub async fn retry(store: &Store, uploader: &UserId, id: UploadId, now: Timestamp) -> Result<Upload> {
    let mut upload = get(store, uploader, id).await?;
    let is_alive = now.epoch_secs() - upload.updated_at.epoch_secs() < CHECK_LIFE_SECS;
    match upload.status {
        UploadStatus::Ready => return Err(Error::Conflict(Conflict::AlreadyUploaded)),
        UploadStatus::Checking if is_alive => return Err(Error::Conflict(Conflict::BeingChecked)),
        UploadStatus::Failed | UploadStatus::Checking | UploadStatus::Waiting => {}
    }
    let incoming = object::incoming(id);
    if objects::head(store, Bucket::Files, &incoming).await?.is_none() {
        return Err(Error::NotFound(Noun::File));
    }
    let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
    let update = Update::of(keys::upload::primary(id))
        .set("status", UploadStatus::Waiting)
        .set("updated_at", now)
        .set("expires_at", expires_at)
        .set("checks_begun", 0)
        .set("sender_seen", now)
        .remove("reason")
        .remove("kept")
        .when(attribute("status").is(upload.status).and(attribute("updated_at").is(upload.updated_at)));
    if !update.apply(store).await? {
        return Err(Error::Conflict(Conflict::Changed));
    }
    objects::copy(store, &incoming, &incoming, &upload.draft.content_type).await?;
    upload.status = UploadStatus::Waiting;
    upload.updated_at = now;
    upload.expires_at = expires_at;
    upload.checks_begun = 0;
    upload.sender_seen = Some(now);
    upload.reason = None;
    upload.kept = false;
    Ok(upload)
}
