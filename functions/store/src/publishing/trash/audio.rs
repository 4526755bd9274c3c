//! Deleted audio notes: kept like notes, and gone with their pictures and waveforms.

use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, number};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::{AudioId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::audio::{self, AudioNote};
use crate::library::course_audio;
use crate::library::shelves;
use crate::publishing::version::as_read;
use crate::register;

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

/// Moves an audio note to the trash: it leaves its shelf, whose counts go down with it. Conditions: it is there with the
/// likes and in the version we read, nothing in the trash has its id. 2 reads, 12 to 14 writes and 3 in the index.
///
/// # Errors
/// `NotFound(Audio)`; `Conflict(Changed)` when it kept changing under us.
pub async fn put(store: &Store, id: AudioId, by: &UserId, now: Timestamp) -> Result<TrashedAudio> {
    let listed = audio::get(store, id).await?;
    // The index may lag behind, and likes may move while we copy: copy what the table says, on condition.
    for _ in 0..8 {
        let audio = audio::find_on_shelf(store, listed.shelf, id).await?.ok_or(Error::NotFound(Noun::Audio))?;
        let trashed = TrashedAudio {
            deleted_at: now,
            deleted_by: by.clone(),
            expires_at: now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs(),
            audio,
        };
        match move_to_trash(store, &trashed).await? {
            Outcome::Done => return Ok(trashed),
            outcome if outcome.refused("shelf") => return Err(shelves::miscounted(trashed.audio.shelf)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

async fn move_to_trash(store: &Store, trashed: &TrashedAudio) -> Result<Outcome> {
    let audio = &trashed.audio;
    let listed = keys::trash::audio_listed(trashed.deleted_at, audio.id);
    let item = encode(trashed, keys::trash::audio(audio.id), Some(listed))?;
    let mut transaction = Transaction::default();
    transaction.delete(
        "audio",
        table::delete(store, keys::audio::primary(audio.shelf, audio.id))
            .condition_expression(as_read(audio.version))
            .expression_attribute_values(":likes", number(audio.likes))
            .expression_attribute_values(":version", number(audio.version))
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put(
        "trash",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update("shelf", shelves::count(store, audio, -1)?);
    register::remove(store, &mut transaction, &audio.into())?;
    course_audio::unpoint(store, &mut transaction, audio)?;
    transaction.run(store).await
}

/// Takes an audio note back out of the trash, onto its shelf, with its likes. Conditions: it is in the trash with the
/// likes we read, nothing visible has its id. 1 read, 12 to 14 writes and 3 in the index.
///
/// # Errors
/// `NotFound(TrashedAudio)`.
pub async fn restore(store: &Store, id: AudioId) -> Result<AudioNote> {
    for _ in 0..8 {
        let audio = find(store, id).await?.ok_or(Error::NotFound(Noun::TrashedAudio))?.audio;
        let mut transaction = Transaction::default();
        transaction.delete(
            "trash",
            table::delete(store, keys::trash::audio(id))
                .condition_expression("attribute_exists(pk) AND audio.likes = :likes")
                .expression_attribute_values(":likes", number(audio.likes))
                .build()
                .map_err(table::build_error)?,
        );
        transaction.put("audio", audio::put(store, &audio)?);
        transaction.update("shelf", shelves::count(store, &audio, 1)?);
        register::add(store, &mut transaction, &(&audio).into())?;
        course_audio::point(store, &mut transaction, &audio)?;
        if transaction.run(store).await? == Outcome::Done {
            return Ok(audio);
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}
