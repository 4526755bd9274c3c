//! Validates uploaded files, and publishes or rejects them.
//!
//! An event may be repeated, late, or name a deleted object: then nothing changes. Concurrent checks of one upload are
//! harmless, because all reach the same decision and the store applies it once.

#![deny(missing_docs)]

mod album;
mod arrived;
mod artwork;
mod card;
mod course;
mod cover;
mod deck;
mod listening;
mod log;
mod note;
mod pdf;
mod photo;
mod picture;
mod publish;
mod recording;
mod rejection;
mod repaired;
mod replacement;

use std::pin::pin;
use std::time::Duration;

use aws_lambda_events::event::s3::S3Event;
use inspect::extractor::ExtractorUnavailable;
use store::content_item::ContentRef;
use store::expected_picture::SeenPicture;
use store::keys::object::{self, ObjectKey};
use store::objects::{self, Bucket};
use store::uploads::{self, Lease, Upload, UploadStatus, UploadTarget};
use store::{
    AudioId, CardImageId, Error, ItemKind, ProductId, Result, Store, Timestamp, UploadId, personal_cards, withheld,
};

pub use inspect::{Extractor, FileRejection};
pub use rejection::Rejection;

/// Maximum number of checks of one file that may end without a result. The next check rejects the file: Lambda delivers
/// an event three times, so the third delivery must decide.
const CHECKS_THAT_MAY_DIE: u32 = 2;

/// Heartbeat interval of a check, well below the time after which the check counts as dead.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(15);

/// Result of handling an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The object is unknown or deleted: nothing changed.
    Ignored,
    /// The upload is already decided, or unknown. The object was deleted.
    Removed,
    /// The item is published.
    Published(ProductId),
    /// The recording is prepared for listening.
    Prepared(AudioId),
    /// The file is valid and waits until its uploader publishes it.
    Held,
    /// The file was rejected. It is stored for one day if a retry could succeed, and otherwise deleted.
    Rejected(Rejection),
}

/// Handles an object-created event.
///
/// # Errors
/// Any error of the store; the event should be delivered again.
pub async fn handle(store: &Store, inspector: &Extractor, event: S3Event) -> Result<()> {
    for record in event.records {
        let is_ours = record.s3.bucket.name.as_deref() == Some(store.settings().files_bucket.as_str());
        // Object keys in events are URL-encoded, but valid keys under `incoming/` contain only characters that stay the
        // same.
        let key = record.s3.object.key.as_deref().filter(|_| is_ours).unwrap_or_default();
        let outcome = handle_object(store, inspector, key, Timestamp::now()).await?;
        tracing::info!(?outcome, "handled an object");
    }
    Ok(())
}

/// Handles the object with this key of the files bucket.
///
/// # Errors
/// Any error of the store; the event should be delivered again.
pub async fn handle_object(store: &Store, inspector: &Extractor, key: &str, now: Timestamp) -> Result<Outcome> {
    if let Some((shelf, id)) = object::listening_job_of(key) {
        let job = object::listening_job(shelf, id);
        // On the heap: the nested future is too deep for the compiler to lay out in one piece.
        return Box::pin(listening::prepare(store, inspector, &job, (shelf, id))).await;
    }
    let Some(id) = object::upload_of(key) else { return Ok(Outcome::Ignored) };
    let incoming = object::incoming_file(id);
    let Some(head) = objects::head(store, Bucket::Files, &incoming).await? else { return Ok(Outcome::Ignored) };
    let upload = match uploads::acquire_lease(store, id, now).await? {
        Lease::Acquired(upload) => *upload,
        Lease::Decided(upload) => {
            log::write_entry(store, &upload).await?;
            // The uploader may retry the check. A lifecycle rule of the bucket removes the file after a day.
            if upload.kept {
                return Ok(Outcome::Ignored);
            }
            remove_incoming(store, &upload, &incoming).await?;
            return Ok(Outcome::Removed);
        }
        Lease::Unknown => {
            objects::delete(store, Bucket::Files, &incoming).await?;
            return Ok(Outcome::Removed);
        }
    };
    let job = Job { store, inspector, upload, incoming, size_bytes: head.size_bytes, now };
    let result = with_heartbeat(store, id, job.decide()).await;
    if result.is_err() {
        // The file did not cause this error, so do not count this check as one that it crashed. If the release fails
        // too, a later check still works.
        if let Err(error) = uploads::release_lease(store, id).await {
            tracing::warn!(upload = %id, %error, "a begun check could not be given back");
        }
    }
    result
}

/// Runs `work` with a periodic heartbeat.
async fn with_heartbeat<T>(store: &Store, id: UploadId, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(SIGN_OF_LIFE_EVERY) => {
                // Without a heartbeat, another check of this file may start, which is harmless.
                if let Err(error) = uploads::renew_lease(store, id, Timestamp::now()).await {
                    tracing::warn!(upload = %id, %error, "a check could not say that it goes on");
                }
            }
        }
    }
}

/// One received file and its upload.
struct Job<'a> {
    store: &'a Store,
    inspector: &'a Extractor,
    upload: Upload,
    incoming: ObjectKey,
    /// Size reported by the object store.
    size_bytes: u64,
    now: Timestamp,
}

impl Job<'_> {
    async fn decide(&self) -> Result<Outcome> {
        let target = &self.upload.draft.target;
        if self.upload.checks_begun > CHECKS_THAT_MAY_DIE {
            return self.refuse(Rejection::ReaderCrashed(deadly(target))).await;
        }
        if self.size_bytes != self.upload.draft.size_bytes && self.upload.repaired_sha256.is_none() {
            return self.refuse(Rejection::DiffersFromRequest).await;
        }
        if target.title().is_some() && self.is_withheld().await? {
            return self.refuse(Rejection::Withheld).await;
        }
        match target {
            UploadTarget::CourseNote { .. } => note::ingest(self).await,
            UploadTarget::Audio { .. } => recording::ingest(self).await,
            UploadTarget::AlbumNote { .. } => album::ingest_note(self).await,
            UploadTarget::AlbumPicture { album, note } => album::ingest_picture(self, *album, *note).await,
            UploadTarget::AudioPicture { shelf, audio } => artwork::ingest(self, *shelf, *audio).await,
            UploadTarget::PlaylistCover { playlist } => cover::ingest(self, *playlist).await,
            UploadTarget::ProfilePhoto => photo::ingest(self).await,
            UploadTarget::Replacement { content: kind, replaces: id, place, instead_of, .. } => {
                replacement::ingest(self, ContentRef { kind: *kind, place, id: *id }, instead_of).await
            }
            UploadTarget::CardImage { chapter, card } => card::ingest(self, *chapter, *card).await,
            UploadTarget::PersonalCardImage { course, card } => card::ingest_personal(self, course, *card).await,
            UploadTarget::CoursePicture { course } => course::ingest(self, course).await,
            UploadTarget::Deck => deck::ingest(self).await,
        }
    }

    /// Returns true if the file, as announced or repaired, is withheld because of a notice of copyright. Cost: 1 to 2
    /// reads.
    async fn is_withheld(&self) -> Result<bool> {
        let hashes = std::iter::once(&self.upload.draft.sha256).chain(&self.upload.repaired_sha256);
        withheld::is_withheld(self.store, &hashes.collect::<Vec<_>>()).await
    }

    /// Rejects the upload. Records the decision before it deletes the object: after a crash in between, the retry finds
    /// the decision and deletes the object.
    async fn refuse(&self, refusal: impl Into<Rejection>) -> Result<Outcome> {
        let (id, refusal) = (self.upload.draft.id, refusal.into());
        // An image is small and easily sent again. A titled file is listed in the console, where its check can be
        // repeated.
        let kept = self.upload.draft.target.title().is_some() && refusal.is_retryable();
        let decided_now = uploads::fail(self.store, id, refusal.text(), kept, self.now).await?;
        self.log().await?;
        if !kept {
            self.remove_incoming().await?;
        }
        if decided_now {
            return Ok(Outcome::Rejected(refusal));
        }
        // Another check of the same file finished first, and its decision stands.
        match uploads::find(self.store, id).await? {
            Some(upload) if upload.status == UploadStatus::Ready => Ok(Outcome::Published(upload.product)),
            _ => Ok(Outcome::Removed),
        }
    }

    /// Returns the image that this one may replace; `None` if it may replace any.
    fn seen(&self) -> Option<&SeenPicture> {
        self.upload.draft.seen_picture.as_ref()
    }

    async fn published(&self) -> Result<Outcome> {
        self.log().await?;
        self.remove_incoming().await?;
        Ok(Outcome::Published(self.upload.product))
    }

    /// Adds the decision to the audit log. Runs before the object is deleted, because later events for a deleted object
    /// do nothing.
    async fn log(&self) -> Result<()> {
        match self.upload.draft.target.title() {
            Some(_) => log::log_decision(self.store, self.upload.draft.id).await,
            None => Ok(()),
        }
    }

    async fn remove_incoming(&self) -> Result<()> {
        remove_incoming(self.store, &self.upload, &self.incoming).await
    }
}

/// Removes the received object of a decided upload. If the upload is the image of a personal card that does not show
/// it, first removes the image, which a repeated check may have stored. The object is removed last, so that an
/// interrupted removal is repeated.
async fn remove_incoming(store: &Store, upload: &Upload, incoming: &ObjectKey) -> Result<()> {
    if let UploadTarget::PersonalCardImage { course, card } = &upload.draft.target {
        let image = CardImageId::from(upload.product);
        personal_cards::remove_file_unless_shown(store, (&upload.uploader, course, *card), image).await?;
    }
    objects::delete(store, Bucket::Files, incoming).await
}

/// Converts the error into one after which the event is delivered again, because it does not concern the file.
fn no_reader(error: ExtractorUnavailable) -> Error {
    Error::Unavailable(error.into())
}

/// Returns the rejection reason for a file that repeatedly crashed its check.
fn deadly(target: &UploadTarget) -> FileRejection {
    match target {
        UploadTarget::CourseNote { .. } | UploadTarget::AlbumNote { .. } => FileRejection::Damaged,
        UploadTarget::Audio { .. } => FileRejection::AudioDamaged,
        UploadTarget::Replacement { content, .. } => match content {
            ItemKind::Note | ItemKind::AlbumNote => FileRejection::Damaged,
            ItemKind::Audio => FileRejection::AudioDamaged,
        },
        UploadTarget::Deck => FileRejection::DeckDamaged,
        UploadTarget::AlbumPicture { .. }
        | UploadTarget::AudioPicture { .. }
        | UploadTarget::PlaylistCover { .. }
        | UploadTarget::ProfilePhoto
        | UploadTarget::CardImage { .. }
        | UploadTarget::PersonalCardImage { .. }
        | UploadTarget::CoursePicture { .. } => FileRejection::ImageDamaged,
    }
}
