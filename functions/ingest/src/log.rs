//! Records the decision about each uploaded file in the audit log.

use store::audit::{self, AuditEntry};
use store::uploads::{self, Upload, UploadStatus};
use store::{AuditId, Result, Store, UploadId};

/// Logs the decision about an upload. Images are not logged, because students upload them too. Cost: 1 read, 1 write.
pub(crate) async fn log_decision(store: &Store, id: UploadId) -> Result<()> {
    match uploads::find(store, id).await? {
        Some(upload) => write_entry(store, &upload).await,
        // The upload was cancelled in the meantime, which has its own log entry.
        None => Ok(()),
    }
}

/// Logs the decision about an upload that was already read. The id of the entry is derived from the decision and its
/// time, so a repeated event adds no second entry, and a retry after a crash adds a missing one. Cost: 1 write.
pub(crate) async fn write_entry(store: &Store, upload: &Upload) -> Result<()> {
    let Some(title) = upload.draft.target.title() else { return Ok(()) };
    let (action, after) = match upload.status {
        UploadStatus::Ready => ("publish_upload", None),
        UploadStatus::Failed => ("refuse_upload", upload.reason.clone()),
        UploadStatus::Waiting | UploadStatus::Checking | UploadStatus::Review => return Ok(()),
    };
    let id = upload.draft.id;
    let object = audit::item_name(title, upload.draft.target.place().unwrap_or_default());
    let entry = AuditEntry::new(upload.uploader.clone(), action, id.to_string(), object, upload.updated_at);
    let entry = AuditEntry { id: AuditId::of_decision(id, upload.updated_at), key: upload.key.clone(), after, ..entry };
    audit::append(store, &entry).await
}
