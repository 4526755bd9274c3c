//! Audio notes that people can see.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, decode, encode};
use crate::aws::objects;
use crate::aws::objects::Bucket;
use crate::aws::table::{self, Consistency, Order};
use crate::base::error::{Error, Noun, Result};
use crate::base::facts::AudioFacts;
use crate::base::ids::{AudioId, Sha256Hash, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::keys::object::ObjectKey;

/// Reads that go on at the same time: each wants a connection.
const READS_AT_ONCE: usize = 25;

/// An audio note: one recording on one shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioNote {
    /// Its id. Later audio notes have later ids.
    pub id: AudioId,
    /// The shelf it stands on.
    pub shelf: ShelfId,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    #[serde(default)]
    pub description: String,
    /// Subject, as it is shown.
    pub subject: String,
    /// The course that the subject is, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// How long it is, in whole seconds, at least 1; measured by us. `None` when that could not be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_secs: Option<u32>,
    /// The picture that was in the file; `None` when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artwork_key: Option<ObjectKey>,
    /// The recording. Never sent to anybody: a signed address is.
    pub file_key: ObjectKey,
    /// Name of the file as it was on the uploader's disk.
    pub file_name: String,
    /// Size of the file, in bytes.
    pub size_bytes: u64,
    /// Media type, by the content of the file.
    pub content_type: String,
    /// SHA-256 of the file.
    pub sha256: Sha256Hash,
    /// What else is known of the file.
    #[serde(default)]
    pub facts: AudioFacts,
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
    #[serde(with = "crate::aws::codec::bytes")]
    pub peaks: Vec<u8>,
}

impl Entity for Waveform {
    const ENTITY: &'static str = "waveform";
    const SCHEMA: u32 = 1;
}

/// One audio note by its id alone, whichever shelf it stands on. 1 read in the index: one that was published a moment
/// ago may not be found yet.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: AudioId) -> Result<Option<AudioNote>> {
    let range = keys::audio::by_id(id);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    slice.items.into_iter().next().map(decode).transpose()
}

/// One audio note by its id alone. 1 read in the index.
///
/// # Errors
/// `NotFound(Audio)`, also for one in the trash.
pub async fn get(store: &Store, id: AudioId) -> Result<AudioNote> {
    find(store, id).await?.ok_or(Error::NotFound(Noun::Audio))
}

/// One audio note of a known shelf, sure to be the newest. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_on_shelf(store: &Store, shelf: ShelfId, id: AudioId) -> Result<Option<AudioNote>> {
    table::find(store, keys::audio::primary(shelf, id)).await
}

/// Several audio notes of known shelves at once, those that are there, in no order. 1 read an item, one request for
/// each 100.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn get_many(store: &Store, wanted: &[(ShelfId, AudioId)]) -> Result<Vec<AudioNote>> {
    let unique: HashSet<&(ShelfId, AudioId)> = wanted.iter().collect();
    let keys = unique.into_iter().map(|(shelf, id)| keys::audio::primary(*shelf, *id)).collect();
    table::find_many(store, keys).await
}

/// Several audio notes by their ids alone, those that are there, in the order asked for. 1 read in the index each, 25 at
/// once. Where the shelves are known, [`get_many`] is cheaper.
///
/// # Errors
/// `Unavailable`, `Broken`.
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

/// The write that puts an audio note on its shelf. Condition: it is not there.
pub(crate) fn put(store: &Store, audio: &AudioNote) -> Result<aws_sdk_dynamodb::types::Put> {
    let item = encode(audio, keys::audio::primary(audio.shelf, audio.id), Some(keys::audio::listed(audio.id)))?;
    table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)
}

/// The waveform of an audio note. 1 read.
///
/// # Errors
/// `NotFound(Audio)`.
pub async fn waveform(store: &Store, id: AudioId) -> Result<Waveform> {
    table::find(store, keys::audio::waveform(id)).await?.ok_or(Error::NotFound(Noun::Audio))
}

/// An address of the recording that a player can ask for in parts. It lives for as long as somebody may listen. No request.
///
/// # Errors
/// `Broken`.
pub async fn presign(store: &Store, audio: &AudioNote, now: Timestamp) -> Result<objects::SignedGet> {
    let AudioNote { file_key, file_name, content_type, duration_secs, .. } = audio;
    objects::presign_recording(store, file_key, file_name, content_type, *duration_secs, now).await
}

/// Removes what belongs to an audio note that is gone for good: recording, picture and waveform. Done again it changes
/// nothing. 1 write, 1 to 2 requests to the object service.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn remove_files(store: &Store, audio: &AudioNote) -> Result<()> {
    objects::delete(store, Bucket::Files, &audio.file_key).await?;
    if let Some(artwork) = &audio.artwork_key {
        objects::delete(store, Bucket::Files, artwork).await?;
    }
    table::delete_alone(store, keys::audio::waveform(audio.id)).await
}
