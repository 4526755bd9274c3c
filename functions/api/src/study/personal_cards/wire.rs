//! Wire types of personal cards.

use serde::{Deserialize, Serialize};
use store::personal_cards::{self, Passage, PersonalCardTotals};
use utoipa::{IntoParams, ToSchema};
use wasm_core::limits::{
    HIGHLIGHT_CONTEXT_MAX_CHARS, HIGHLIGHT_QUOTE_MAX_CHARS, OWN_CARD_PICTURES_MAX_BYTES, OWN_CARDS_MAX,
};

use crate::http::wire::{InvalidField, check_max_chars, check_page};
use crate::study::cards::wire::{ImportCard, StudyCardImage};

/// A personal card of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalCard {
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
    /// Passage from which the card was made. Absent if the student wrote it without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<CardSource>,
    /// Version for the next edit. It grows when the text changes.
    #[schema(example = 1)]
    pub version: u32,
}

/// Passage of a note from which a card was made.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSource {
    /// Note id; the note may be deleted.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub note_id: String,
    /// Page number, from 1.
    #[schema(example = 7)]
    pub page: u32,
    /// Text of the passage: 1 to 1,000 characters. If the file of the note is replaced, the passage is found by its text.
    #[schema(example = "Copying a derived object into a base object")]
    pub quote: String,
    /// Text before it, at most 64 characters. It tells equal passages apart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(example = "Object slicing: ")]
    pub prefix: String,
    /// Text after it, at most 64 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(example = " loses the derived part.")]
    pub suffix: String,
}

/// Number of the caller's personal cards in a course.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalCardCount {
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
pub struct PersonalCardCounts {
    pub items: Vec<PersonalCardCount>,
    /// Total number of cards, at most 5,000.
    #[schema(example = 12)]
    pub cards: u32,
    /// Total size of the pictures in bytes, at most 50 MB.
    #[schema(example = 182_113)]
    pub picture_bytes: u64,
}
const _: () = assert!(
    HIGHLIGHT_CONTEXT_MAX_CHARS == 64
        && HIGHLIGHT_QUOTE_MAX_CHARS == 1000
        && OWN_CARDS_MAX == 5000
        && OWN_CARD_PICTURES_MAX_BYTES == 50 * 1024 * 1024
);

/// Text of a personal card.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutPersonalCardRequest {
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
    /// Passage from which a new card was made. An existing card keeps its own.
    pub source: Option<CardSource>,
    /// Version that was edited. A newer version is a conflict (409), and a deleted card is not found (404). If missing,
    /// the card is created if it does not exist, and any version is replaced.
    #[schema(example = 1)]
    pub version: Option<u32>,
}

/// Personal cards to create, all or none.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPersonalCardsRequest {
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
    pub card: PersonalCard,
    /// `edition` of the course after the change, one more than before.
    #[schema(example = 18)]
    pub edition: u32,
}

/// Version of the card to remove.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemovePersonalCardQuery {
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

impl From<personal_cards::PersonalCard> for PersonalCard {
    fn from(card: personal_cards::PersonalCard) -> Self {
        let image = card.image.map(|image| StudyCardImage {
            url: format!("/api/me/cards/{}/{}/images/{}", card.course, card.id, image.id),
            alt: card.image_alt,
            width: image.width_px,
            height: image.height_px,
        });
        PersonalCard {
            id: card.id.to_string(),
            course: card.course.to_string(),
            chapter_id: card.chapter.map(|chapter| chapter.to_string()),
            title: card.title,
            content: card.content,
            image,
            source: card.source.map(CardSource::from),
            version: card.version,
        }
    }
}

impl CardSource {
    /// Validates the passage.
    ///
    /// # Errors
    /// The field that is invalid, and why.
    pub(crate) fn into_store(self) -> Result<Passage, InvalidField> {
        let CardSource { note_id, page, quote, prefix, suffix } = self;
        check_max_chars("source.quote", &quote, HIGHLIGHT_QUOTE_MAX_CHARS)?;
        check_max_chars("source.prefix", &prefix, HIGHLIGHT_CONTEXT_MAX_CHARS)?;
        check_max_chars("source.suffix", &suffix, HIGHLIGHT_CONTEXT_MAX_CHARS)?;
        if quote.trim().is_empty() {
            return Err(("source.quote", "Quote at least one word.".to_owned()));
        }
        check_page("source.page", page)?;
        let note = note_id.parse().map_err(|_| ("source.noteId", "Name the note by its id.".to_owned()))?;
        Ok(Passage { note, page, quote, prefix, suffix })
    }
}

impl From<Passage> for CardSource {
    fn from(passage: Passage) -> Self {
        let Passage { note, page, quote, prefix, suffix } = passage;
        CardSource { note_id: note.to_string(), page, quote, prefix, suffix }
    }
}

impl From<personal_cards::SavedPersonalCard> for SavedPersonalCard {
    fn from(kept: personal_cards::SavedPersonalCard) -> Self {
        SavedPersonalCard { card: kept.card.into(), edition: kept.edition }
    }
}

impl PersonalCardCounts {
    pub(crate) fn of(courses: Vec<personal_cards::PersonalCardCount>, totals: PersonalCardTotals) -> Self {
        let items = courses.into_iter().map(|personal_cards::PersonalCardCount { course, cards, edition }| {
            PersonalCardCount { course: course.to_string(), cards, edition }
        });
        PersonalCardCounts { items: items.collect(), cards: totals.cards, picture_bytes: totals.picture_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::CardSource;

    #[test]
    fn an_invalid_source_is_refused_with_its_field() {
        let source = |note_id: &str, page, quote: &str| CardSource {
            note_id: note_id.to_owned(),
            page,
            quote: quote.to_owned(),
            prefix: String::new(),
            suffix: String::new(),
        };
        let id = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
        let field = |source: CardSource| source.into_store().err().map(|(field, _)| field);
        assert_eq!(field(source(id, 1, "word")), None);
        assert_eq!(field(source(id, 1, &"x".repeat(1000))), None);
        assert_eq!(field(source(id, 1, &"x".repeat(1001))), Some("source.quote"));
        assert_eq!(field(source(id, 1, " \n")), Some("source.quote"));
        assert_eq!(field(source(id, 0, "word")), Some("source.page"));
        assert_eq!(field(source("../x", 1, "word")), Some("source.noteId"));
        let long = CardSource { suffix: "x".repeat(65), ..source(id, 1, "word") };
        assert_eq!(field(long), Some("source.suffix"));
    }
}
