//! Course notes in the trash.

use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, number};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::{NoteId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::notes::{self, Note};
use crate::publishing::version::as_read;
use crate::register;

/// A note in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedNote {
    /// The note as it was.
    pub note: Note,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// Who deleted it.
    pub deleted_by: UserId,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for TrashedNote {
    const ENTITY: &'static str = "trashed_note";
    const SCHEMA: u32 = 1;
}

/// One note in the trash. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<TrashedNote>> {
    table::find(store, keys::trash::primary(id)).await
}

/// Moves a note to the trash: it leaves its course, whose count goes down with it.
/// Conditions: the note is there with the likes and in the version we read, nothing in the trash has its id.
/// 1 to 2 reads, 12 writes and 4 in the index.
///
/// # Errors
/// `NotFound(Note)`; `Conflict(Changed)` when it kept changing under us.
pub async fn put(store: &Store, id: NoteId, by: &UserId, now: Timestamp) -> Result<TrashedNote> {
    let listed = notes::get(store, id).await?;
    // The index may lag behind, and likes may move while we copy: copy what the table says, on condition.
    for _ in 0..8 {
        let note = notes::find_in_course(store, &listed.course, id).await?.ok_or(Error::NotFound(Noun::Note))?;
        let trashed = TrashedNote {
            deleted_at: now,
            deleted_by: by.clone(),
            expires_at: now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs(),
            note,
        };
        match move_to_trash(store, &trashed).await? {
            Outcome::Done => return Ok(trashed),
            outcome if outcome.refused("course") => return Err(Error::Conflict(Conflict::Changed)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

async fn move_to_trash(store: &Store, trashed: &TrashedNote) -> Result<Outcome> {
    let note = &trashed.note;
    let item = encode(trashed, keys::trash::primary(note.id), Some(keys::trash::listed(trashed.deleted_at, note.id)))?;
    let mut transaction = Transaction::default();
    transaction.delete(
        "note",
        table::delete(store, keys::note::primary(&note.course, note.id))
            .condition_expression(as_read(note.version))
            .expression_attribute_values(":likes", number(note.likes))
            .expression_attribute_values(":version", number(note.version))
            .build()
            .map_err(table::build_error)?,
    );
    transaction.put(
        "trash",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update("course", notes::count_notes(store, &note.course, -1)?);
    register::remove(store, &mut transaction, &note.into())?;
    transaction.run(store).await
}

/// Takes a note back out of the trash, with its likes. 1 read, 12 writes and 4 in the index.
///
/// # Errors
/// `NotFound(TrashedNote)`; `NotFound(Course)` when its course is gone.
pub async fn restore(store: &Store, id: NoteId) -> Result<Note> {
    for _ in 0..8 {
        let trashed = find(store, id).await?.ok_or(Error::NotFound(Noun::TrashedNote))?;
        let note = trashed.note;
        let item = encode(&note, keys::note::primary(&note.course, id), Some(keys::note::listed(id)))?;
        let mut transaction = Transaction::default();
        transaction.delete(
            "trash",
            table::delete(store, keys::trash::primary(id))
                .condition_expression("attribute_exists(pk) AND note.likes = :likes")
                .expression_attribute_values(":likes", number(note.likes))
                .build()
                .map_err(table::build_error)?,
        );
        transaction.put(
            "note",
            table::put(store, item)
                .condition_expression("attribute_not_exists(pk)")
                .build()
                .map_err(table::build_error)?,
        );
        transaction.update("course", notes::count_notes(store, &note.course, 1)?);
        register::add(store, &mut transaction, &(&note).into())?;
        match transaction.run(store).await? {
            Outcome::Done => return Ok(note),
            outcome if outcome.refused("course") => return Err(Error::NotFound(Noun::Course)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}
