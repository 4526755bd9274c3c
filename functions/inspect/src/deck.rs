//! Content of an Anki deck file.

use serde::{Deserialize, Serialize};

use crate::image::EncodedImage;

/// The most that a deck may become when it is unpacked, in bytes.
pub const UNPACKED_MAX_BYTES: u64 = 500 * 1024 * 1024;

/// More cards than this are counted and not read.
pub const CARDS_READ_MAX: usize = 5000;

/// Maximum number of cards in a deck. Larger decks are rejected as abuse.
pub const CARDS_MAX: u32 = 100_000;

/// Longer edge of its pictures, in pixels: as those that are sent one by one.
pub const PICTURE_MAX_PX: u32 = 1280;

/// Number of pictures that one process re-encodes: the number of bits in [`Task::Pictures`](crate::protocol::Task).
pub const PICTURES_AT_ONCE: usize = 64;

/// A deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The cards that could be read, as `forms::card_draft` takes them.
    pub cards: Vec<Card>,
    /// Entries that were skipped, most frequent first.
    pub left_out: Vec<SkippedContent>,
}

/// One card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The front, as Markdown with formulas.
    pub title: String,
    /// The back, as Markdown with formulas.
    pub content: String,
    /// The number of the picture on its front, among the files of the deck.
    pub picture: Option<u32>,
}

/// Skipped entries of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedContent {
    /// Kind of the note.
    pub what: SkippedKind,
    /// Number of skipped entries of this kind.
    pub count: u32,
    /// The first few, as people find them in Anki.
    pub examples: Vec<String>,
}

/// Kind of an entry that study cards do not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SkippedKind {
    /// Cards with covered parts of a picture.
    Covered,
    /// Cards whose note type or template is not in the file.
    Unknown,
    /// Cards with nothing on one side.
    EmptySide,
    /// Cards with a side that is too long.
    TooLong,
    /// Cards beyond those that are read.
    TooMany,
    /// Sounds on cards.
    Sound,
    /// Scripts, players and frames on cards.
    Script,
    /// Fields for typing the answer.
    Typing,
    /// Pictures on a back, and further ones on a front.
    PictureElsewhere,
    /// Pictures that are not in the file, or cannot be read.
    Picture,
}

impl SkippedKind {
    /// Returns the text shown before the count.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Covered => "Cards with covered parts of a picture",
            Self::Unknown => "Cards of a note type that is not in the file",
            Self::EmptySide => "Cards with nothing on one side",
            Self::TooLong => "Cards with too much text on one side",
            Self::TooMany => "Cards beyond the first 5,000",
            Self::Sound => "Sounds; the rest of these cards is imported",
            Self::Script => "Scripts, videos and embedded pages; the rest of these cards is imported",
            Self::Typing => "Fields for typing the answer; the rest of these cards is imported",
            Self::PictureElsewhere => {
                "Pictures on the back, or more than one on the front; the rest of these cards is imported"
            }
            Self::Picture => "Pictures that are not in the file or cannot be read; the rest of these cards is imported",
        }
    }
}

/// A re-encoded picture of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Number of the file in the deck.
    pub number: u32,
    /// The re-encoded picture.
    pub whole: EncodedImage,
}
