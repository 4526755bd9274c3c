use std::fmt;
use std::str::FromStr;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use crate::keys::key::Key;

/// Prefix of the names of indexes of transcripts. No course code contains an underscore.
const AUDIO: &str = "audio_";

/// The collection of notes or transcripts that one full-text index covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteCollection {
    /// A course.
    Course(CourseCode),
    /// An album.
    Album(AlbumId),
    /// The transcripts of all recordings about a course.
    CourseAudio(CourseCode),
    /// The transcripts of the recordings on a shelf that are about no course.
    ShelfAudio(ShelfId),
}

impl fmt::Display for NoteCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Course(code) => f.write_str(code.as_str()),
            Self::Album(album) => f.write_str(album.as_str()),
            Self::CourseAudio(code) => write!(f, "{AUDIO}{code}", code = code.as_str()),
            Self::ShelfAudio(shelf) => write!(f, "{AUDIO}{shelf}"),
        }
    }
}

/// Error for a text that is not the name of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not the name of a course, an album or a collection of recordings")]
pub struct NoSuchCollection;

impl FromStr for NoteCollection {
    type Err = NoSuchCollection;

    fn from_str(text: &str) -> Result<Self, NoSuchCollection> {
        if let Some(name) = text.strip_prefix(AUDIO) {
            if let Ok(shelf) = name.parse() {
                return Ok(Self::ShelfAudio(shelf));
            }
            return CourseCode::parse(name).map(Self::CourseAudio).map_err(|_| NoSuchCollection);
        }
        if let Ok(album) = text.parse() {
            return Ok(Self::Album(album));
        }
        CourseCode::parse(text).map(Self::Course).map_err(|_| NoSuchCollection)
    }
}

/// The record that names the full-text index of a collection.
#[must_use]
pub fn primary(collection: NoteCollection) -> Key {
    Key { pk: format!("INSIDE#{collection}"), sk: "SELF".into() }
}
