//! Audio notes that people can see.

use aws::client::Store;
use aws::codec::Entity;
use aws::write::Put;
use aws::{objects, table};
use model::error::{Error, Noun, Result};
use model::ids::{AudioId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::content::{self, Details, File, Recording};

/// Reads that go on at the same time: each wants a connection.
const READS_AT_ONCE: usize = 25;

/// An audio note: one recording on one shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioNote {
    /// Its id. Later audio notes have later ids.
    pub id: AudioId,
    /// The shelf it stands on.
    pub shelf: ShelfId,
    /// What people say of it.
    #[serde(flatten)]
    pub details: Details,
    /// Subject, as it is shown.
    pub subject: String,
    /// The course that the subject is, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// The recording.
    #[serde(flatten)]
    pub file: File<Recording>,
    /// How many students like it.
    #[serde(default)]
    pub likes: u32,
    /// How often it was edited or given another file: who edits names the version they saw.
    #[serde(default)]
    pub version: u32,
    /// When it was uploaded: the order of its shelf.
    pub uploaded_at: Timestamp,
    /// When it became visible.
    pub created_at: Timestamp,
    /// Who uploaded it.
    pub uploader: UserId,
    /// The name that was shown for the uploader then.
    pub uploader_name: String,
}

impl Entity for AudioNote {
    const ENTITY: &'static str = "audio";
    const SCHEMA: u32 = 1;
}

/// The loudness of an audio note from beginning to end, as one byte each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waveform {
    /// The audio note.
    pub id: AudioId,
    /// The peaks; the loudest is 255.
    #[serde(with = "serde_bytes")]
    pub peaks: Vec<u8>,
}

impl Entity for Waveform {
    const ENTITY: &'static str = "waveform";
    const SCHEMA: u32 = 1;
}

/// One audio note by its id alone, whichever shelf it stands on. 1 read in the index: one that was published a moment
/// ago may not be found yet.
pub async fn find(store: &Store, id: AudioId) -> Result<Option<AudioNote>> {
    content::find(store, id.into()).await
}

/// One audio note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Audio)`, also for one in the trash.
pub async fn get(store: &Store, id: AudioId) -> Result<AudioNote> {
    content::get(store, id.into()).await
}

/// Several audio notes of known shelves at once, those that are there, in no order. 1 read an item, one request for
/// each 100.
pub async fn get_many(store: &Store, wanted: &[(ShelfId, AudioId)]) -> Result<Vec<AudioNote>> {
    let keys = wanted.iter().map(|(shelf, id)| keys::audio::primary(*shelf, *id)).collect();
    table::find_many(store, keys).await
}

/// Several audio notes by their ids alone, those that are there, in the order asked for. 1 read in the index each, 25 at
/// once. Where the shelves are known, [`get_many`] is cheaper.
pub async fn find_by_ids(store: &Store, ids: &[AudioId]) -> Result<Vec<AudioNote>> {
    let mut found = Vec::with_capacity(ids.len());
    for batch in ids.chunks(READS_AT_ONCE) {
        let mut reads = Vec::with_capacity(batch.len());
        for id in batch.iter().copied() {
            let store = store.clone();
            reads.push(tokio::spawn(async move { find(&store, id).await }));
        }
        for read in reads {
            found.extend(read.await.map_err(|error| Error::Broken(error.into()))??);
        }
    }
    Ok(found)
}

/// The waveform of an audio note. 1 read.
///
/// # Errors
/// `NotFound(Audio)`.
pub async fn waveform(store: &Store, id: AudioId) -> Result<Waveform> {
    table::find(store, keys::audio::waveform(id)).await?.ok_or(Error::NotFound(Noun::Audio))
}

/// Writes the waveform of an audio note. 1 write.
pub async fn put_waveform(store: &Store, waveform: &Waveform) -> Result<()> {
    Put::of(waveform, keys::audio::waveform(waveform.id)).write(store).await.map(drop)
}

/// An address of the recording that a player can ask for in parts. It lives for as long as somebody may listen. No request.
pub async fn presign(store: &Store, audio: &AudioNote, now: Timestamp) -> Result<objects::SignedGet> {
    let File { key, name, inside, .. } = &audio.file;
    objects::presign_recording(store, key, name, &inside.content_type, inside.duration_secs, now).await
}
