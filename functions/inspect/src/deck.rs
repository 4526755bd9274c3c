//! Content of an Anki deck file.

use serde::{Deserialize, Serialize};

use crate::image::EncodedImage;

/// Maximum size of an unpacked deck, in bytes.
pub const UNPACKED_MAX_BYTES: u64 = 500 * 1024 * 1024;

/// Maximum number of cards that are read. Further cards are only counted.
pub const CARDS_READ_MAX: usize = 5000;

/// Maximum number of cards in a deck. Larger decks are rejected as abuse.
pub const CARDS_MAX: u32 = 100_000;

/// Longer edge of an image in a deck, in pixels, as for images that are uploaded individually.
pub const PICTURE_MAX_PX: u32 = 1280;

/// Number of images that one process re-encodes: the number of bits of the set in
/// [`Task::Pictures`](crate::protocol::Task).
pub const PICTURE_BATCH_SIZE: usize = 64;

/// The cards of a deck file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The cards that could be read, in the form that `forms::validate_card` accepts.
    pub cards: Vec<Card>,
    /// Entries that were skipped, most frequent first.
    pub skipped: Vec<SkippedContent>,
}

/// One card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Front of the card, as Markdown with formulas.
    pub title: String,
    /// Back of the card, as Markdown with formulas.
    pub content: String,
    /// Number of the image on the front, among the files of the deck.
    pub picture: Option<u32>,
}

/// Skipped entries of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedContent {
    /// Why the entries were skipped.
    pub kind: SkippedKind,
    /// Number of skipped entries of this kind.
    pub count: u32,
    /// Texts of the first few entries, by which the uploader can find them in Anki.
    pub examples: Vec<String>,
}

/// Kind of an entry that study cards do not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SkippedKind {
    /// Cards that hide parts of an image (image occlusion).
    ImageOcclusion,
    /// Cards whose note type or template is not in the file.
    Unknown,
    /// Cards with an empty side.
    EmptySide,
    /// Cards whose front has gaps in the text that are not closed, empty or nested.
    InvalidGaps,
    /// Cards with a side that is too long.
    TooLong,
    /// Cards above [`CARDS_READ_MAX`].
    TooMany,
    /// Sounds on cards.
    Sound,
    /// Scripts, media players and frames on cards.
    Script,
    /// Fields for typing the answer.
    TypedAnswer,
    /// Images on a back, and additional images on a front.
    UnsupportedPicturePosition,
    /// Images that are missing from the file or cannot be decoded.
    Picture,
}

impl SkippedKind {
    /// Returns the text shown before the count.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::ImageOcclusion => "Cards with covered parts of a picture",
            Self::Unknown => "Cards of a note type that is not in the file",
            Self::EmptySide => "Cards with nothing on one side",
            Self::InvalidGaps => "Cards with gaps that have no end, hide nothing or contain other gaps",
            Self::TooLong => "Cards with too much text on one side",
            Self::TooMany => "Cards beyond the first 5,000",
            Self::Sound => "Sounds; the rest of these cards is imported",
            Self::Script => "Scripts, videos and embedded pages; the rest of these cards is imported",
            Self::TypedAnswer => "Fields for typing the answer; the rest of these cards is imported",
            Self::UnsupportedPicturePosition => {
                "Pictures on the back, or more than one on the front; the rest of these cards is imported"
            }
            Self::Picture => "Pictures that are not in the file or cannot be read; the rest of these cards is imported",
        }
    }
}

/// A re-encoded image of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Number of the file in the deck.
    pub number: u32,
    /// The re-encoded image.
    pub image: EncodedImage,
}
