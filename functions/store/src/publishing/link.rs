//! Reuses a stored file for an upload instead of sending it again.

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::{self, multipart};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::{ProductId, UploadId, UserId};
use model::keys::{self, object};
use model::kind::ItemKind;

use crate::publishing::content_item;
use crate::uploads::{self, Upload, UploadStatus};

/// Uses the identical file of a published item for a waiting upload. The file is copied, so that each item owns its
/// file, and the copy is checked like an uploaded file. For a repaired file, the stored version is copied. Idempotent.
/// Cost: 3 reads, 1 write for a repaired file, 1 to 2 requests to the object service.
///
/// # Errors
/// `NotFound(Upload)`, also for an upload of another user; `NotFound(Note)`, `NotFound(Audio)` when the published item
/// is gone; `NotFound(File)` when its file is missing; `Conflict(VersionMismatch)` when it has another file than the
/// upload.
pub async fn publish_duplicate(
    store: &Store,
    uploader: &UserId,
    id: UploadId,
    kind: ItemKind,
    of: ProductId,
) -> Result<Upload> {
    let upload = uploads::get(store, uploader, id).await?;
    if upload.status != UploadStatus::Waiting {
        return Ok(upload);
    }
    let thing = content_item::get(store, kind, of).await?;
    let (entry, draft) = (thing.entry(), &upload.draft);
    if !entry.has_file(&draft.sha256) {
        return Err(Error::Conflict(Conflict::VersionMismatch));
    }
    if entry.sha256 != draft.sha256 {
        let repaired = Update::of(keys::upload::primary(id))
            .set("repaired_sha256", &entry.sha256)
            .when(attribute("status").is(UploadStatus::Waiting));
        if !repaired.apply(store).await? {
            return uploads::get(store, uploader, id).await;
        }
    } else if entry.bytes != draft.size_bytes {
        return Err(Error::Conflict(Conflict::VersionMismatch));
    }
    let incoming = object::incoming_file(id);
    objects::copy(store, thing.file_key(), &incoming, &upload.draft.content_type).await?;
    if let Some(multipart) = &upload.multipart {
        // The parts will not be sent, so free their storage.
        multipart::abort(store, &incoming, multipart).await?;
    }
    Ok(upload)
}
