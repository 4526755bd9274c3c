//! A recording becomes an audio note.

use std::io::{BufWriter, Write as _};
use std::time::Duration;

use bytes::Bytes;
use store::audio::AudioNote;
use store::keys::object;
use store::notes::Published;
use store::objects::{Bucket, PutCondition};
use store::uploads::Target;
use store::{AudioId, Error, Noun, Result, Sha256Hash, Store, audio as audio_notes, objects, trash};
use tempfile::NamedTempFile;
use wasm_core::limits;

use crate::audio::{self, Recording};
use crate::{Job, Outcome, Reason};

/// How long listening to a recording may take. The largest file holds 18 hours of MP3 at 64 kbit/s; three took 6 s here,
/// and a small machine or a build without optimisation needs ten times that. Lambda allows 900 s for everything, of which
/// bringing and copying the file need the rest.
const LISTENING_LIMIT: Duration = Duration::from_secs(600);

pub(crate) async fn decide(job: &Job<'_>) -> Result<Outcome> {
    match check(job).await? {
        Ok(recording) => publish(job, recording).await,
        Err(reason) => job.refuse(reason).await,
    }
}

/// Listens to the whole file: what is known of it, or why it is refused.
pub(crate) async fn check(job: &Job<'_>) -> Result<std::result::Result<Recording, Reason>> {
    if job.size_bytes > limits::AUDIO_MAX_BYTES {
        return Ok(Err(Reason::NotAsAnnounced));
    }
    let (file, sha256) = match fetch(job).await {
        Ok(fetched) => fetched,
        Err(Error::NotFound(Noun::File)) => return Ok(Err(Reason::Gone)),
        Err(error) => return Err(error),
    };
    if sha256 != job.upload.draft.sha256 {
        return Ok(Err(Reason::NotAsAnnounced));
    }
    Ok(audio::inspect_within(file.path(), LISTENING_LIMIT).await)
}

/// Brings the file to this machine's disk, hashing it on the way: half a gigabyte does not fit into memory. The file
/// goes away with what is returned.
async fn fetch(job: &Job<'_>) -> Result<(NamedTempFile, Sha256Hash)> {
    let on_disk = |error: std::io::Error| Error::Unavailable(error.into());
    let file = NamedTempFile::new().map_err(on_disk)?;
    let mut writer = BufWriter::with_capacity(1024 * 1024, file.as_file());
    let mut hash = Sha256Hash::hasher();
    objects::read_in_pieces(job.store, Bucket::Files, &job.incoming, limits::AUDIO_MAX_BYTES, |piece| {
        hash.update(&piece);
        writer.write_all(&piece).map_err(on_disk)
    })
    .await?;
    writer.flush().map_err(on_disk)?;
    drop(writer);
    Ok((file, hash.finish()))
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
    if let (Some(key), Some(artwork)) = (&note.artwork_key, recording.artwork) {
        put_jpeg(store, key, artwork).await?;
    }
    match audio_notes::publish(store, &note, recording.peaks, job.upload.draft.id).await? {
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
        likes: 0,
        version: 0,
        uploaded_at: upload.created_at,
        created_at: job.now,
        uploader: upload.uploader.clone(),
        uploader_name: upload.uploader_name.clone(),
    })
}

/// Whole seconds, at least one. Rounded down as clocks are, so that lists and the player show the same length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast ends at the largest number")]
pub(crate) fn whole_secs(secs: f64) -> u32 {
    secs.max(1.0) as u32
}
