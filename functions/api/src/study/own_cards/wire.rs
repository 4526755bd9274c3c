//! Wire types of personal cards.

use serde::{Deserialize, Serialize};
use store::own_cards::{self, OwnTotals};
use utoipa::{IntoParams, ToSchema};
use wasm_core::limits::{OWN_CARD_PICTURES_MAX_BYTES, OWN_CARDS_MAX};

use crate::study::cards::wire::{ImportCard, StudyCardImage};

/// A personal card of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCard {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: String,
    /// Course code.
    #[schema(example = "CS246")]
    pub course: String,
    /// Chapter id; the chapter may be deleted. Absent if the card belongs to the whole course.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub chapter_id: Option<String>,
    /// Front in Markdown, with formulas between dollar signs.
    #[schema(example = "What is *object slicing*?")]
    pub title: String,
    /// Back in Markdown, with formulas between dollar signs.
    #[schema(example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// Picture on the front. Its URL requires the caller's access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<StudyCardImage>,
    /// Version for the next edit. It grows when the text changes.
    #[schema(example = 1)]
    pub version: u32,
}

/// Number of the caller's personal cards in a course.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCourse {
    /// Course code.
    #[schema(example = "CS246")]
    pub course: String,
    #[schema(example = 12)]
    pub cards: u32,
    /// Number that grows with each change of these cards. A client that has read all cards with this number need not
    /// read them again.
    #[schema(example = 17)]
    pub edition: u32,
}

/// Courses in which the caller has personal cards.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCourses {
    pub items: Vec<OwnCourse>,
    /// Total number of cards, at most 5,000.
    #[schema(example = 12)]
    pub cards: u32,
    /// Total size of the pictures in bytes, at most 50 MB.
    #[schema(example = 182_113)]
    pub picture_bytes: u64,
}
const _: () = assert!(OWN_CARDS_MAX == 5000 && OWN_CARD_PICTURES_MAX_BYTES == 50 * 1024 * 1024);

/// Text of a personal card.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutOwnCardRequest {
    /// Id of a chapter of the course. If missing, the card belongs to the whole course.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub chapter_id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "What is *object slicing*?")]
    pub title: String,
    #[serde(default)]
    #[schema(required = true, example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// Text alternative of the picture.
    pub image_alt: Option<String>,
    /// Version that was edited. A newer version is a conflict (409), and a deleted card is not found (404). If missing,
    /// the card is created if it does not exist, and any version is replaced.
    #[schema(example = 1)]
    pub version: Option<u32>,
}

/// Personal cards to create, all or none.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportOwnCardsRequest {
    /// Id of a chapter of the course. If missing, the cards belong to the whole course.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub chapter_id: Option<String>,
    /// At most 50.
    #[schema(required = true)]
    pub cards: Vec<ImportCard>,
    /// Upload id of the Anki deck that contains their pictures.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9G")]
    pub deck: Option<String>,
}

/// A personal card after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedPersonalCard {
    pub card: OwnCard,
    /// `edition` of the course after the change, one more than before.
    #[schema(example = 18)]
    pub edition: u32,
}

/// Version of the card to remove.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemoveOwnCardQuery {
    /// `version` of the card that the caller saw. Another version is a conflict (409). If missing, any version is removed.
    pub version: Option<u32>,
}

/// Result of removing a card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedPersonalCard {
    /// `edition` of the course after the change.
    #[schema(example = 19)]
    pub edition: u32,
}

impl From<own_cards::OwnCard> for OwnCard {
    fn from(card: own_cards::OwnCard) -> Self {
        let image = card.image.map(|image| StudyCardImage {
            url: format!("/api/me/cards/{}/{}/images/{}", card.course, card.id, image.id),
            alt: card.image_alt,
            width: image.width_px,
            height: image.height_px,
        });
        OwnCard {
            id: card.id.to_string(),
            course: card.course.to_string(),
            chapter_id: card.chapter.map(|chapter| chapter.to_string()),
            title: card.title,
            content: card.content,
            image,
            version: card.version,
        }
    }
}

impl From<own_cards::Kept> for SavedPersonalCard {
    fn from(kept: own_cards::Kept) -> Self {
        SavedPersonalCard { card: kept.card.into(), edition: kept.edition }
    }
}

impl OwnCourses {
    pub(crate) fn of(courses: Vec<own_cards::OwnCourse>, totals: OwnTotals) -> Self {
        let items = courses.into_iter().map(|own_cards::OwnCourse { course, cards, edition }| OwnCourse {
            course: course.to_string(),
            cards,
            edition,
        });
        OwnCourses { items: items.collect(), cards: totals.cards, picture_bytes: totals.picture_bytes }
    }
}
