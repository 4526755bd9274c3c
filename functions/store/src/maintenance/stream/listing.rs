//! Published lists of recordings, album notes, playlists and course notes.

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::Result;
use model::keys::{self, Range};
use serde::de::DeserializeOwned;
use wasm_core::album::AlbumId;
use wasm_core::catalogue::{SearchCollection, SearchItem};
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::courses;
use crate::library::notes::Note;
use crate::mine::playlists::{self, Playlist};

/// Number of courses whose notes are read before the best notes are selected.
const COURSES_AT_ONCE: usize = 500;

/// A change of a published list, for all visitors or for members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListChange {
    /// The item is listed with this record.
    Set(SearchItem),
    /// The item is no longer listed.
    Removed {
        /// Collection of the item.
        place: SearchCollection,
        /// Item id.
        id: String,
    },
}

impl ListChange {
    /// Returns the collection of the item.
    #[must_use]
    pub fn place(&self) -> SearchCollection {
        match self {
            Self::Set(record) => record.place,
            Self::Removed { place, .. } => *place,
        }
    }
}

/// Returns the public items in no order, limited to the best `max` by [`keep_best`]. For building the catalogue, never
/// for a user's request. Cost: at least 7 reads, 1 per MB, 1 per public playlist.
pub async fn best_public_items(store: &Store, max: usize) -> Result<Vec<SearchItem>> {
    let mut best = Best { records: Vec::new(), max };
    for shelf in ShelfId::ALL {
        read::<AudioNote>(store, &keys::shelf::with_recordings(shelf), &mut best).await?;
    }
    for album in AlbumId::ALL {
        read::<AlbumNote>(store, &keys::album::with_notes(album), &mut best).await?;
    }
    playlists::for_each_public(store, |playlists| best.extend(playlists.iter().map(SearchItem::from))).await?;
    keep_best(&mut best.records, max);
    Ok(best.records)
}

/// Returns the notes of all courses, which members can find, in no order, limited to the best `max`. For building the
/// catalogue, never for a user's request. Cost: 16 reads for the courses, 1 per course with notes.
pub async fn best_member_notes(store: &Store, max: usize) -> Result<Vec<SearchItem>> {
    let mut best = Best { records: Vec::new(), max };
    let courses = courses::list_all(store).await?;
    let codes: Vec<CourseCode> =
        courses.iter().filter(|course| course.note_count > 0).map(|course| course.code).collect();
    for codes in codes.chunks(COURSES_AT_ONCE) {
        let notes = map_concurrent(store, codes.to_vec(), |store, code| async move { notes_of(&store, &code).await });
        best.extend(notes.await?.into_iter().flatten());
    }
    keep_best(&mut best.records, max);
    Ok(best.records)
}

/// Returns the notes of one course that members can find. Cost: 1 read per MB.
pub async fn notes_of(store: &Store, course: &CourseCode) -> Result<Vec<SearchItem>> {
    let notes: Vec<Note> = table::query_all_entities(store, &keys::note::of_course(course)).await?;
    Ok(notes.iter().map(SearchItem::from).collect())
}

/// Keeps the `max` records with the most likes. Newer records win a tie.
pub fn keep_best(records: &mut Vec<SearchItem>, max: usize) {
    if records.len() > max {
        // Ids begin with their time of creation.
        records.select_nth_unstable_by(max, |one, other| (other.likes, &other.id).cmp(&(one.likes, &one.id)));
        records.truncate(max);
    }
}

/// Collects the best records. It holds up to twice `max` records, so that it need not select the best ones after every
/// read.
struct Best {
    records: Vec<SearchItem>,
    max: usize,
}

impl Best {
    fn extend(&mut self, more: impl IntoIterator<Item = SearchItem>) {
        self.records.extend(more);
        if self.records.len() > self.max.saturating_mul(2) {
            keep_best(&mut self.records, self.max);
        }
    }
}

async fn read<T: Entity + DeserializeOwned>(store: &Store, range: &Range, best: &mut Best) -> Result<()>
where
    for<'a> SearchItem: From<&'a T>,
{
    table::for_each_page(store, range, Order::Ascending, Consistency::Eventual, |items| {
        let things = items.into_iter().filter(has_entity::<T>).map(decode::<T>).collect::<Result<Vec<T>>>()?;
        best.extend(things.iter().map(SearchItem::from));
        Ok(())
    })
    .await
}

impl From<&AudioNote> for SearchItem {
    fn from(audio: &AudioNote) -> Self {
        Self {
            place: SearchCollection::Shelf(audio.shelf),
            id: audio.id.to_string(),
            title: audio.details.title.clone(),
            subject: audio.subject.clone(),
            size: audio.file.media.duration_secs.unwrap_or(0),
            likes: audio.likes,
        }
    }
}

impl From<&AlbumNote> for SearchItem {
    fn from(note: &AlbumNote) -> Self {
        Self {
            place: SearchCollection::Album(note.album),
            id: note.id.to_string(),
            title: note.details.title.clone(),
            subject: note.subject.clone(),
            size: note.file.media.pages,
            likes: note.likes,
        }
    }
}

impl From<&Note> for SearchItem {
    fn from(note: &Note) -> Self {
        Self {
            place: SearchCollection::Course(note.course),
            id: note.id.to_string(),
            title: note.details.title.clone(),
            // The reader finds the course by its displayed code.
            subject: note.course.display(),
            size: note.file.media.pages,
            likes: note.likes,
        }
    }
}

impl From<&Playlist> for SearchItem {
    /// Omits the owner, because names change and the playlist itself shows the owner.
    fn from(playlist: &Playlist) -> Self {
        Self {
            place: SearchCollection::Playlists,
            id: playlist.id.to_string(),
            title: playlist.name.clone(),
            subject: String::new(),
            size: playlist.audio_count,
            likes: 0,
        }
    }
}
