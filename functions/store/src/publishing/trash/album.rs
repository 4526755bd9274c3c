//! Deleted album notes: kept like notes, and gone with their pictures.

use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, encode, number, text};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result, Rule};
use crate::base::ids::{NoteId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;
use crate::library::albums::{self, AlbumNote};
use crate::publishing::version::as_read;
use crate::register;

/// An album note in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedAlbumNote {
    /// The note as it was.
    pub note: AlbumNote,
    /// When it was deleted.
    pub deleted_at: Timestamp,
    /// Who deleted it.
    pub deleted_by: UserId,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for TrashedAlbumNote {
    const ENTITY: &'static str = "trashed_album_note";
    const SCHEMA: u32 = 1;
}

/// Whose notes somebody may delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayDelete {
    /// Everybody's: an administrator.
    All,
    /// Only those they uploaded themselves.
    Own,
}

/// One album note in the trash. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<TrashedAlbumNote>> {
    table::find(store, keys::trash::album(id)).await
}

/// Moves an album note to the trash: it leaves its album, whose count goes down with it. Conditions: it is there with
/// the likes, the picture and in the version we read, nothing in the trash has its id. 2 reads, 12 writes and 3 in the
/// index.
///
/// # Errors
/// `NotFound(Note)`; `Forbidden(OwnerOnly)` when it is somebody else's and `may` does not reach that far;
/// `Conflict(Changed)` when it kept changing under us.
pub async fn put(store: &Store, id: NoteId, by: &UserId, may: MayDelete, now: Timestamp) -> Result<TrashedAlbumNote> {
    let listed = albums::get_note(store, id).await?;
    // The index may lag behind, and likes may move while we copy: copy what the table says, on condition.
    for _ in 0..8 {
        let note = albums::find_in_album(store, listed.album, id).await?.ok_or(Error::NotFound(Noun::Note))?;
        if may == MayDelete::Own && note.uploader != *by {
            return Err(Error::Forbidden(Rule::OwnerOnly));
        }
        let trashed = TrashedAlbumNote {
            deleted_at: now,
            deleted_by: by.clone(),
            expires_at: now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs(),
            note,
        };
        match move_to_trash(store, &trashed).await? {
            Outcome::Done => return Ok(trashed),
            outcome if outcome.refused("album") => {
                return Err(Error::broken("an album's count is lower than the notes in it"));
            }
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

async fn move_to_trash(store: &Store, trashed: &TrashedAlbumNote) -> Result<Outcome> {
    let note = &trashed.note;
    let item = encode(trashed, keys::trash::album(note.id), Some(keys::trash::listed(trashed.deleted_at, note.id)))?;
    let mut transaction = Transaction::default();
    let delete = table::delete(store, keys::album::note(note.album, note.id))
        .expression_attribute_values(":likes", number(note.likes))
        .expression_attribute_values(":version", number(note.version));
    let same = as_read(note.version);
    let delete = match note.picture {
        Some(picture) => delete
            .condition_expression(format!("{same} AND picture = :picture"))
            .expression_attribute_values(":picture", text(picture.to_string())),
        None => delete.condition_expression(format!("{same} AND attribute_not_exists(picture)")),
    };
    transaction.delete("note", delete.build().map_err(table::build_error)?);
    transaction.put(
        "trash",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    transaction.update("album", albums::count(store, note.album, -1)?);
    register::remove(store, &mut transaction, &note.into())?;
    transaction.run(store).await
}

/// Takes an album note back out of the trash, with its likes, into its album. Conditions: it is in the trash with the
/// likes we read, nothing visible has its id. 1 read, 12 writes and 3 in the index.
///
/// # Errors
/// `NotFound(TrashedNote)`; `Conflict(Changed)` when it kept changing under us.
pub async fn restore(store: &Store, id: NoteId) -> Result<AlbumNote> {
    for _ in 0..8 {
        let note = find(store, id).await?.ok_or(Error::NotFound(Noun::TrashedNote))?.note;
        let mut transaction = Transaction::default();
        transaction.delete(
            "trash",
            table::delete(store, keys::trash::album(id))
                .condition_expression("attribute_exists(pk) AND note.likes = :likes")
                .expression_attribute_values(":likes", number(note.likes))
                .build()
                .map_err(table::build_error)?,
        );
        transaction.put("note", albums::put(store, &note)?);
        transaction.update("album", albums::count(store, note.album, 1)?);
        register::add(store, &mut transaction, &(&note).into())?;
        if transaction.run(store).await? == Outcome::Done {
            return Ok(note);
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}
