//! Course notes and album notes under one type. They share one id space, so that links, likes and saved notes can name
//! either.

use aws::client::Store;
use aws::codec::{decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::NoteId;
use model::keys;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::library::albums::AlbumNote;
use crate::library::content::{CommonMetadata, File, PdfFileMetadata};
use crate::library::courses;
use crate::library::notes::Note;

/// A note of a course or of an album.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CourseOrAlbumNote {
    /// A course note.
    Course(Note),
    /// An album note.
    Album(AlbumNote),
}

impl CourseOrAlbumNote {
    /// Returns the note id.
    #[must_use]
    pub fn id(&self) -> NoteId {
        match self {
            Self::Course(note) => note.id,
            Self::Album(note) => note.id,
        }
    }

    /// Returns the title and description.
    #[must_use]
    pub fn details(&self) -> &CommonMetadata {
        match self {
            Self::Course(note) => &note.details,
            Self::Album(note) => &note.details,
        }
    }

    pub(crate) fn details_mut(&mut self) -> &mut CommonMetadata {
        match self {
            Self::Course(note) => &mut note.details,
            Self::Album(note) => &mut note.details,
        }
    }

    pub(crate) fn likes_mut(&mut self) -> &mut u32 {
        match self {
            Self::Course(note) => &mut note.likes,
            Self::Album(note) => &mut note.likes,
        }
    }

    /// Returns the course of the note. An album note may have none.
    #[must_use]
    pub fn course(&self) -> Option<CourseCode> {
        match self {
            Self::Course(note) => Some(note.course),
            Self::Album(note) => note.course,
        }
    }

    /// Returns the PDF file.
    #[must_use]
    pub fn file(&self) -> &File<PdfFileMetadata> {
        match self {
            Self::Course(note) => &note.file,
            Self::Album(note) => &note.file,
        }
    }
}

/// Returns a note of either kind by its id. Cost: 1 index read; a note published a moment ago may be missing.
pub async fn find(store: &Store, id: NoteId) -> Result<Option<CourseOrAlbumNote>> {
    let range = keys::album::course_or_album_note_by_id(id);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(1), None).await?;
    let Some(item) = slice.items.into_iter().next() else { return Ok(None) };
    let note = if has_entity::<AlbumNote>(&item) {
        CourseOrAlbumNote::Album(decode(item)?)
    } else {
        CourseOrAlbumNote::Course(decode(item)?)
    };
    Ok(Some(note))
}

/// Returns a note of either kind by its id. Cost: 1 index read.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash.
pub async fn get(store: &Store, id: NoteId) -> Result<CourseOrAlbumNote> {
    find(store, id).await?.ok_or(Error::NotFound(ResourceKind::Note))
}

/// Returns a note of either kind that students can see. Cost: 1 index read, and 1 read for a course note.
///
/// # Errors
/// `NotFound(Note)`, also for a note in the trash or of a hidden course.
pub async fn get_visible(store: &Store, id: NoteId) -> Result<CourseOrAlbumNote> {
    let note = get(store, id).await?;
    match &note {
        CourseOrAlbumNote::Course(note) if courses::is_hidden(store, &note.course).await? => {
            Err(Error::NotFound(ResourceKind::Note))
        }
        _ => Ok(note),
    }
}
