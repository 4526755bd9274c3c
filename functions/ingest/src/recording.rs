//! Publishes a file as a recording.

use std::time::Duration;

use bytes::Bytes;
use inspect::audio::Recording;
use store::audio::{AudioNote, Waveform};
use store::content_item::ContentRef;
use store::keys::object::{self, ObjectKey};
use store::metadata::{AudioMetadata, Suggestions};
use store::objects::{self, Bucket, PutCondition};
use store::uploads::UploadTarget;
use store::{AudioId, Error, ItemKind, ResourceKind, Result, Sha256Hash, Store, audio as audio_notes, content};
use tempfile::NamedTempFile;
use wasm_core::limits;
use wasm_core::transcript::chapters::{AudioChapter, clean_chapters};

use crate::repaired::Repaired;
use crate::{FileRejection, Job, Outcome, Rejection, arrived, no_reader, pdf, publish};

/// Time limit for decoding a recording. The largest file holds 18 hours of MP3 at 64 kbit/s. Three of these took 6 s in
/// a measurement; a small machine or an unoptimised build needs ten times as long. Lambda allows 900 s in total, and
/// downloading and copying the file need the rest.
const LISTENING_LIMIT: Duration = Duration::from_secs(600);

pub(crate) async fn ingest(job: &Job<'_>) -> Result<Outcome> {
    match check(job).await? {
        Ok(checked) => publish(job, checked).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// A valid recording, or one whose header was repaired.
pub(crate) struct ValidatedRecording {
    pub(crate) recording: Recording,
    /// The repaired file; `None` if the received file is stored unchanged.
    repaired: Option<NamedTempFile>,
    /// Size of the file that is stored, in bytes.
    size_bytes: u64,
    /// SHA-256 of the file that is stored.
    sha256: Sha256Hash,
}

impl ValidatedRecording {
    /// Returns `announced` with the size and hash of the stored file.
    pub(crate) fn with_stored_file<I>(&self, announced: content::File<I>) -> content::File<I> {
        let (size_bytes, sha256) = (self.size_bytes, self.sha256.clone());
        let uploaded_sha256 = (sha256 != announced.sha256).then(|| announced.sha256.clone());
        content::File { size_bytes, sha256, uploaded_sha256, ..announced }
    }

    /// Stores the file under this key.
    ///
    /// # Errors
    /// `NotFound(File)` if the received file was deleted.
    pub(crate) async fn put(&self, job: &Job<'_>, key: &ObjectKey) -> Result<()> {
        let content_type = self.recording.format.content_type();
        match &self.repaired {
            Some(file) => objects::put_file(job.store, key, file.path(), content_type).await,
            None => objects::copy(job.store, &job.incoming, key, content_type).await,
        }
    }
}

/// Decodes the whole file and repairs it if necessary. The inner error is the reason for rejecting the file.
pub(crate) async fn check(job: &Job<'_>) -> Result<std::result::Result<ValidatedRecording, Rejection>> {
    let arrived = match arrived::download(job, limits::AUDIO_MAX_BYTES).await? {
        Ok(arrived) => arrived,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let recording = match job.inspector.read_recording(arrived.path(), LISTENING_LIMIT).await.map_err(no_reader)? {
        Ok(recording) => recording,
        Err(reason) => return Ok(Err(reason.into())),
    };
    let Some(repair) = recording.repair.clone() else {
        let (size_bytes, sha256) = (job.size_bytes, arrived.sha256);
        return Ok(Ok(ValidatedRecording { recording, repaired: None, size_bytes, sha256 }));
    };
    let repaired = tokio::task::spawn_blocking(move || Repaired::write(arrived.path(), &repair)).await;
    let repaired = repaired.map_err(|error| Error::Broken(error.into()))?;
    let Repaired { file, size_bytes, sha256 } = repaired.map_err(|error| Error::Unavailable(error.into()))?;
    Ok(Ok(ValidatedRecording { recording, repaired: Some(file), size_bytes, sha256 }))
}

/// Stores the files before the record that refers to them.
async fn publish(job: &Job<'_>, checked: ValidatedRecording) -> Result<Outcome> {
    let store = job.store;
    let Some(note) = note_of(job, &checked) else { return Ok(Outcome::Ignored) };
    match checked.put(job, &note.file.key).await {
        Ok(()) => {}
        Err(Error::NotFound(ResourceKind::File)) => return job.refuse(FileRejection::Deleted).await,
        Err(error) => return Err(error),
    }
    let recording = checked.recording;
    let (tags, chapters) = (&recording.tags, chapters(&recording));
    pdf::store_suggestions(job, Suggestions { title: tags.title.clone(), author: tags.artist.clone() }).await?;
    if let (Some(key), Some(artwork)) = (&note.file.media.artwork_key, recording.artwork) {
        put_public_jpeg(store, key, artwork).await?;
    }
    // Store the waveform before the record: a client that sees the recording requests it.
    let waveform = Waveform { id: note.id, peaks: recording.peaks, chapters, silences: Vec::new() };
    audio_notes::put_waveform(store, &waveform).await?;
    let outcome = publish::publish_content(job, &note).await?;
    if let Outcome::Published(_) = outcome {
        let of = ContentRef { kind: ItemKind::Audio, place: note.shelf.as_str(), id: note.id.into() };
        publish::request_preparation(store, of).await;
    }
    Ok(outcome)
}

/// Stores a re-encoded JPEG.
pub(crate) async fn put_jpeg(store: &Store, key: &object::ObjectKey, picture: Bytes) -> Result<()> {
    let cache = "private, max-age=3600";
    objects::put(store, Bucket::Files, key, picture, "image/jpeg", cache, PutCondition::Always).await
}

/// Stores a re-encoded JPEG and its public copy.
pub(crate) async fn put_public_jpeg(store: &Store, key: &ObjectKey, picture: Bytes) -> Result<()> {
    put_jpeg(store, key, picture.clone()).await?;
    let open = object::public_picture(&objects::public_name(store, key));
    objects::put_public(store, &open, picture, "image/jpeg").await
}

fn note_of(job: &Job<'_>, checked: &ValidatedRecording) -> Option<AudioNote> {
    let recording = &checked.recording;
    let (upload, draft) = (&job.upload, &job.upload.draft);
    let UploadTarget::Audio { shelf, details, subject, course, .. } = &draft.target else { return None };
    let id = AudioId::from(upload.product);
    let artwork_key = recording.artwork.is_some().then(|| object::audio_artwork(*shelf, subject, id));
    let inside = stored_metadata(job.store, recording, artwork_key);
    Some(AudioNote {
        id,
        shelf: *shelf,
        order: None,
        details: details.clone(),
        subject: subject.clone(),
        course: *course,
        file: checked
            .with_stored_file(draft.to_file(object::audio(*shelf, subject, id, recording.format.extension()), inside)),
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        created_at: job.now,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    })
}

/// Builds the stored metadata of a recording whose artwork, if any, has this key.
pub(crate) fn stored_metadata(
    store: &Store,
    recording: &Recording,
    artwork_key: Option<ObjectKey>,
) -> content::RecordingMetadata {
    let open_artwork = artwork_key.as_ref().map(|key| objects::public_name(store, key));
    content::RecordingMetadata {
        content_type: recording.format.content_type().to_owned(),
        duration_secs: Some(whole_secs(recording.duration_secs)),
        artwork_key,
        transcript: None,
        chapters_id: None,
        listening: None,
        facts: AudioMetadata { open_artwork, ..facts(recording) },
    }
}

/// Returns the valid chapters of a file.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast ends at the largest number")]
pub(crate) fn chapters(recording: &Recording) -> Vec<AudioChapter> {
    clean_chapters(recording.chapters.iter().cloned(), (recording.duration_secs * 1000.0) as u64)
}

/// Returns the metadata that lists do not show.
fn facts(recording: &Recording) -> AudioMetadata {
    let tags = &recording.tags;
    AudioMetadata {
        codec: Some(recording.format.codec().to_owned()),
        bit_rate: Some(recording.bit_rate),
        sample_rate: Some(recording.sample_rate),
        title: tags.title.clone(),
        artist: tags.artist.clone(),
        album: tags.album.clone(),
        open_artwork: None,
    }
}

/// Rounds down to whole seconds, at least one. Clocks round down too, so lists and the player show the same length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast ends at the largest number")]
fn whole_secs(secs: f64) -> u32 {
    secs.max(1.0) as u32
}
