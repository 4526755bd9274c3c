//! Targets of uploads.

use model::ids::{AudioId, CardId, ChapterId, NoteId, PlaylistId, ProductId};
use model::keys::object::ObjectKey;
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::library::content::CommonMetadata;

/// The item that a file creates or replaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UploadTarget {
    /// A course note.
    CourseNote {
        /// Course of the note.
        course: CourseCode,
        /// Chapter, from 1.
        chapter: u32,
        /// Title and description.
        #[serde(flatten)]
        details: CommonMetadata,
        /// One of `NOTE_TYPES`.
        note_type: String,
    },
    /// A recording.
    Audio {
        /// Shelf of the recording.
        shelf: ShelfId,
        /// Title and description.
        #[serde(flatten)]
        details: CommonMetadata,
        /// Subject as it is displayed.
        subject: String,
        /// Course of the subject, if the catalogue has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<CourseCode>,
        /// Id, chosen by the client, by which the new item sorts. Set for recordings that are sent together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<ProductId>,
    },
    /// An album note.
    AlbumNote {
        /// Album of the note.
        album: AlbumId,
        /// Subject as it is displayed.
        subject: String,
        /// Course of the subject, if the catalogue has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<CourseCode>,
        /// Title and description.
        #[serde(flatten)]
        details: CommonMetadata,
    },
    /// The picture of an album note.
    AlbumPicture {
        /// Album of the note. Setting the picture checks that it contains the note.
        album: AlbumId,
        /// Id of the note.
        note: NoteId,
    },
    /// The picture of a recording.
    AudioPicture {
        /// Shelf of the recording at the time of the request.
        shelf: ShelfId,
        /// Id of the recording. Setting the picture checks that it exists.
        audio: AudioId,
    },
    /// The cover of a playlist.
    PlaylistCover {
        /// Id of the playlist. Setting the cover checks that it belongs to the uploader.
        playlist: PlaylistId,
    },
    /// The photo of the uploader.
    ProfilePhoto,
    /// A replacement for the file of a published item.
    Replacement {
        /// Kind of the item.
        content: ItemKind,
        /// Id of the item.
        replaces: ProductId,
        /// Course, shelf or album of the item.
        place: String,
        /// Title of the item.
        title: String,
        /// Key of the file that the uploader replaces.
        instead_of: ObjectKey,
    },
    /// The image of a study card.
    CardImage {
        /// Chapter of the card. Setting the image checks that it contains the card.
        chapter: ChapterId,
        /// Id of the card.
        card: CardId,
    },
    /// An Anki deck for the uploader to inspect.
    Deck,
    /// The image of a personal card.
    #[serde(rename = "own_card_image")]
    PersonalCardImage {
        /// Course of the card.
        course: CourseCode,
        /// Id of the card. Setting the image checks that it exists.
        card: CardId,
    },
    /// The picture of a course.
    CoursePicture {
        /// Code of the course. Setting the picture checks that it exists.
        course: CourseCode,
    },
}

impl UploadTarget {
    /// Returns the title of the item; `None` for a picture.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::CourseNote { details, .. } | Self::Audio { details, .. } | Self::AlbumNote { details, .. } => {
                Some(&details.title)
            }
            Self::Replacement { title, .. } => Some(title),
            Self::AlbumPicture { .. }
            | Self::AudioPicture { .. }
            | Self::PlaylistCover { .. }
            | Self::ProfilePhoto
            | Self::CardImage { .. }
            | Self::Deck
            | Self::PersonalCardImage { .. }
            | Self::CoursePicture { .. } => None,
        }
    }

    /// Returns the id of the item to create.
    pub(super) fn new_product(&self, now: Timestamp) -> ProductId {
        match self {
            Self::Audio { order: Some(order), .. } => ProductId::with_sort_position(*order, now),
            _ => ProductId::generate(),
        }
    }

    /// Returns the course, shelf or album of the item, as in [`crate::content_index::IndexEntry`]; `None` for a picture.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        match self {
            Self::CourseNote { course, .. } => Some(course.as_str()),
            Self::Audio { shelf, .. } => Some(shelf.as_str()),
            Self::AlbumNote { album, .. } => Some(album.as_str()),
            Self::Replacement { place, .. } => Some(place),
            Self::AlbumPicture { .. }
            | Self::AudioPicture { .. }
            | Self::PlaylistCover { .. }
            | Self::ProfilePhoto
            | Self::CardImage { .. }
            | Self::Deck
            | Self::PersonalCardImage { .. }
            | Self::CoursePicture { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::merges::StudentDataKind;

    #[test]
    fn names_stored_before_personal_cards_were_renamed_can_be_read() {
        let stored = r#"{"kind":"own_card_image","course":"CS246","card":"01JD8Z5V7R8XQ4N2T6W0YB3C9E"}"#;
        let target = serde_json::from_str::<UploadTarget>(stored);
        assert!(matches!(target, Ok(UploadTarget::PersonalCardImage { .. })), "{target:?}");
        assert!(matches!(serde_json::from_str(r#""own_cards""#), Ok(StudentDataKind::PersonalCards)));
    }
}
