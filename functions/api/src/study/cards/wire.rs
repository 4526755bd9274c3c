//! Wire types of chapters and study cards.

use serde::{Deserialize, Serialize};
use store::{CardId, CardImageId, ChapterId, cards, chapters};
use utoipa::ToSchema;
use wasm_core::limits::CARD_REMOVAL_MAX;

/// A chapter of a course, without its cards.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chapter {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    /// Course code.
    #[schema(example = "CS246")]
    pub course: String,
    /// Number of the chapter, unique in the course. Notes refer to it.
    #[schema(example = 4)]
    pub number: u32,
    #[schema(example = "Inheritance and polymorphism")]
    pub title: String,
    #[schema(example = "What a base pointer knows, and what it does not.")]
    pub description: String,
    /// Number of study cards.
    #[schema(example = 18)]
    pub card_count: u32,
    /// Version for the next edit. It grows when the number, the text or the order of the cards changes.
    #[schema(example = 1)]
    pub version: u32,
}

/// Chapters of a course, by number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chapters {
    pub items: Vec<Chapter>,
}

/// A study card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyCard {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: String,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub chapter_id: String,
    /// Position among the cards of the chapter, from 1.
    #[schema(example = 1)]
    pub order: u32,
    /// Front in Markdown, with formulas between dollar signs.
    #[schema(example = "What is *object slicing*?")]
    pub title: String,
    /// Back in Markdown, with formulas between dollar signs.
    #[schema(example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// The picture on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<StudyCardImage>,
    /// Version for the next edit. It grows when the text changes.
    #[schema(example = 1)]
    pub version: u32,
}

/// The picture on the front of a study card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyCardImage {
    /// URL that redirects to the picture.
    #[schema(
        example = "/api/chapters/01JD8Z5V7R8XQ4N2T6W0YB3C9E/cards/01JD8Z5V7R8XQ4N2T6W0YB3C9F/images/01JD8Z5V7R8XQ4N2T6W0YB3C9G"
    )]
    pub url: String,
    /// Text alternative of the picture; may be empty.
    #[schema(example = "An object whose vptr leads to a table of functions")]
    pub alt: String,
    /// In pixels.
    #[schema(example = 1280)]
    pub width: u32,
    /// In pixels.
    #[schema(example = 720)]
    pub height: u32,
}

/// A chapter and its cards, in their order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyChapter {
    pub chapter: Chapter,
    pub cards: Vec<StudyCard>,
}

/// A chapter to create.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateChapterRequest {
    /// ULID chosen by the client. Repeating it creates no second chapter.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 999, example = 4)]
    pub number: u32,
    #[serde(default)]
    #[schema(required = true, example = "Inheritance and polymorphism")]
    pub title: String,
    #[schema(example = "What a base pointer knows, and what it does not.")]
    pub description: Option<String>,
}

/// New title and number of a chapter.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditChapterRequest {
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 999, example = 4)]
    pub number: u32,
    #[serde(default)]
    #[schema(required = true, example = "Inheritance and polymorphism")]
    pub title: String,
    #[schema(example = "What a base pointer knows, and what it does not.")]
    pub description: Option<String>,
    /// Version that was edited. A newer version is a conflict (409).
    #[schema(required = true, example = 1)]
    pub version: u32,
}

/// A card to create.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateCardRequest {
    /// ULID chosen by the client. Repeating it creates no second card.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "What is *object slicing*?")]
    pub title: String,
    #[serde(default)]
    #[schema(required = true, example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// Text alternative of the picture.
    pub image_alt: Option<String>,
    /// Position among the cards, from 1. By default, the card is added at the end.
    #[schema(minimum = 1, example = 1)]
    pub order: Option<u32>,
}

/// Cards to add to the end of a chapter, all or none.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportCardsRequest {
    /// At most 50.
    #[schema(required = true)]
    pub cards: Vec<ImportCard>,
    /// Upload id of the Anki deck that contains their pictures.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9G")]
    pub deck: Option<String>,
}

/// One card of an import.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportCard {
    /// ULID chosen by the client. Repeating it creates no second card.
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub id: String,
    #[serde(default)]
    #[schema(required = true, example = "What is *object slicing*?")]
    pub title: String,
    #[serde(default)]
    #[schema(required = true, example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// Picture on the front, from the deck.
    pub picture: Option<ImportPicture>,
}

/// A picture in an Anki deck.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPicture {
    #[schema(required = true, example = 7)]
    pub number: u32,
    /// In pixels.
    #[schema(required = true, example = 1280)]
    pub width: u32,
    /// In pixels.
    #[schema(required = true, example = 720)]
    pub height: u32,
}

/// Cards to remove together.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemoveCardsRequest {
    /// Card ids, at most 200. Ids of deleted cards are ignored.
    #[schema(required = true, example = json!(["01JD8Z5V7R8XQ4N2T6W0YB3C9F"]))]
    pub ids: Vec<String>,
}
const _: () = assert!(CARD_REMOVAL_MAX == 200);

/// Result of removing cards.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardsRemoved {
    /// Number of cards that were removed.
    #[schema(example = 199)]
    pub removed: u32,
}

/// Creates the upload of an Anki deck.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateDeckRequest {
    /// ULID chosen by the client. Repeating it returns the same upload with a new URL.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[schema(required = true, example = "anatomy.apkg")]
    pub file_name: String,
    #[schema(required = true, example = 9_182_113)]
    pub size_bytes: u64,
    /// SHA-256 of the file, 64 hexadecimal digits.
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub sha256: String,
}

/// New text of a card. Its position and its picture do not change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditCardRequest {
    #[serde(default)]
    #[schema(required = true, example = "What is *object slicing*?")]
    pub title: String,
    #[serde(default)]
    #[schema(required = true, example = "Copying a derived object into a base object keeps only the base part.")]
    pub content: String,
    /// Text alternative of the picture.
    pub image_alt: Option<String>,
    /// Version that was edited. A newer version is a conflict (409).
    #[schema(required = true, example = 1)]
    pub version: u32,
}

/// New position of one card.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderCardsRequest {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub card_id: String,
    /// Id of the card directly before it. If missing, it becomes the first of the chapter.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9G")]
    pub after: Option<String>,
    /// Version of the chapter whose order is changed. A newer version is a conflict (409).
    #[schema(required = true, example = 1)]
    pub version: u32,
}

impl CardsRemoved {
    pub(crate) fn of(removed: usize) -> Self {
        Self { removed: u32::try_from(removed).unwrap_or(u32::MAX) }
    }
}

impl From<chapters::Chapter> for Chapter {
    fn from(chapter: chapters::Chapter) -> Self {
        Chapter {
            id: chapter.id.to_string(),
            course: chapter.course.to_string(),
            number: chapter.number,
            title: chapter.title,
            description: chapter.description,
            card_count: chapter.card_count,
            version: chapter.version,
        }
    }
}

impl From<cards::ChapterCards> for StudyChapter {
    fn from(deck: cards::ChapterCards) -> Self {
        let cards = (1..).zip(deck.cards).map(|(order, card)| StudyCard::new(card, order)).collect();
        StudyChapter { chapter: deck.chapter.into(), cards }
    }
}

impl StudyCard {
    fn new(card: cards::Card, order: u32) -> Self {
        let image = card.image.map(|image| StudyCardImage {
            url: image_url(card.chapter, card.id, image.id),
            alt: card.image_alt,
            width: image.width_px,
            height: image.height_px,
        });
        StudyCard {
            id: card.id.to_string(),
            chapter_id: card.chapter.to_string(),
            order,
            title: card.title,
            content: card.content,
            image,
            version: card.version,
        }
    }
}

/// Returns the URL that redirects to the picture on a card.
pub(crate) fn image_url(chapter: ChapterId, card: CardId, image: CardImageId) -> String {
    format!("/api/chapters/{chapter}/cards/{card}/images/{image}")
}
