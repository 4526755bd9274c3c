//! Deleted audio notes: kept like notes, and gone with their pictures and waveforms.

use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::audio::{self, AudioNote};
use crate::client::Store;
use crate::codec::{Entity, encode};
use crate::error::{Conflict, Error, Noun, Result};
use crate::ids::{AudioId, UserId};
use crate::table::{self, Outcome, Transaction};
use crate::timestamp::Timestamp;
use crate::{keys, shelves};

/// An audio note in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedAudio {
    /// The audio note as it was.
    pub audio: AudioNote,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// Who deleted it.
    pub deleted_by: UserId,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for TrashedAudio {
    const ENTITY: &'static str = "trashed_audio";
    const SCHEMA: u32 = 1;
}

/// One audio note in the trash. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: AudioId) -> Result<Option<TrashedAudio>> {
    table::find(store, keys::trash::audio(id)).await
}

/// Moves an audio note to the trash: it leaves its shelf, whose counts go down with it. Conditions: it is there,
/// nothing in the trash has its id. 2 reads, 6 writes and 2 in the index.
///
/// # Errors
/// `NotFound(Audio)`.
pub async fn put(store: &Store, id: AudioId, by: &UserId, now: Timestamp) -> Result<TrashedAudio> {
    let listed = audio::get(store, id).await?;
    // The index may lag behind: what the table says is what is moved.
    let audio = audio::find_on_shelf(store, listed.shelf, id).await?.ok_or(Error::NotFound(Noun::Audio))?;
    let trashed = TrashedAudio {
        deleted_at: now,
        deleted_by: by.clone(),
        expires_at: now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs(),
        audio,
    };
    let audio = &trashed.audio;
    let item = encode(&trashed, keys::trash::audio(id), Some(keys::trash::audio_listed(now, id)))?;
    let mut transaction = Transaction::default();
    transaction.delete(
        "audio",
        table::delete(store, keys::audio::primary(audio.shelf, id))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put(
        "trash",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update("shelf", shelves::count(store, audio, -1)?);
    match transaction.run(store).await? {
        Outcome::Done => Ok(trashed),
        outcome if outcome.refused("audio") => Err(Error::NotFound(Noun::Audio)),
        outcome if outcome.refused("trash") => Err(Error::Conflict(Conflict::Changed)),
        Outcome::Refused(_) => Err(shelves::miscounted(audio.shelf)),
    }
}

/// Takes an audio note back out of the trash, onto its shelf. Conditions: it is in the trash, nothing visible has its
/// id. 1 read, 6 writes and 2 in the index.
///
/// # Errors
/// `NotFound(TrashedAudio)`.
pub async fn restore(store: &Store, id: AudioId) -> Result<AudioNote> {
    let audio = find(store, id).await?.ok_or(Error::NotFound(Noun::TrashedAudio))?.audio;
    let mut transaction = Transaction::default();
    transaction.delete(
        "trash",
        table::delete(store, keys::trash::audio(id))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put("audio", audio::put(store, &audio)?);
    transaction.update("shelf", shelves::count(store, &audio, 1)?);
    match transaction.run(store).await? {
        Outcome::Done => Ok(audio),
        outcome if outcome.refused("trash") => Err(Error::NotFound(Noun::TrashedAudio)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::Changed)),
    }
}
