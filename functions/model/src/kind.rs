//! Kinds of content, and the items that can be reported.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ulid::Ulid;

use crate::ids::{AudioId, CardId, IdError, NoteId};

/// Kind of an item. Serialized as `note`, `audio` or `albumNote`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ItemKind {
    /// A PDF of a course.
    Note,
    /// A recording on a shelf.
    Audio,
    /// A PDF of an album.
    AlbumNote,
}

impl ItemKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Note, Self::Audio, Self::AlbumNote];

    /// Returns the name used in URLs and stored data.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Audio => "audio",
            Self::AlbumNote => "albumNote",
        }
    }

    /// Returns the name used in keys.
    pub fn key_segment(self) -> &'static str {
        match self {
            Self::Note => "NOTE",
            Self::Audio => "AUDIO",
            Self::AlbumNote => "ALBUM",
        }
    }
}

impl fmt::Display for ItemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ItemKind {
    type Err = IdError;

    fn from_str(text: &str) -> std::result::Result<Self, IdError> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(IdError("kind of content"))
    }
}

/// An item that can be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "lowercase")]
pub enum ReportTarget {
    /// A note of a course or of an album. Both share one id space.
    Note(NoteId),
    /// An audio note.
    Audio(AudioId),
    /// A study card.
    Card(CardId),
}

impl ReportTarget {
    /// Returns the name of the kind: `note`, `audio` or `card`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Note(_) => "note",
            Self::Audio(_) => "audio",
            Self::Card(_) => "card",
        }
    }

    /// Returns the id, independent of the kind.
    #[must_use]
    pub fn id(self) -> Ulid {
        match self {
            Self::Note(note) => note.ulid(),
            Self::Audio(audio) => audio.ulid(),
            Self::Card(card) => card.ulid(),
        }
    }
}

impl fmt::Display for ReportTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.kind(), self.id())
    }
}
