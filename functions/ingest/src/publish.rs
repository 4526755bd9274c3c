//! Publishes a checked upload: the files first, then the record that refers to them.

use store::content::{Content, Pdf};
use store::uploads::Published;
use store::{Error, Noun, Result, objects, publish, trash};

use crate::pdf::{self, Checked};
use crate::{Job, Outcome, Reason, Refusal};

pub(crate) const PDF: &str = "application/pdf";

/// Publishes a PDF that was checked.
pub(crate) async fn pdf<T: Content<Inside = Pdf>>(job: &Job<'_>, checked: Checked, mut note: T) -> Result<Outcome> {
    let key = note.file().key.clone();
    match objects::copy(job.store, &job.incoming, &key, PDF).await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::File)) => return job.refuse(Reason::Gone).await,
        Err(error) => return Err(error),
    }
    note.file_mut().inside.facts = pdf::derive(job, checked, &key).await?;
    content(job, &note).await
}

/// Publishes something whose files are where they belong. They are removed again when it may not become visible, unless
/// another check has published the same before the record of its upload was deleted.
pub(crate) async fn content<T: Content>(job: &Job<'_>, content: &T) -> Result<Outcome> {
    match publish::publish(job.store, content, job.upload.draft.id, job.now).await {
        Ok(Published::Now | Published::Before) => job.published().await,
        Ok(Published::Withdrawn) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
        Err(Error::NotFound(Noun::Course)) => {
            trash::remove_files_unless_used(job.store, content).await?;
            job.refuse(Refusal::CourseGone).await
        }
        Err(error) => Err(error),
    }
}
