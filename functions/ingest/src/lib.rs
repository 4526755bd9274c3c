//! Looks at what was uploaded and publishes it, or says why not.
//!
//! An event may come twice, late, or when the object is gone: then nothing changes. Several checks of one upload at
//! once do no harm, because all come to the same verdict and the store takes it once.

#![deny(missing_docs)]

pub mod audio;
pub mod image;
pub mod pdf;
mod reason;

use aws_lambda_events::event::s3::S3EventRecord;
use bytes::Bytes;
use store::keys::object::{self, ObjectKey};
use store::notes::{Note, Published};
use store::objects::Bucket;
use store::uploads::{Claim, Upload, UploadStatus};
use store::{Error, NoteId, Noun, Result, Sha256Hash, Store, Timestamp, notes, objects, trash, uploads};
use wasm_core::limits;

pub use reason::Reason;

/// Checks of one file that may die without an answer before the file is refused. Lambda delivers an event three
/// times; the third delivery must decide.
const CHECKS_THAT_MAY_DIE: u32 = 2;

const PDF: &str = "application/pdf";

/// What an event led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The object is none of ours, or it is gone: nothing changed.
    Ignored,
    /// The upload had been decided before, or nobody announced it: the object was removed.
    Removed,
    /// The note is visible.
    Published(NoteId),
    /// The file was refused and removed.
    Refused(Reason),
}

/// Handles one record of an object-created event.
///
/// # Errors
/// Whatever the store could not do; the event should be delivered again.
pub async fn handle(store: &Store, record: S3EventRecord) -> Result<Outcome> {
    if record.s3.bucket.name.as_deref() != Some(store.settings().files_bucket.as_str()) {
        return Ok(Outcome::Ignored);
    }
    // Keys under `incoming/` hold nothing that an event would escape.
    handle_object(store, record.s3.object.key.as_deref().unwrap_or_default(), Timestamp::now()).await
}

/// Handles the object with this key of the files bucket.
///
/// # Errors
/// Whatever the store could not do; the event should be delivered again.
pub async fn handle_object(store: &Store, key: &str, now: Timestamp) -> Result<Outcome> {
    let Some(id) = object::upload_of(key) else { return Ok(Outcome::Ignored) };
    let incoming = object::incoming(id);
    let Some(head) = objects::head(store, Bucket::Files, &incoming).await? else { return Ok(Outcome::Ignored) };
    let upload = match uploads::claim(store, id, now).await? {
        Claim::Check(upload) => *upload,
        Claim::Decided(_) | Claim::Unknown => {
            objects::delete(store, Bucket::Files, &incoming).await?;
            return Ok(Outcome::Removed);
        }
    };
    let result = decide(store, &upload, &incoming, head.size_bytes, now).await;
    if result.is_err() {
        // Not the file's fault: this check must not count against it. Should this fail too, the next one still works.
        if let Err(error) = uploads::release(store, id).await {
            tracing::warn!(upload = %id, %error, "a begun check could not be given back");
        }
    }
    result
}

async fn decide(
    store: &Store,
    upload: &Upload,
    incoming: &ObjectKey,
    size_bytes: u64,
    now: Timestamp,
) -> Result<Outcome> {
    match check(store, upload, incoming, size_bytes).await? {
        Ok(pages) => publish(store, upload, incoming, pages, now).await,
        Err(reason) => refuse(store, upload, incoming, reason, now).await,
    }
}

/// Reads the file and looks at it: the number of pages, or why it is refused.
async fn check(
    store: &Store,
    upload: &Upload,
    incoming: &ObjectKey,
    size_bytes: u64,
) -> Result<std::result::Result<u32, Reason>> {
    if upload.checks_begun > CHECKS_THAT_MAY_DIE {
        return Ok(Err(Reason::Damaged));
    }
    if size_bytes != upload.draft.size_bytes || size_bytes > limits::NOTE_PDF_MAX_BYTES {
        return Ok(Err(Reason::NotAsAnnounced));
    }
    let bytes: Bytes = match objects::get(store, Bucket::Files, incoming, limits::NOTE_PDF_MAX_BYTES).await {
        Ok(bytes) => bytes,
        Err(Error::NotFound(Noun::File)) => return Ok(Err(Reason::Gone)),
        Err(error) => return Err(error),
    };
    if Sha256Hash::of(&bytes) != upload.draft.sha256 {
        return Ok(Err(Reason::NotAsAnnounced));
    }
    Ok(pdf::inspect(bytes).await)
}

async fn publish(store: &Store, upload: &Upload, incoming: &ObjectKey, pages: u32, now: Timestamp) -> Result<Outcome> {
    let note = note_of(upload, pages, now);
    match objects::copy(store, incoming, &note.file_key, PDF).await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::File)) => return refuse(store, upload, incoming, Reason::Gone, now).await,
        Err(error) => return Err(error),
    }
    match notes::publish(store, &note, upload.draft.id).await {
        Ok(Published::Now | Published::Before) => {
            objects::delete(store, Bucket::Files, incoming).await?;
            Ok(Outcome::Published(note.id))
        }
        Ok(Published::Withdrawn) => {
            remove_unless_published(store, &note).await?;
            objects::delete(store, Bucket::Files, incoming).await?;
            Ok(Outcome::Removed)
        }
        Err(Error::NotFound(Noun::Course)) => {
            remove_unless_published(store, &note).await?;
            refuse(store, upload, incoming, Reason::CourseGone, now).await
        }
        Err(error) => Err(error),
    }
}

/// The record first, then the object: a retry after a crash in between finds the record decided and removes the rest.
async fn refuse(
    store: &Store,
    upload: &Upload,
    incoming: &ObjectKey,
    reason: Reason,
    now: Timestamp,
) -> Result<Outcome> {
    let decided_now = uploads::fail(store, upload.draft.id, reason.text(), now).await?;
    objects::delete(store, Bucket::Files, incoming).await?;
    if decided_now {
        return Ok(Outcome::Refused(reason));
    }
    // Another check of the same file was quicker; what it decided stands.
    match uploads::find(store, upload.draft.id).await? {
        Some(upload) if upload.status == UploadStatus::Ready => Ok(Outcome::Published(upload.note)),
        _ => Ok(Outcome::Removed),
    }
}

/// Removes the copy of a file whose note did not become visible. Another check may have published the same note
/// before its upload's record was deleted, so the note itself is asked.
async fn remove_unless_published(store: &Store, note: &Note) -> Result<()> {
    let visible = notes::find_in_course(store, &note.course, note.id).await?.is_some();
    if !visible && trash::find(store, note.id).await?.is_none() {
        objects::delete(store, Bucket::Files, &note.file_key).await?;
    }
    Ok(())
}

fn note_of(upload: &Upload, pages: u32, now: Timestamp) -> Note {
    let draft = &upload.draft;
    Note {
        id: upload.note,
        course: draft.course,
        chapter: draft.chapter,
        title: draft.title.clone(),
        description: draft.description.clone(),
        note_type: draft.note_type.clone(),
        preview_key: None,
        file_key: object::course_note(&draft.course, draft.chapter, upload.note),
        file_name: draft.file_name.clone(),
        size_bytes: draft.size_bytes,
        sha256: draft.sha256.clone(),
        pages,
        likes: 0,
        uploaded_at: now,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    }
}
