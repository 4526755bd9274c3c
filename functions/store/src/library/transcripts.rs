//! Transcripts of recordings: one compressed file per transcript. The metadata of the audio file names the transcript,
//! so it is replaced, deleted and restored with that file. The stream handler deletes a replaced transcript.

use aws::client::Store;
use aws::expression::attribute;
use aws::objects::{self, Bucket, PresignedGet, PutCondition, ResponseHeaders, compression};
use aws::retry::Retry;
use aws::write::Update;
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{AudioId, TranscriptId};
use model::keys;
use model::keys::object::{self, ObjectKey};
use model::timestamp::Timestamp;
use wasm_core::transcript::Transcript;

use crate::library::audio::{self, AudioNote};

const CONTENT_TYPE: &str = "application/json";

/// The key contains a new id for every transcript, so the object never changes.
const SERVED: ResponseHeaders<'_> = ResponseHeaders {
    content_type: CONTENT_TYPE,
    cache_control: "private, max-age=31536000, immutable",
    content_encoding: Some("br"),
};

/// Stores the transcript of a recording in place of the previous one. Cost: 2 to 5 reads, 1 request, 1 write.
///
/// # Errors
/// `NotFound(Audio)`; `Conflict(VersionMismatch)` if the audio file was replaced during the call, because its times may
/// differ.
pub async fn set(store: &Store, id: AudioId, transcript: &Transcript) -> Result<AudioNote> {
    // Store no file for a missing recording.
    let file = audio::get(store, id).await?.file.key;
    let json = serde_json::to_vec(transcript).map_err(|error| Error::Broken(error.into()))?;
    let packed = compression::compress(&json).map_err(|error| Error::Broken(error.into()))?;
    let new = TranscriptId::generate();
    let key = object::transcript(new);
    objects::put_with_headers(store, Bucket::Files, &key, packed.into(), &SERVED, PutCondition::Always).await?;
    change(store, id, Some(new), Some(&file)).await
}

/// Removes the transcript of a recording. Does nothing if there is none. Cost: 2 to 5 reads, 1 write.
///
/// # Errors
/// `NotFound(Audio)`.
pub async fn remove(store: &Store, id: AudioId) -> Result<AudioNote> {
    change(store, id, None, None).await
}

/// Replaces the transcript id of a recording. Conditions: file and transcript are unchanged since they were read, and
/// the file has the key `of_file`, if given.
async fn change(
    store: &Store,
    id: AudioId,
    transcript: Option<TranscriptId>,
    of_file: Option<&ObjectKey>,
) -> Result<AudioNote> {
    let shelf = audio::get(store, id).await?.shelf;
    let mut retry = Retry::new();
    loop {
        let before = audio::find_on_shelf(store, shelf, id).await?.ok_or(Error::NotFound(ResourceKind::Audio))?;
        if of_file.is_some_and(|key| *key != before.file.key) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let mut after = before.clone();
        after.file.media.transcript = transcript;
        if before == after {
            return Ok(after);
        }
        let same = attribute("transcript").eq_option(before.file.media.transcript);
        let same = same.and(attribute("file_key").is(&before.file.key));
        let update = Update::between(keys::audio::primary(before.shelf, id), &before, &after);
        if update.when(same).apply(store).await? {
            return Ok(after);
        }
        retry.wait().await?;
    }
}

/// Returns a signed URL of the transcript as JSON. Makes no request.
///
/// # Errors
/// `NotFound(File)` if the recording has no transcript.
pub async fn presign(store: &Store, audio: &AudioNote, now: Timestamp) -> Result<PresignedGet> {
    let id = audio.file.media.transcript.ok_or(Error::NotFound(ResourceKind::File))?;
    objects::presign_get(store, &object::transcript(id), "transcript.json", CONTENT_TYPE, now).await
}
