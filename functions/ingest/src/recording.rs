//! A recording becomes an audio note.

use std::time::Duration;

use bytes::Bytes;
use inspect::audio::Recording;
use store::audio::AudioNote;
use store::facts::{AudioFacts, Suggestions};
use store::keys::object;
use store::objects::{Bucket, PutCondition};
use store::publish;
use store::uploads::Published;
use store::uploads::Target;
use store::{AudioId, Error, Noun, Result, Store, audio as audio_notes, objects, trash};
use wasm_core::limits;

use crate::{Job, Outcome, Reason, Refusal, arrived, no_reader, pdf};

/// How long listening to a recording may take. The largest file holds 18 hours of MP3 at 64 kbit/s; three took 6 s here,
/// and a small machine or a build without optimisation needs ten times that. Lambda allows 900 s for everything, of which
/// bringing and copying the file need the rest.
const LISTENING_LIMIT: Duration = Duration::from_secs(600);

pub(crate) async fn decide(job: &Job<'_>) -> Result<Outcome> {
    match check(job).await? {
        Ok(recording) => publish(job, recording).await,
        Err(refusal) => job.refuse(refusal).await,
    }
}

/// Listens to the whole file: what is known of it, or why it is refused.
pub(crate) async fn check(job: &Job<'_>) -> Result<std::result::Result<Recording, Refusal>> {
    Ok(match arrived::fetch(job, limits::AUDIO_MAX_BYTES).await? {
        Ok(file) => {
            job.inspector.recording(file.path(), LISTENING_LIMIT).await.map_err(no_reader)?.map_err(Refusal::File)
        }
        Err(refusal) => Err(refusal),
    })
}

/// The files first, then the record that shows them.
async fn publish(job: &Job<'_>, recording: Recording) -> Result<Outcome> {
    let store = job.store;
    let Some(note) = note_of(job, &recording) else { return Ok(Outcome::Ignored) };
    match objects::copy(store, &job.incoming, &note.file_key, &note.content_type).await {
        Ok(()) => {}
        Err(Error::NotFound(Noun::File)) => return job.refuse(Reason::Gone).await,
        Err(error) => return Err(error),
    }
    let tags = &recording.tags;
    pdf::suggest(job, Suggestions { title: tags.title.clone(), author: tags.artist.clone() }).await?;
    if let (Some(key), Some(artwork)) = (&note.artwork_key, recording.artwork) {
        put_jpeg(store, key, artwork).await?;
    }
    match publish::audio(store, &note, recording.peaks, job.upload.draft.id).await? {
        Published::Now | Published::Before => job.published().await,
        Published::Withdrawn => {
            remove_unless_published(store, &note).await?;
            job.remove_incoming().await?;
            Ok(Outcome::Removed)
        }
    }
}

/// Stores a picture of our making.
pub(crate) async fn put_jpeg(store: &Store, key: &object::ObjectKey, picture: Bytes) -> Result<()> {
    let cache = "private, max-age=3600";
    objects::put(store, Bucket::Files, key, picture, "image/jpeg", cache, PutCondition::Always).await
}

/// Removes the files of an audio note that did not become visible. Another check may have published it before its
/// upload's record was deleted, so the audio note itself is asked.
async fn remove_unless_published(store: &Store, note: &AudioNote) -> Result<()> {
    let visible = audio_notes::find_on_shelf(store, note.shelf, note.id).await?.is_some();
    if visible || trash::audio::find(store, note.id).await?.is_some() {
        return Ok(());
    }
    audio_notes::remove_files(store, note).await
}

fn note_of(job: &Job<'_>, recording: &Recording) -> Option<AudioNote> {
    let (upload, draft) = (&job.upload, &job.upload.draft);
    let Target::Audio { shelf, title, description, subject, course } = &draft.target else { return None };
    let id = AudioId::from(upload.product);
    Some(AudioNote {
        id,
        shelf: *shelf,
        title: title.clone(),
        description: description.clone(),
        subject: subject.clone(),
        course: *course,
        duration_secs: Some(whole_secs(recording.duration_secs)),
        artwork_key: recording.artwork.is_some().then(|| object::audio_artwork(*shelf, subject, id)),
        file_key: object::audio(*shelf, subject, id, recording.format.extension()),
        file_name: draft.file_name.clone(),
        size_bytes: draft.size_bytes,
        content_type: recording.format.content_type().to_owned(),
        sha256: draft.sha256.clone(),
        facts: facts(recording),
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        created_at: job.now,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    })
}

/// What is written down of a recording beside what lists show.
pub(crate) fn facts(recording: &Recording) -> AudioFacts {
    let tags = &recording.tags;
    AudioFacts {
        codec: Some(recording.format.codec().to_owned()),
        bit_rate: Some(recording.bit_rate),
        sample_rate: Some(recording.sample_rate),
        title: tags.title.clone(),
        artist: tags.artist.clone(),
        album: tags.album.clone(),
    }
}

/// Whole seconds, at least one. Rounded down as clocks are, so that lists and the player show the same length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast ends at the largest number")]
pub(crate) fn whole_secs(secs: f64) -> u32 {
    secs.max(1.0) as u32
}
