//! What things are, where keys have to say it: kinds of content, and what can be reported.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ulid::Ulid;

use crate::ids::{AudioId, CardId, IdError, NoteId};

/// What a thing is. Written as `note`, `audio` and `albumNote`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// The PDF of a course.
    Note,
    /// A recording on a shelf.
    Audio,
    /// The PDF of an album.
    AlbumNote,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Note, Self::Audio, Self::AlbumNote];

    /// Its name in addresses and in what is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Audio => "audio",
            Self::AlbumNote => "albumNote",
        }
    }

    /// Its name in keys.
    pub fn key(self) -> &'static str {
        match self {
            Self::Note => "NOTE",
            Self::Audio => "AUDIO",
            Self::AlbumNote => "ALBUM",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = IdError;

    fn from_str(text: &str) -> std::result::Result<Self, IdError> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(IdError("kind of content"))
    }
}

/// What can be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "lowercase")]
pub enum ReportTarget {
    /// A note of a course or of an album: they share their ids.
    Note(NoteId),
    /// An audio note.
    Audio(AudioId),
    /// A study card.
    Card(CardId),
}

impl ReportTarget {
    /// The word for its kind: `note`, `audio`, `card`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Note(_) => "note",
            Self::Audio(_) => "audio",
            Self::Card(_) => "card",
        }
    }

    /// Its id, whatever its kind.
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
