//! Replaces the file of a note or recording, which keeps its id and its likes.

use store::content::{AnyFile, PdfFileMetadata, RecordingFile};
use store::content_item::{self, ContentItem, ContentRef};
use store::keys::object::ObjectKey;
use store::replace::{self, ReplaceOutcome, ReplacementUpload};
use store::{Error, ItemKind, ResourceKind, Result, Store, objects};

use crate::publish::PDF_CONTENT_TYPE;
use crate::recording::{self, ValidatedRecording, put_public_jpeg};
use crate::{FileRejection, Job, Outcome, Rejection, pdf, publish};

pub(crate) async fn ingest(job: &Job<'_>, of: ContentRef<'_>, instead_of: &ObjectKey) -> Result<Outcome> {
    let Some(thing) = content_item::find_at(job.store, of).await? else {
        return job.refuse(Rejection::ItemGone).await;
    };
    match of.kind {
        ItemKind::Note | ItemKind::AlbumNote => match pdf::check(job).await? {
            Ok(checked) => {
                let key = thing.new_file_key(job.upload.product, "pdf");
                let pages = checked.properties.pages;
                let inside = PdfFileMetadata { pages, facts: pdf::store_derived_files(job, checked, &key).await? };
                let file = AnyFile::Pdf(job.upload.draft.to_file(key, inside));
                let copied = objects::copy(job.store, &job.incoming, file.key(), PDF_CONTENT_TYPE).await;
                replace(job, &file, of, instead_of, copied).await
            }
            Err(refusal) => job.refuse(refusal).await,
        },
        ItemKind::Audio => match recording::check(job).await? {
            Ok(checked) => {
                let file = audio(job, &thing, &checked);
                if let (Some(key), Some(artwork)) = (file.artwork_key(), checked.recording.artwork.clone()) {
                    put_public_jpeg(job.store, key, artwork).await?;
                }
                let stored = checked.put(job, file.key()).await;
                replace(job, &file, of, instead_of, stored).await
            }
            Err(refusal) => job.refuse(refusal).await,
        },
    }
}

/// Updates the record to refer to the new file. `stored` is the result of storing its object.
async fn replace(
    job: &Job<'_>,
    file: &AnyFile,
    of: ContentRef<'_>,
    instead_of: &ObjectKey,
    stored: Result<()>,
) -> Result<Outcome> {
    let (store, upload) = (job.store, &job.upload);
    match stored {
        Ok(()) => {}
        Err(Error::NotFound(ResourceKind::File)) => return job.refuse(FileRejection::Deleted).await,
        Err(error) => return Err(error),
    }
    let (id, product, by) = (upload.draft.id, upload.product, &upload.uploader);
    let arrival = ReplacementUpload { upload: id, product, instead_of, by, now: job.now };
    match replace::replace(store, of, file, arrival).await {
        Ok(ReplaceOutcome::Replaced(_) | ReplaceOutcome::AlreadyReplaced) => {
            if of.kind == ItemKind::Audio {
                publish::request_preparation(store, of).await;
            }
            job.published().await
        }
        Ok(ReplaceOutcome::UploadCancelled) => {
            remove_unless_used(store, file, of).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
        Ok(ReplaceOutcome::Superseded) => {
            remove_unless_used(store, file, of).await?;
            job.refuse(Rejection::Superseded).await
        }
        Ok(ReplaceOutcome::Withheld) => {
            remove_unless_used(store, file, of).await?;
            job.refuse(Rejection::Withheld).await
        }
        Err(Error::NotFound(ResourceKind::Note | ResourceKind::Audio)) => {
            remove_unless_used(store, file, of).await?;
            job.refuse(Rejection::ItemGone).await
        }
        Err(error) => Err(error),
    }
}

/// Removes the stored copies of a file that did not replace the old one, unless the item uses them. A concurrent check
/// may have replaced the file before the record of the upload was deleted, so the item itself is read.
async fn remove_unless_used(store: &Store, file: &AnyFile, of: ContentRef<'_>) -> Result<()> {
    if content_item::find_at(store, of).await?.is_some_and(|thing| thing.file_key() == file.key()) {
        return Ok(());
    }
    file.remove(store).await
}

fn audio(job: &Job<'_>, thing: &ContentItem, checked: &ValidatedRecording) -> AnyFile {
    let recording = &checked.recording;
    let product = job.upload.product;
    let artwork_key = if recording.artwork.is_some() { thing.new_artwork_key(product) } else { None };
    let key = thing.new_file_key(product, recording.format.extension());
    let file = checked
        .with_stored_file(job.upload.draft.to_file(key, recording::stored_metadata(job.store, recording, artwork_key)));
    let chapters = recording::chapters(recording);
    AnyFile::Recording(RecordingFile { file, peaks: recording.peaks.clone(), chapters, silences: Vec::new() })
}
