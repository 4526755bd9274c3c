//! What became of the notes of which My Notes holds copies.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::table;
use model::error::{Error, Noun, Result};
use model::ids::{NoteId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use tokio::task::JoinSet;

use crate::library::albums::AlbumNote;
use crate::library::any_note::{self, AnyNote};
use crate::library::content::{Content, File, Pdf};
use crate::library::courses;
use crate::library::notes::Note;
use crate::mine::saved::{self, SavedNote};
use crate::publishing::trash::{self, Trashed};

/// How the original of a saved note differs from the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// The note was edited, moved or given another file. Contains the saved note with the note as it is now.
    Changed(Box<SavedNote>),
    /// The note was deleted.
    Deleted {
        /// The note.
        id: NoteId,
        /// Until when its file can still be had; `None` when it is gone.
        file_until: Option<Timestamp>,
    },
}

/// A note that somebody may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readable {
    /// The note; of a deleted one the copy in the reader's collection.
    pub note: AnyNote,
    /// Its PDF.
    pub file: File<Pdf>,
    /// Until when the file of a deleted note can be had; `None` when the note was not deleted.
    pub file_until: Option<Timestamp>,
}

/// Compares one page of a collection with the notes of which it holds copies. Returns the differences, the newest note first;
/// a page may have none although another one follows. Cost: 1 read and 1 for each note of the page, 1 for each note that was
/// moved, 2 for each that was deleted.
///
/// # Errors
/// `InvalidCursor`.
pub async fn updates(
    store: &Store,
    owner: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
    now: Timestamp,
) -> Result<Page<Update>> {
    let Page { items: saved, next } = saved::list(store, owner, cursor, limit).await?;
    let saved: BTreeMap<NoteId, SavedNote> = saved.into_iter().map(|saved| (saved.original_note_id, saved)).collect();
    let (courses, albums) = saved.values().map(|saved| place(&saved.note)).partition(|(is_album, _)| !is_album);
    let courses = table::find_many::<Note>(store, keys_of(courses)).await?;
    let albums = table::find_many::<AlbumNote>(store, keys_of(albums)).await?;
    let notes = courses.into_iter().map(AnyNote::Course).chain(albums.into_iter().map(AnyNote::Album));
    let mut originals: BTreeMap<NoteId, AnyNote> = notes.map(|note| (note.id(), note)).collect();
    let mut updates = Vec::new();
    for (id, saved) in saved.into_iter().rev() {
        let original = match originals.remove(&id) {
            Some(note) => Some(note),
            // A note may be in another place than when it was saved.
            None => any_note::find(store, id).await?,
        };
        if let Some(note) = original {
            let current = saved.clone().with_note(note);
            // Nearly every saved note would differ if its likes counted.
            if without_likes(current.clone()) != without_likes(saved) {
                updates.push(Update::Changed(Box::new(current)));
            }
        } else {
            let trashed = in_trash(store, &saved.note, now).await?;
            updates.push(Update::Deleted { id, file_until: trashed.map(|(_, until)| until) });
        }
    }
    Ok(Page { items: updates, next })
}

fn without_likes(mut saved: SavedNote) -> SavedNote {
    *saved.note.likes_mut() = 0;
    saved
}

/// The file of a note in a collection: of the note itself, or for 30 days of the deleted one. 2 to 3 reads.
///
/// # Errors
/// `NotFound(SavedNote)` when it is not in the collection, `NotFound(File)` when it was deleted for good.
pub async fn file(store: &Store, owner: &UserId, id: NoteId, now: Timestamp) -> Result<File<Pdf>> {
    let saved = saved::find(store, owner, id).await?.ok_or(Error::NotFound(Noun::SavedNote))?;
    let found = any_note::find(store, id).await?;
    Ok(kept_for(store, saved.note, found, now).await?.file)
}

/// A note for a member who wants to read it: what all may open, of a hidden course for administrators, and what is in the
/// reader's collection by the rule of [`file`]. 1 to 4 reads, 1 of them in the index.
///
/// # Errors
/// `NotFound(Note)`; `NotFound(File)` for a note of the collection that was deleted for good.
pub async fn read(store: &Store, reader: &UserId, is_admin: bool, id: NoteId, now: Timestamp) -> Result<Readable> {
    let found = any_note::find(store, id).await?;
    if let Some(note) = &found
        && (is_admin || is_open(store, note).await?)
    {
        return Ok(Readable { file: note.file().clone(), note: note.clone(), file_until: None });
    }
    let saved = saved::find(store, reader, id).await?.ok_or(Error::NotFound(Noun::Note))?;
    kept_for(store, saved.note, found, now).await
}

/// Several notes by the rule of [`read`], those that the reader may read, in no order; all are asked for at once.
pub async fn read_many(
    store: &Store,
    reader: &UserId,
    is_admin: bool,
    ids: &[NoteId],
    now: Timestamp,
) -> Result<Vec<Readable>> {
    let mut reads = JoinSet::new();
    for id in ids.iter().copied() {
        let (store, reader) = (store.clone(), reader.clone());
        reads.spawn(async move { read(&store, &reader, is_admin, id, now).await });
    }
    let mut found = Vec::with_capacity(ids.len());
    while let Some(answer) = reads.join_next().await {
        match answer.map_err(|error| Error::Broken(error.into()))? {
            Ok(readable) => found.push(readable),
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// What the copy in a collection leads to: the note where there is one, or else what the trash has of it.
async fn kept_for(store: &Store, copy: AnyNote, found: Option<AnyNote>, now: Timestamp) -> Result<Readable> {
    if let Some(note) = found {
        return Ok(Readable { file: note.file().clone(), note, file_until: None });
    }
    let (file, until) = in_trash(store, &copy, now).await?.ok_or(Error::NotFound(Noun::File))?;
    Ok(Readable { note: copy, file, file_until: Some(until) })
}

/// Whether students may open it: notes of hidden courses are closed.
async fn is_open(store: &Store, note: &AnyNote) -> Result<bool> {
    match note {
        AnyNote::Course(note) => Ok(!courses::is_hidden(store, &note.course).await?),
        AnyNote::Album(_) => Ok(true),
    }
}

/// Where a note was when it was saved, and whether that is an album.
fn place(copy: &AnyNote) -> (bool, keys::Key) {
    match copy {
        AnyNote::Course(note) => (false, note.key()),
        AnyNote::Album(note) => (true, note.key()),
    }
}

fn keys_of(places: Vec<(bool, keys::Key)>) -> Vec<keys::Key> {
    places.into_iter().map(|(_, key)| key).collect()
}

/// The file of a deleted note, and until when it is kept. 1 read.
async fn in_trash(store: &Store, copy: &AnyNote, now: Timestamp) -> Result<Option<(File<Pdf>, Timestamp)>> {
    let found = match copy {
        AnyNote::Course(note) => kept(trash::find::<Note>(store, note.id).await?),
        AnyNote::Album(note) => kept(trash::find::<AlbumNote>(store, note.id).await?),
    };
    let Some((file, expires_at)) = found else { return Ok(None) };
    let until = Timestamp::from_epoch_secs(expires_at).map_err(|error| Error::Broken(error.into()))?;
    // The table may take a day to drop what has expired.
    Ok((until > now).then_some((file, until)))
}

fn kept<T: Content<Inside = Pdf>>(trashed: Option<Trashed<T>>) -> Option<(File<Pdf>, i64)> {
    trashed.map(|trashed| (trashed.content.file().clone(), trashed.expires_at))
}
