//! Interrupted uploads: detection, received bytes and resumption.

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::expression::attribute;
use aws::objects::{self, Bucket, multipart};
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{Sha256Hash, UploadId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;
use wasm_core::forms::FieldError;

use super::sending::{INCOMPLETE_PARTS_TTL_SECS, UploadTicket, create_ticket};
use super::{Upload, UploadStatus, get, retry};

/// Seconds without a heartbeat after which the sender counts as gone. A browser sends one every 20 seconds, and one per
/// minute while its tab is hidden.
const SENDER_LIFE_SECS: i64 = 150;

/// The received part of an incomplete file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReceivedBytes {
    /// Number of bytes of all complete parts.
    pub bytes: u64,
    /// True if the whole file has arrived but its check never started.
    pub is_complete: bool,
}

impl Upload {
    /// Returns true if the file has not arrived and its sender is gone.
    #[must_use]
    pub fn is_interrupted(&self, now: Timestamp) -> bool {
        let is_silent = self.sender_seen.is_none_or(|seen| now.epoch_secs() - seen.epoch_secs() >= SENDER_LIFE_SECS);
        self.status == UploadStatus::Waiting && is_silent
    }
}

/// Records the sender's heartbeat. Condition: the upload is waiting and belongs to the user. Cost: 1 write, 1 index
/// write.
///
/// # Errors
/// `NotFound(Upload)` when it belongs to another user or is not waiting for its file.
pub async fn record_heartbeat(store: &Store, uploader: &UserId, id: UploadId, now: Timestamp) -> Result<()> {
    let is_sent = attribute("uploader").is(uploader).and(attribute("status").is(UploadStatus::Waiting));
    let update = Update::of(keys::upload::primary(id)).set("sender_seen", now).when(is_sent);
    if update.apply(store).await? { Ok(()) } else { Err(Error::NotFound(ResourceKind::Upload)) }
}

/// Returns the received bytes of a waiting multipart upload, or whether the file of an interrupted one has arrived.
/// Makes no request for uploads older than the retention of parts. Cost: 0 to 2 requests to the object service.
pub async fn find_received(store: &Store, upload: &Upload, now: Timestamp) -> Result<ReceivedBytes> {
    let last_sent = upload.sender_seen.unwrap_or(upload.created_at);
    if upload.status != UploadStatus::Waiting || now > last_sent.plus_secs(INCOMPLETE_PARTS_TTL_SECS) {
        return Ok(ReceivedBytes::default());
    }
    let incoming = object::incoming_file(upload.draft.id);
    if let Some(multipart) = &upload.multipart
        && let Some(parts) = multipart::list_parts(store, &incoming, multipart).await?
    {
        let bytes = parts.iter().filter(|part| upload.draft.is_complete(part)).map(|part| part.size_bytes).sum();
        return Ok(ReceivedBytes { bytes, is_complete: false });
    }
    // The file may have arrived although the event that starts its check has not.
    if !upload.is_interrupted(now) {
        return Ok(ReceivedBytes::default());
    }
    let is_whole = objects::head(store, Bucket::Files, &incoming).await?.is_some();
    Ok(ReceivedBytes { bytes: if is_whole { upload.draft.size_bytes } else { 0 }, is_complete: is_whole })
}

/// Calls [`find_received`] for several uploads concurrently and returns the results in order.
pub async fn find_received_of_each(store: &Store, uploads: &[Upload], now: Timestamp) -> Result<Vec<ReceivedBytes>> {
    map_concurrent(
        store,
        uploads.to_vec(),
        move |store, upload| async move { find_received(&store, &upload, now).await },
    )
    .await
}

/// Resumes an upload: returns the URL for the file, or the missing parts. `file` is the hash and size in bytes of the
/// file that the user selected again. If the file has already arrived, it is checked. Cost: 1 read, 1 write, 1 index
/// write, 2 to 3 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `Invalid` for a file other than the declared one;
/// `Conflict(AlreadyUploaded)` when the file has arrived.
pub async fn resume(
    store: &Store,
    uploader: &UserId,
    id: UploadId,
    (sha256, size_bytes): (&Sha256Hash, u64),
    now: Timestamp,
) -> Result<UploadTicket> {
    let upload = get(store, uploader, id).await?;
    let draft = &upload.draft;
    if draft.sha256 != *sha256 || draft.size_bytes != size_bytes {
        let message =
            format!("This is not the same file as “{}”, or it has changed. Choose the same file.", draft.file_name);
        return Err(Error::Invalid(FieldError::new("sha256", "another_file", message).into()));
    }
    if upload.status != UploadStatus::Waiting {
        return Err(Error::Conflict(Conflict::AlreadyUploaded));
    }
    if objects::head(store, Bucket::Files, &object::incoming_file(id)).await?.is_some() {
        retry(store, uploader, id, now).await?;
        return Err(Error::Conflict(Conflict::AlreadyUploaded));
    }
    record_heartbeat(store, uploader, id, now).await?;
    create_ticket(store, &upload, now).await
}
