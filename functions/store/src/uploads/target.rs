//! What files become.

use model::ids::{CardId, ChapterId, NoteId, PlaylistId, ProductId};
use model::keys::object::ObjectKey;
use model::kind::Kind;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::content::Details;

/// What a file is to become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Target {
    /// The PDF of a course.
    CourseNote {
        /// Course the note will belong to.
        course: CourseCode,
        /// Chapter, from 1.
        chapter: u32,
        /// What is said of it.
        #[serde(flatten)]
        details: Details,
        /// One of `NOTE_TYPES`.
        note_type: String,
    },
    /// A recording.
    Audio {
        /// Shelf it will stand on.
        shelf: ShelfId,
        /// What is said of it.
        #[serde(flatten)]
        details: Details,
        /// Subject, as it is shown.
        subject: String,
        /// The course that the subject is, if it is one of ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<CourseCode>,
    },
    /// The PDF of an album.
    AlbumNote {
        /// Album it will be in.
        album: AlbumId,
        /// Subject, as it is shown.
        subject: String,
        /// The course that the subject is, if it is one of ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<CourseCode>,
        /// What is said of it.
        #[serde(flatten)]
        details: Details,
    },
    /// The picture of an album note.
    AlbumPicture {
        /// The album. That the note is in it is a condition of setting the picture.
        album: AlbumId,
        /// The note.
        note: NoteId,
    },
    /// The picture of a playlist.
    PlaylistCover {
        /// The playlist. That it is the uploader's is a condition of setting the picture.
        playlist: PlaylistId,
    },
    /// The picture of the uploader.
    ProfilePhoto,
    /// Another file for something that was published.
    Replacement {
        /// What that is.
        content: Kind,
        /// Its id.
        replaces: ProductId,
        /// The course, shelf or album that it is in.
        place: String,
        /// Its title.
        title: String,
        /// Key of the file that the uploader replaces.
        instead_of: ObjectKey,
    },
    /// The picture on a study card.
    CardImage {
        /// The chapter. That the card is in it is a condition of setting the picture.
        chapter: ChapterId,
        /// The card.
        card: CardId,
    },
    /// Study cards that Anki wrote, for the uploader to look at.
    Deck,
    /// The picture on a study card of the uploader's own.
    OwnCardImage {
        /// The course of the card.
        course: CourseCode,
        /// The card. That it is there is a condition of setting the picture.
        card: CardId,
    },
    /// The picture of a course.
    CoursePicture {
        /// The course. That it is there is a condition of setting the picture.
        course: CourseCode,
    },
}

impl Target {
    /// The title of what it becomes; a picture has none.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::CourseNote { details, .. } | Self::Audio { details, .. } | Self::AlbumNote { details, .. } => {
                Some(&details.title)
            }
            Self::Replacement { title, .. } => Some(title),
            Self::AlbumPicture { .. }
            | Self::PlaylistCover { .. }
            | Self::ProfilePhoto
            | Self::CardImage { .. }
            | Self::Deck
            | Self::OwnCardImage { .. }
            | Self::CoursePicture { .. } => None,
        }
    }

    /// The course, shelf or album in which it is going to be, as in [`crate::register::Entry`]; a picture has none.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::CourseNote { course, .. } => Some(course.as_str()),
            Self::Audio { shelf, .. } => Some(shelf.as_str()),
            Self::AlbumNote { album, .. } => Some(album.as_str()),
            Self::Replacement { place, .. } => Some(place),
            Self::AlbumPicture { .. }
            | Self::PlaylistCover { .. }
            | Self::ProfilePhoto
            | Self::CardImage { .. }
            | Self::Deck
            | Self::OwnCardImage { .. }
            | Self::CoursePicture { .. } => None,
        }
    }
}
