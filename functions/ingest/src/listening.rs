//! Prepares published recordings for listening: measures loudness and silences, and makes a smaller rendition.
//!
//! It starts after publication with an event of its own, in the function `prepare`, so publishing never waits for it.

use std::io::Write as _;
use std::time::Duration;

use bytes::Bytes;
use inspect::audio::{NoRendition, PreparedRecording};
use inspect::{Extractor, FileRejection};
use store::audio::AudioNote;
use store::keys::object::{self, ObjectKey};
use store::listening::{self, RENDITION_CONTENT_TYPE};
use store::metadata::{ListeningMetadata, Rendition};
use store::objects::{self, Bucket};
use store::{AudioId, Error, ResourceKind, Result, Sha256Hash, ShelfId, Store, audio as audio_notes};
use tempfile::NamedTempFile;
use wasm_core::limits;

use crate::{Outcome, arrived, no_reader};

/// Time limit for measuring and encoding. An hour of sound takes about a minute, and recordings of more than four hours
/// are only measured. Lambda allows 900 s in total; the rest is for downloading and storing the files.
const PREPARING_LIMIT: Duration = Duration::from_secs(600);

/// Prepares a recording, unless it was deleted or is prepared already.
pub(crate) async fn prepare(
    store: &Store,
    inspector: &Extractor,
    job: &ObjectKey,
    (shelf, id): (ShelfId, AudioId),
) -> Result<Outcome> {
    let found = audio_notes::find_on_shelf(store, shelf, id).await?;
    let outcome = match found.filter(|audio| audio.file.media.listening.is_none()) {
        Some(audio) => prepare_file(store, inspector, &audio).await?,
        None => Outcome::Ignored,
    };
    objects::delete(store, Bucket::Files, job).await?;
    Ok(outcome)
}

async fn prepare_file(store: &Store, inspector: &Extractor, audio: &AudioNote) -> Result<Outcome> {
    let file = match arrived::download_file(store, &audio.file.key, limits::AUDIO_MAX_BYTES).await {
        Ok(file) => file,
        // The file was replaced or deleted a moment ago.
        Err(Error::NotFound(ResourceKind::File)) => return Ok(Outcome::Ignored),
        Err(error) => return Err(error),
    };
    let prepared = inspector.prepare_recording(file.path(), PREPARING_LIMIT).await.map_err(no_reader)?;
    let prepared = prepared.unwrap_or_else(|reason| unreadable(audio, reason));
    let rendition = match prepared.rendition {
        Ok(bytes) => Some(put(store, audio, bytes).await?),
        Err(reason) => {
            tracing::info!(id = %audio.id, ?reason, "a recording has no rendition");
            None
        }
    };
    let made = ListeningMetadata { loudness_centilufs: prepared.loudness_centilufs, rendition };
    if !listening::store_result(store, audio, &made, &prepared.silences).await? {
        // The recording was deleted, moved or replaced during the preparation. If the original still exists, keep the
        // rendition: a record in the trash or on another shelf may name it, because an earlier run stored it under the
        // same key.
        if objects::head(store, Bucket::Files, &audio.file.key).await?.is_none() {
            objects::delete(store, Bucket::Files, &object::rendition(&audio.file.key)).await?;
        }
        return Ok(Outcome::Ignored);
    }
    Ok(Outcome::Prepared(audio.id))
}

/// Returns the result for a file that could be published, but not prepared: no loudness, no silences and no rendition.
fn unreadable(audio: &AudioNote, reason: FileRejection) -> PreparedRecording {
    tracing::warn!(id = %audio.id, ?reason, "a recording could not be prepared for listening");
    PreparedRecording { loudness_centilufs: None, silences: Vec::new(), rendition: Err(NoRendition::EncoderFailed) }
}

/// Stores the rendition beside the file. Writes it to the disk first, so that it need not stay in memory during the
/// slow request.
async fn put(store: &Store, audio: &AudioNote, bytes: Bytes) -> Result<Rendition> {
    let rendition = Rendition { size_bytes: bytes.len() as u64, sha256: Sha256Hash::of(&bytes) };
    let on_disk = |error: std::io::Error| Error::Unavailable(error.into());
    let mut file = NamedTempFile::new().map_err(on_disk)?;
    file.write_all(&bytes).map_err(on_disk)?;
    drop(bytes);
    objects::put_file(store, &object::rendition(&audio.file.key), file.path(), RENDITION_CONTENT_TYPE).await?;
    Ok(rendition)
}
