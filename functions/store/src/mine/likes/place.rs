//! Finds the record with the like count of an item.

use aws::client::Store;
use aws::codec::{decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::{AudioId, NoteId};
use model::keys::{self, Key};
use model::timestamp::Timestamp;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use super::like_record::{Like, LikeTarget};
use crate::library::albums::AlbumNote;
use crate::library::audio;
use crate::library::notes::Note;

/// A likeable item with its collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LikedItem {
    Course(CourseCode),
    Note { course: CourseCode, id: NoteId },
    AlbumNote { album: AlbumId, course: Option<CourseCode>, id: NoteId },
    Audio { shelf: ShelfId, course: Option<CourseCode>, id: AudioId },
}

impl LikedItem {
    /// Finds the collection of an item. Cost: none for a course, else 1 index read.
    pub(super) async fn of(store: &Store, target: &LikeTarget) -> Result<Self> {
        Ok(match target {
            LikeTarget::Course(course) => Self::Course(*course),
            LikeTarget::Note(id) => Self::of_note(store, *id).await?,
            LikeTarget::Audio(id) => {
                let audio = audio::get(store, *id).await?;
                Self::Audio { shelf: audio.shelf, course: audio.course, id: *id }
            }
        })
    }

    /// Course notes and album notes share one id space, so one query finds either.
    async fn of_note(store: &Store, id: NoteId) -> Result<Self> {
        let range = keys::album::course_or_album_note_by_id(id);
        let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(1), None).await?;
        let item = slice.items.into_iter().next().ok_or(Error::NotFound(ResourceKind::Note))?;
        if has_entity::<AlbumNote>(&item) {
            let note: AlbumNote = decode(item)?;
            return Ok(Self::AlbumNote { album: note.album, course: note.course, id });
        }
        let note: Note = decode(item)?;
        Ok(Self::Note { course: note.course, id })
    }

    pub(super) fn target(&self) -> LikeTarget {
        match *self {
            Self::Course(course) => LikeTarget::Course(course),
            Self::Note { id, .. } | Self::AlbumNote { id, .. } => LikeTarget::Note(id),
            Self::Audio { id, .. } => LikeTarget::Audio(id),
        }
    }

    /// Returns the key of the item with the count.
    pub(super) fn key(&self) -> Key {
        match self {
            Self::Course(course) => keys::course::primary(course),
            Self::Note { course, id } => keys::note::primary(course, *id),
            Self::AlbumNote { album, id, .. } => keys::album::note(*album, *id),
            Self::Audio { shelf, id, .. } => keys::audio::primary(*shelf, *id),
        }
    }

    /// Returns the key of the trash item and the path of the count in it. Courses are never in the trash.
    pub(super) fn trash_key_and_count(&self) -> Option<(Key, &'static str)> {
        match self {
            Self::Course(_) => None,
            Self::Note { id, .. } => Some((keys::trash::note(*id), "note.likes")),
            Self::AlbumNote { id, .. } => Some((keys::trash::album_note(*id), "note.likes")),
            Self::Audio { id, .. } => Some((keys::trash::audio(*id), "audio.likes")),
        }
    }

    /// Returns the course whose activity grows with a like.
    pub(super) fn course(&self) -> Option<CourseCode> {
        match self {
            Self::Course(course) | Self::Note { course, .. } => Some(*course),
            Self::AlbumNote { course, .. } | Self::Audio { course, .. } => *course,
        }
    }

    pub(super) fn resource_kind(&self) -> ResourceKind {
        match self {
            Self::Course(_) => ResourceKind::Course,
            Self::Note { .. } | Self::AlbumNote { .. } => ResourceKind::Note,
            Self::Audio { .. } => ResourceKind::Audio,
        }
    }

    /// Returns the number of likes; `None` if the item was purged. Cost: 1 to 2 reads.
    pub(super) async fn read_like_count(&self, store: &Store) -> Result<Option<u32>> {
        let count = table::find_number(store, self.key(), "likes").await?;
        match self.trash_key_and_count() {
            Some((key, path)) if count.is_none() => table::find_number(store, key, path).await,
            _ => Ok(count),
        }
    }
}

impl Like {
    pub(super) fn of(place: LikedItem, liked_at: Timestamp) -> Self {
        let nothing = Self {
            course: None,
            note: None,
            album: None,
            audio: None,
            shelf: None,
            former_courses: Vec::new(),
            liked_at,
        };
        match place {
            LikedItem::Course(course) => Self { course: Some(course), ..nothing },
            LikedItem::Note { course, id } => Self { course: Some(course), note: Some(id), ..nothing },
            LikedItem::AlbumNote { album, course, id } => {
                Self { album: Some(album), course, note: Some(id), ..nothing }
            }
            LikedItem::Audio { shelf, course, id } => Self { shelf: Some(shelf), course, audio: Some(id), ..nothing },
        }
    }

    pub(super) fn place(&self) -> Result<LikedItem> {
        Ok(match *self {
            Self { note: Some(id), album: Some(album), course, .. } => LikedItem::AlbumNote { album, course, id },
            Self { audio: Some(id), shelf: Some(shelf), course, .. } => LikedItem::Audio { shelf, course, id },
            Self { note: Some(id), course: Some(course), .. } => LikedItem::Note { course, id },
            Self { note: None, audio: None, course: Some(course), .. } => LikedItem::Course(course),
            _ => return Err(Error::broken("a like does not say of what")),
        })
    }
}
