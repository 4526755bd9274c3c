//! Publishes a checked upload: the files first, then the record that refers to them.

use store::content::{Content, Pdf};
use store::uploads::Published;
use store::{Error, ResourceKind, Result, objects, publish, trash};

use crate::pdf::{self, ValidatedPdf};
use crate::{Job, Outcome, Reason, Rejection};

pub(crate) const PDF: &str = "application/pdf";

/// Publishes a validated PDF.
pub(crate) async fn pdf<T: Content<Metadata = Pdf>>(
    job: &Job<'_>,
    checked: ValidatedPdf,
    mut note: T,
) -> Result<Outcome> {
    let key = note.file().key.clone();
    match objects::copy(job.store, &job.incoming, &key, PDF).await {
        Ok(()) => {}
        Err(Error::NotFound(ResourceKind::File)) => return job.refuse(Reason::Gone).await,
        Err(error) => return Err(error),
    }
    note.file_mut().inside.facts = pdf::derive(job, checked, &key).await?;
    content(job, &note).await
}

/// Publishes an item whose files are already stored. If it may not be published, its files are deleted again, unless
/// another check has published the same item before the record of its upload was deleted.
pub(crate) async fn content<T: Content>(job: &Job<'_>, content: &T) -> Result<Outcome> {
    match publish::publish(job.store, content, job.upload.draft.id, job.now).await {
        Ok(Published::Now | Published::Before) => job.published().await,
        Ok(Published::Withdrawn) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
        Err(Error::NotFound(ResourceKind::Course)) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.refuse(Rejection::CourseGone).await
        }
        Err(error) => Err(error),
    }
}
