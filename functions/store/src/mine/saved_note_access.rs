//! Compares saved notes with their originals and finds the file to read.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::table;
use model::error::{Error, ResourceKind, Result};
use model::ids::{NoteId, UserId};
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use tokio::task::JoinSet;

use crate::library::albums::AlbumNote;
use crate::library::content::{Content, File, PdfFileMetadata};
use crate::library::course_or_album_note::{self, CourseOrAlbumNote};
use crate::library::courses;
use crate::library::notes::Note;
use crate::library::withheld;
use crate::mine::saved_notes::{self, SavedNote};
use crate::publishing::trash::{self, Trashed};

/// A difference between a saved note and its original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavedNoteUpdate {
    /// The note was edited, moved or got another file. Contains the saved note with the current version.
    Changed(Box<SavedNote>),
    /// The note was deleted.
    Deleted {
        /// Id of the note.
        id: NoteId,
        /// Time until which the file is available; `None` if it was purged.
        file_until: Option<Timestamp>,
    },
}

/// A note that the reader may open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadableNote {
    /// The note; for a deleted one, the reader's copy.
    pub note: CourseOrAlbumNote,
    /// The PDF file.
    pub file: File<PdfFileMetadata>,
    /// Time until which the file of a deleted note is available; `None` if the note was not deleted.
    pub file_until: Option<Timestamp>,
}

/// Compares one page of a collection with the originals. Returns the differences, newest note first; a page may be
/// empty and still have a cursor. Cost: 1 read, 1 per note, 1 more per moved note, 2 more per deleted note.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_updates(
    store: &Store,
    owner: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
    now: Timestamp,
) -> Result<Page<SavedNoteUpdate>> {
    let Page { items: saved, next } = saved_notes::list(store, owner, cursor, limit).await?;
    let saved: BTreeMap<NoteId, SavedNote> = saved.into_iter().map(|saved| (saved.original_note_id, saved)).collect();
    let (courses, albums) = saved.values().map(|saved| place(&saved.note)).partition(|(is_album, _)| !is_album);
    let courses = table::find_many::<Note>(store, keys_of(courses)).await?;
    let albums = table::find_many::<AlbumNote>(store, keys_of(albums)).await?;
    let notes =
        courses.into_iter().map(CourseOrAlbumNote::Course).chain(albums.into_iter().map(CourseOrAlbumNote::Album));
    let mut originals: BTreeMap<NoteId, CourseOrAlbumNote> = notes.map(|note| (note.id(), note)).collect();
    let mut updates = Vec::new();
    for (id, saved) in saved.into_iter().rev() {
        let original = match originals.remove(&id) {
            Some(note) => Some(note),
            // The note may have moved to another collection since it was saved.
            None => course_or_album_note::find(store, id).await?,
        };
        if let Some(note) = original {
            let current = saved.clone().with_note(note);
            // Ignore likes, or nearly every saved note would differ.
            if without_likes(current.clone()) != without_likes(saved) {
                updates.push(SavedNoteUpdate::Changed(Box::new(current)));
            }
        } else {
            let trashed = in_trash(store, &saved.note, now).await?;
            updates.push(SavedNoteUpdate::Deleted { id, file_until: trashed.map(|(_, until)| until) });
        }
    }
    Ok(Page { items: updates, next })
}

fn without_likes(mut saved: SavedNote) -> SavedNote {
    *saved.note.likes_mut() = 0;
    saved
}

/// Returns the file of a saved note. For 30 days after the original was deleted, returns the file from the trash. Cost:
/// 2 to 3 reads.
///
/// # Errors
/// `NotFound(SavedNote)` when the note is not saved; `NotFound(File)` when the original was purged or its file is
/// withheld.
pub async fn get_file(store: &Store, owner: &UserId, id: NoteId, now: Timestamp) -> Result<File<PdfFileMetadata>> {
    let saved = saved_notes::find(store, owner, id).await?.ok_or(Error::NotFound(ResourceKind::SavedNote))?;
    let found = course_or_album_note::find(store, id).await?;
    Ok(kept_for(store, saved.note, found, now).await?.file)
}

/// Returns a note for reading: any visible note, notes of hidden courses for administrators, and saved notes as
/// [`get_file`] does. Cost: 1 to 4 reads, 1 of them in the index.
///
/// # Errors
/// `NotFound(Note)`; `NotFound(File)` for a saved note whose original was purged or whose file is withheld.
pub async fn get_readable(
    store: &Store,
    reader: &UserId,
    is_admin: bool,
    id: NoteId,
    now: Timestamp,
) -> Result<ReadableNote> {
    let found = course_or_album_note::find(store, id).await?;
    if let Some(note) = &found
        && (is_admin || is_open(store, note).await?)
    {
        return Ok(ReadableNote { file: note.file().clone(), note: note.clone(), file_until: None });
    }
    let saved = saved_notes::find(store, reader, id).await?.ok_or(Error::NotFound(ResourceKind::Note))?;
    kept_for(store, saved.note, found, now).await
}

/// Returns those of several notes that [`get_readable`] permits, in no order. The reads run concurrently.
pub async fn get_many_readable(
    store: &Store,
    reader: &UserId,
    is_admin: bool,
    ids: &[NoteId],
    now: Timestamp,
) -> Result<Vec<ReadableNote>> {
    let mut reads = JoinSet::new();
    for id in ids.iter().copied() {
        let (store, reader) = (store.clone(), reader.clone());
        reads.spawn(async move { get_readable(&store, &reader, is_admin, id, now).await });
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

/// Returns the original of a saved copy or, if it was deleted, the copy with the file from the trash.
async fn kept_for(
    store: &Store,
    copy: CourseOrAlbumNote,
    found: Option<CourseOrAlbumNote>,
    now: Timestamp,
) -> Result<ReadableNote> {
    if let Some(note) = found {
        return Ok(ReadableNote { file: note.file().clone(), note, file_until: None });
    }
    let (file, until) = in_trash(store, &copy, now).await?.ok_or(Error::NotFound(ResourceKind::File))?;
    Ok(ReadableNote { note: copy, file, file_until: Some(until) })
}

async fn is_open(store: &Store, note: &CourseOrAlbumNote) -> Result<bool> {
    match note {
        CourseOrAlbumNote::Course(note) => Ok(!courses::is_hidden(store, &note.course).await?),
        CourseOrAlbumNote::Album(_) => Ok(true),
    }
}

/// Returns whether the copy is of an album note, and the key that the original had when it was saved.
fn place(copy: &CourseOrAlbumNote) -> (bool, keys::Key) {
    match copy {
        CourseOrAlbumNote::Course(note) => (false, note.key()),
        CourseOrAlbumNote::Album(note) => (true, note.key()),
    }
}

fn keys_of(places: Vec<(bool, keys::Key)>) -> Vec<keys::Key> {
    places.into_iter().map(|(_, key)| key).collect()
}

/// Returns the file of a deleted note and its expiry, unless the file is withheld. Cost: 2 reads.
async fn in_trash(
    store: &Store,
    copy: &CourseOrAlbumNote,
    now: Timestamp,
) -> Result<Option<(File<PdfFileMetadata>, Timestamp)>> {
    let found = match copy {
        CourseOrAlbumNote::Course(note) => kept(trash::find::<Note>(store, note.id).await?),
        CourseOrAlbumNote::Album(note) => kept(trash::find::<AlbumNote>(store, note.id).await?),
    };
    let Some((file, expires_at)) = found else { return Ok(None) };
    if withheld::is_withheld(store, &file.hashes()).await? {
        return Ok(None);
    }
    let until = Timestamp::from_epoch_secs(expires_at).map_err(|error| Error::Broken(error.into()))?;
    // The table may delete expired items a day late.
    Ok((until > now).then_some((file, until)))
}

fn kept<T: Content<Metadata = PdfFileMetadata>>(trashed: Option<Trashed<T>>) -> Option<(File<PdfFileMetadata>, i64)> {
    trashed.map(|trashed| (trashed.content.file().clone(), trashed.expires_at))
}
