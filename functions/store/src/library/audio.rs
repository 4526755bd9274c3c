//! Published recordings.

use std::collections::HashSet;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use aws::{objects, table};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{AudioId, ChaptersId, UserId};
use model::keys::{self, object::ObjectKey};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;
use wasm_core::transcript::chapters::AudioChapter;

use crate::library::content::{self, CommonMetadata, File, RecordingMetadata};
use crate::library::expected_picture::{self, SeenPicture};

/// Number of concurrent reads; each needs a connection.
const READS_AT_ONCE: usize = 25;

/// One recording on a shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudioNote {
    /// Recording id. Later recordings have greater ids.
    pub id: AudioId,
    /// Shelf that contains the recording.
    pub shelf: ShelfId,
    /// Id that the recording sorts like, if an administrator moved it on its shelf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<AudioId>,
    /// Title and description.
    #[serde(flatten)]
    pub details: CommonMetadata,
    /// Subject as it is displayed.
    pub subject: String,
    /// Course of the subject, if the catalogue has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseCode>,
    /// The audio file.
    #[serde(flatten)]
    pub file: File<RecordingMetadata>,
    /// Number of likes.
    pub likes: u32,
    /// Number of edits and file replacements, used for conditional writes.
    pub version: u32,
    /// Upload time.
    pub uploaded_at: Timestamp,
    /// Time of publication.
    pub created_at: Timestamp,
    /// User who uploaded the recording.
    pub uploader: UserId,
    /// Name of the uploader at the time of the upload.
    pub uploader_name: String,
}

impl Entity for AudioNote {
    const ENTITY: &'static str = "audio";
}

impl AudioNote {
    /// Returns the id by which the shelf is sorted, greatest first.
    #[must_use]
    pub fn sort_id(&self) -> AudioId {
        self.order.unwrap_or(self.id)
    }
}

/// The loudness of a recording over time, one byte per peak, its chapters and its silences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waveform {
    /// Recording id.
    pub id: AudioId,
    /// Peaks from 0 to 255, scaled to the loudest.
    #[serde(with = "serde_bytes")]
    pub peaks: Vec<u8>,
    /// Chapters in order: none, or at least 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chapters: Vec<AudioChapter>,
    /// Silences, packed by `listening::pack_silences`. Empty until they are found.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<u8>,
}

impl Entity for Waveform {
    const ENTITY: &'static str = "waveform";
}

/// Returns a recording by its id alone. Cost: 1 index read; a recording published a moment ago may be missing.
pub async fn find(store: &Store, id: AudioId) -> Result<Option<AudioNote>> {
    content::find(store, id.into()).await
}

/// Returns a recording by its id alone. Cost: 1 index read.
///
/// # Errors
/// `NotFound(Audio)`, also for a recording in the trash.
pub async fn get(store: &Store, id: AudioId) -> Result<AudioNote> {
    content::get(store, id.into()).await
}

/// Returns the existing recordings among several that are or were on known shelves, in no order. Cost: 1 read per item,
/// 1 request per 100; 3 reads more for an item that is not on its shelf.
pub async fn get_many(store: &Store, wanted: &[(ShelfId, AudioId)]) -> Result<Vec<AudioNote>> {
    let keys = wanted.iter().map(|(shelf, id)| keys::audio::primary(*shelf, *id)).collect();
    let mut found: Vec<AudioNote> = table::find_many(store, keys).await?;
    // Likes, positions and playlists keep the shelf on which the recording was at that time.
    let known: HashSet<AudioId> = found.iter().map(|audio| audio.id).collect();
    let mut elsewhere = Vec::new();
    for (shelf, id) in wanted.iter().filter(|(_, id)| !known.contains(id)) {
        let others = ShelfId::ALL.into_iter().filter(|other| other != shelf);
        elsewhere.extend(others.map(|other| keys::audio::primary(other, *id)));
    }
    found.extend(table::find_many::<AudioNote>(store, elsewhere).await?);
    Ok(found)
}

/// Returns a recording that is or was on a shelf, with a consistent read. Cost: 1 read; 3 more if it is not there.
pub async fn find_on_shelf(store: &Store, shelf: ShelfId, id: AudioId) -> Result<Option<AudioNote>> {
    Ok(get_many(store, &[(shelf, id)]).await?.pop())
}

/// Returns the existing recordings among several ids, in the given order. Cost: 1 index read each, 25 at a time.
/// [`get_many`] is cheaper if the shelves are known.
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

/// Shows a stored picture in place of the one that the recording has. Idempotent. The stream handler deletes the
/// previous picture. Conditions: the recording has the `seen` picture; file and picture are unchanged since they were
/// read. Cost: 1 to 4 reads, 1 write, 1 index write.
///
/// # Errors
/// `NotFound(Audio)`; `Conflict(Changed)` when the recording has another picture. The new picture is then unused.
pub async fn set_picture(
    store: &Store,
    shelf: ShelfId,
    id: AudioId,
    picture: &ObjectKey,
    seen: Option<&SeenPicture>,
) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let before = find_on_shelf(store, shelf, id).await?.ok_or(Error::NotFound(ResourceKind::Audio))?;
        if !expected_picture::may_replace(seen, before.file.media.artwork_key.as_ref(), picture) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let mut after = before.clone();
        after.file.media.artwork_key = Some(picture.clone());
        after.file.media.facts.open_artwork = Some(objects::public_name(store, picture));
        if before == after {
            return Ok(());
        }
        let same = attribute("artwork_key").eq_option(before.file.media.artwork_key.as_ref());
        let same = same.and(attribute("file_key").is(&before.file.key));
        let update = Update::between(keys::audio::primary(before.shelf, id), &before, &after);
        if update.when(same).apply(store).await? {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Returns the waveform of a recording. Cost: 1 read.
///
/// # Errors
/// `NotFound(Audio)`.
pub async fn get_waveform(store: &Store, id: AudioId) -> Result<Waveform> {
    table::find(store, keys::audio::waveform(id)).await?.ok_or(Error::NotFound(ResourceKind::Audio))
}

/// Writes the waveform of a new recording. Keeps an existing one, which may have chapters and silences by then. Cost: 1
/// write.
pub async fn put_waveform(store: &Store, waveform: &Waveform) -> Result<()> {
    Put::of(waveform, keys::audio::waveform(waveform.id)).when(absent()).apply(store).await.map(drop)
}

/// Replaces the chapters of a recording. Returns the recording and its waveform. Condition: it has the same file, because
/// the times of another one differ. Cost: 1 read; 4 writes if they change.
///
/// # Errors
/// `NotFound(Audio)`; `Conflict(VersionMismatch)` if the file was replaced or the recording was deleted or moved.
pub async fn set_chapters(
    store: &Store,
    audio: AudioNote,
    chapters: Vec<AudioChapter>,
) -> Result<(AudioNote, Waveform)> {
    let waveform = get_waveform(store, audio.id).await?;
    if waveform.chapters == chapters {
        return Ok((audio, waveform));
    }
    let with_chapters = Waveform { chapters, ..waveform.clone() };
    let mut changed = audio.clone();
    changed.file.media.chapters_id = Some(ChaptersId::generate());
    let mut transaction = Transaction::default();
    let has_file = attribute("file_key").is(&audio.file.key);
    let primary = keys::audio::primary(audio.shelf, audio.id);
    transaction.add("audio", Update::between(primary, &audio, &changed).when(has_file));
    let update = Update::between(keys::audio::waveform(audio.id), &waveform, &with_chapters);
    transaction.add("waveform", update.when(exists()));
    match transaction.run(store).await? {
        Outcome::Done => Ok((changed, with_chapters)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::VersionMismatch)),
    }
}

/// Returns a signed URL of the audio file that supports range requests. The URL remains valid for a listening session.
/// Makes no request.
pub async fn presign(store: &Store, audio: &AudioNote, now: Timestamp) -> Result<objects::PresignedGet> {
    let File { key, name, media: inside, .. } = &audio.file;
    objects::presign_recording(store, key, name, &inside.content_type, inside.duration_secs, now).await
}
