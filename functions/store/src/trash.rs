//! Deleted notes: kept for 30 days, then dropped by the table, and their files with them.

pub mod album;
pub mod audio;
pub mod file;

use serde::{Deserialize, Serialize};
use wasm_core::limits;

use crate::client::Store;
use crate::codec::{Entity, Item, decode, encode, is, number};
use crate::content::{self, storage::Used};
use crate::error::{Conflict, Error, Noun, Result};
use crate::ids::{NoteId, UserId};
use crate::keys;
use crate::notes::{self, Note};
use crate::page::{Cursor, Page};
use crate::table::{self, Consistency, Order, Outcome, Transaction};
use crate::timestamp::Timestamp;
use crate::trash::album::TrashedAlbumNote;
use crate::trash::audio::TrashedAudio;
use crate::trash::file::TrashedFile;

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

/// One thing in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trashed {
    /// A course note.
    Note(Box<TrashedNote>),
    /// An audio note.
    Audio(Box<TrashedAudio>),
    /// An album note.
    Album(Box<TrashedAlbumNote>),
    /// A file that was replaced.
    File(Box<TrashedFile>),
}

impl Trashed {
    /// Who deleted it.
    #[must_use]
    pub fn deleted_by(&self) -> &UserId {
        match self {
            Self::Note(it) => &it.deleted_by,
            Self::Audio(it) => &it.deleted_by,
            Self::Album(it) => &it.deleted_by,
            Self::File(it) => &it.deleted_by,
        }
    }

    /// The size of its file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Note(it) => it.note.size_bytes,
            Self::Audio(it) => it.audio.size_bytes,
            Self::Album(it) => it.note.size_bytes,
            Self::File(it) => it.file.size_bytes,
        }
    }

    pub(crate) fn of(item: Item) -> Result<Self> {
        Ok(if is::<TrashedAudio>(&item) {
            Self::Audio(Box::new(decode(item)?))
        } else if is::<TrashedAlbumNote>(&item) {
            Self::Album(Box::new(decode(item)?))
        } else if is::<TrashedFile>(&item) {
            Self::File(Box::new(decode(item)?))
        } else {
            Self::Note(Box::new(decode(item)?))
        })
    }
}

/// How much is in the trash. It is not counted elsewhere: what leaves it by itself would have to be counted out exactly
/// once. 1 read for each MB, of which there are some for 1,000 things.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn used(store: &Store) -> Result<Used> {
    let items = table::query_all(store, &keys::trash::all(), Order::Descending, Consistency::Eventual).await?;
    let mut used = Used::default();
    for item in items {
        used.items += 1;
        used.bytes += Trashed::of(item)?.bytes();
    }
    Ok(used)
}

/// The trash, last deleted first. 1 read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Trashed>> {
    let range = keys::trash::all();
    let start = cursor.map(|cursor| table::open(store, &range, cursor)).transpose()?;
    let slice = table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit), start).await?;
    let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
    Ok(Page { items: slice.items.into_iter().map(Trashed::of).collect::<Result<_>>()?, next })
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
    content::remove(store, &mut transaction, &note.into())?;
    transaction.run(store).await
}

/// The condition that something visible is as it was read: likes and edits may come in between.
fn as_read(version: u32) -> String {
    format!("attribute_exists(pk) AND likes = :likes AND {}", content::same_version(version))
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
        content::add(store, &mut transaction, &(&note).into())?;
        match transaction.run(store).await? {
            Outcome::Done => return Ok(note),
            outcome if outcome.refused("course") => return Err(Error::NotFound(Noun::Course)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}
