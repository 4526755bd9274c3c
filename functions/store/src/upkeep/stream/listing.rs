//! What the published lists say of recordings, notes of albums, playlists and notes of courses.

use aws::batch::at_once;
use aws::client::Store;
use aws::codec::{Entity, decode, is};
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::keys::{self, Range};
use serde::de::DeserializeOwned;
use wasm_core::album::AlbumId;
use wasm_core::catalogue::{LibraryRecord, Place};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses;
use crate::library::notes::Note;
use crate::mine::playlists::{self, Playlist};

/// Courses whose notes are read before the best of them are sorted out.
const COURSES_AT_ONCE: usize = 500;

/// A change of what can be found: by everybody, or by members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// It can be found, like this.
    Set(LibraryRecord),
    /// It can be found there no more.
    Removed {
        /// Where it was.
        place: Place,
        /// Its id.
        id: String,
    },
}

impl Listing {
    /// Where it is or was.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Set(record) => record.place,
            Self::Removed { place, .. } => *place,
        }
    }
}

/// What everybody can find, in no order, and of more than `max` things the best, as [`keep_best`] has it: for the
/// catalogue, never for a request of a person. 7 reads at least, 1 for each MB, and 1 for each public playlist.
pub async fn best(store: &Store, max: usize) -> Result<Vec<LibraryRecord>> {
    let mut best = Best { records: Vec::new(), max };
    for shelf in ShelfId::ALL {
        read::<AudioNote>(store, &keys::shelf::page(shelf), &mut best).await?;
    }
    for album in AlbumId::ALL {
        read::<AlbumNote>(store, &keys::album::page(album), &mut best).await?;
    }
    playlists::for_each_public(store, |playlists| best.extend(playlists.iter().map(LibraryRecord::from))).await?;
    keep_best(&mut best.records, max);
    Ok(best.records)
}

/// The notes of all courses, which members can find, in no order, and of more than `max` the best: for the catalogue, never
/// for a request of a person. 16 reads for the courses, and 1 for each that has notes.
pub async fn best_notes(store: &Store, max: usize) -> Result<Vec<LibraryRecord>> {
    let mut best = Best { records: Vec::new(), max };
    let courses = courses::list_all(store).await?;
    let codes: Vec<CourseCode> =
        courses.iter().filter(|course| course.note_count > 0).map(|course| course.code).collect();
    for codes in codes.chunks(COURSES_AT_ONCE) {
        let notes = at_once(store, codes.to_vec(), |store, code| async move { notes_of(&store, &code).await });
        best.extend(notes.await?.into_iter().flatten());
    }
    keep_best(&mut best.records, max);
    Ok(best.records)
}

/// What members can find of one course. 1 read for each MB.
pub async fn notes_of(store: &Store, course: &CourseCode) -> Result<Vec<LibraryRecord>> {
    let notes: Vec<Note> = table::all_of(store, &keys::note::of_course(course)).await?;
    Ok(notes.iter().map(LibraryRecord::from).collect())
}

/// Leaves the `max` things that the most students like, and of equals those that were added last.
pub fn keep_best(records: &mut Vec<LibraryRecord>, max: usize) {
    if records.len() > max {
        // Ids begin with the time.
        records.select_nth_unstable_by(max, |one, other| (other.likes, &other.id).cmp(&(one.likes, &one.id)));
        records.truncate(max);
    }
}

/// The best of what was read so far, and as much again, so that it need not be sorted out each time.
struct Best {
    records: Vec<LibraryRecord>,
    max: usize,
}

impl Best {
    fn extend(&mut self, more: impl IntoIterator<Item = LibraryRecord>) {
        self.records.extend(more);
        if self.records.len() > self.max.saturating_mul(2) {
            keep_best(&mut self.records, self.max);
        }
    }
}

async fn read<T: Entity + DeserializeOwned>(store: &Store, range: &Range, best: &mut Best) -> Result<()>
where
    for<'a> LibraryRecord: From<&'a T>,
{
    table::for_each_slice(store, range, Order::Ascending, Consistency::Eventual, |items| {
        let things = items.into_iter().filter(is::<T>).map(decode::<T>).collect::<Result<Vec<T>>>()?;
        best.extend(things.iter().map(LibraryRecord::from));
        Ok(())
    })
    .await
}

impl From<&AudioNote> for LibraryRecord {
    fn from(audio: &AudioNote) -> Self {
        Self {
            place: Place::Shelf(audio.shelf),
            id: audio.id.to_string(),
            title: audio.details.title.clone(),
            subject: audio.subject.clone(),
            size: audio.file.inside.duration_secs.unwrap_or(0),
            likes: audio.likes,
        }
    }
}

impl From<&AlbumNote> for LibraryRecord {
    fn from(note: &AlbumNote) -> Self {
        Self {
            place: Place::Album(note.album),
            id: note.id.to_string(),
            title: note.details.title.clone(),
            subject: note.subject.clone(),
            size: note.file.inside.pages,
            likes: note.likes,
        }
    }
}

impl From<&Note> for LibraryRecord {
    fn from(note: &Note) -> Self {
        Self {
            place: Place::Course(note.course),
            id: note.id.to_string(),
            title: note.details.title.clone(),
            // The reader finds the course in it.
            subject: note.course.display(),
            size: note.file.inside.pages,
            likes: note.likes,
        }
    }
}

impl From<&Playlist> for LibraryRecord {
    /// Of a playlist that everybody may see. Whose it is stays out: names change, and the playlist says it.
    fn from(playlist: &Playlist) -> Self {
        Self {
            place: Place::Playlists,
            id: playlist.id.to_string(),
            title: playlist.name.clone(),
            subject: String::new(),
            size: playlist.audio_count,
            likes: 0,
        }
    }
}
