//! What became of the notes of which My Notes holds copies.

use std::collections::BTreeMap;

use cloud::aws::client::Store;
use cloud::aws::table;
use cloud::base::error::{Error, Noun, Result};
use cloud::base::ids::{NoteId, UserId};
use cloud::base::timestamp::Timestamp;
use cloud::keys;

use crate::library::albums::AlbumNote;
use crate::library::any_note::{self, AnyNote};
use crate::library::content::{Content, File, Pdf};
use crate::library::notes::Note;
use crate::mine::saved;
use crate::publishing::trash::{self, Trashed};

/// A saved note whose original was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost {
    /// The note.
    pub id: NoteId,
    /// Until when its file can still be had; `None` when it is gone.
    pub file_until: Option<Timestamp>,
}

/// Which notes of a collection were deleted, in the order of their ids. 1 read for each MB of the collection and 1 for
/// each note in it; then 2 for each that is lost.
pub async fn lost(store: &Store, owner: &UserId, now: Timestamp) -> Result<Vec<Lost>> {
    let saved = saved::list_all(store, owner).await?;
    let mut missing: BTreeMap<NoteId, AnyNote> =
        saved.into_iter().map(|saved| (saved.original_note_id, saved.note)).collect();
    let (courses, albums) = missing.values().map(place).partition(|(is_album, _)| !is_album);
    for note in table::find_many::<Note>(store, keys_of(courses)).await? {
        missing.remove(&note.id);
    }
    for note in table::find_many::<AlbumNote>(store, keys_of(albums)).await? {
        missing.remove(&note.id);
    }
    let mut lost = Vec::new();
    for (id, copy) in missing {
        // A note may be in another place than when it was saved.
        if any_note::find(store, id).await?.is_none() {
            let trashed = in_trash(store, &copy, now).await?;
            lost.push(Lost { id, file_until: trashed.map(|(_, until)| until) });
        }
    }
    Ok(lost)
}

/// The file of a note in a collection: of the note itself, or for 30 days of the deleted one. 2 to 3 reads.
///
/// # Errors
/// `NotFound(SavedNote)` when it is not in the collection, `NotFound(File)` when it was deleted for good.
pub async fn file(store: &Store, owner: &UserId, id: NoteId, now: Timestamp) -> Result<File<Pdf>> {
    let saved = saved::find(store, owner, id).await?.ok_or(Error::NotFound(Noun::SavedNote))?;
    if let Some(note) = any_note::find(store, id).await? {
        return Ok(note.file().clone());
    }
    let trashed = in_trash(store, &saved.note, now).await?;
    trashed.map(|(file, _)| file).ok_or(Error::NotFound(Noun::File))
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
