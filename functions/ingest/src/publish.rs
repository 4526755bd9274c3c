//! Publishes a checked upload: the files first, then the record that refers to them.

use store::content::{Content, PdfFileMetadata};
use store::content_item::ContentRef;
use store::uploads::PublishOutcome;
use store::{Conflict, Error, ResourceKind, Result, ShelfId, Store, listening, objects, publish, trash};

use crate::pdf::{self, ValidatedPdf};
use crate::{FileRejection, Job, Outcome, Rejection};

pub(crate) const PDF_CONTENT_TYPE: &str = "application/pdf";

/// Publishes a validated PDF.
pub(crate) async fn pdf<T: Content<Metadata = PdfFileMetadata>>(
    job: &Job<'_>,
    checked: ValidatedPdf,
    mut note: T,
) -> Result<Outcome> {
    let key = note.file().key.clone();
    match objects::copy(job.store, &job.incoming, &key, PDF_CONTENT_TYPE).await {
        Ok(()) => {}
        Err(Error::NotFound(ResourceKind::File)) => return job.refuse(FileRejection::Deleted).await,
        Err(error) => return Err(error),
    }
    note.file_mut().media.facts = pdf::store_derived_files(job, checked, &key).await?;
    publish_content(job, &note).await
}

/// Publishes an item whose files are already stored. If it must not be published, its files are deleted again, unless
/// another check has already published the same item with them.
pub(crate) async fn publish_content<T: Content>(job: &Job<'_>, content: &T) -> Result<Outcome> {
    match publish::publish(job.store, content, job.upload.draft.id, job.now).await {
        Ok(PublishOutcome::Published | PublishOutcome::AlreadyPublished) => job.published().await,
        Ok(PublishOutcome::UploadCancelled) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
        // The notice may be newer than the check of the hash, or name the repaired file.
        Err(Error::Conflict(Conflict::FileWithheld)) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.refuse(Rejection::Withheld).await
        }
        Err(Error::NotFound(ResourceKind::Course)) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.refuse(Rejection::CourseGone).await
        }
        Err(error) => Err(error),
    }
}

/// Requests the preparation of a recording that was just published. A failure must not fail the publication: the next
/// night requests what is missing.
pub(crate) async fn request_preparation(store: &Store, of: ContentRef<'_>) {
    let Ok(shelf) = of.place.parse::<ShelfId>() else { return };
    if let Err(error) = listening::request(store, shelf, of.id.into()).await {
        tracing::warn!(id = %of.id, %error, "the rendition of a recording could not be requested");
    }
}
