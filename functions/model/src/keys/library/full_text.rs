use std::fmt;
use std::str::FromStr;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;

use crate::keys::key::Key;

/// The collection of notes that one full-text index covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteCollection {
    /// A course.
    Course(CourseCode),
    /// An album.
    Album(AlbumId),
}

impl fmt::Display for NoteCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Course(code) => f.write_str(code.as_str()),
            Self::Album(album) => f.write_str(album.as_str()),
        }
    }
}

/// Error for a text that is neither a course code nor an album name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is neither the code of a course nor the name of an album")]
pub struct NoSuchCollection;

impl FromStr for NoteCollection {
    type Err = NoSuchCollection;

    fn from_str(text: &str) -> Result<Self, NoSuchCollection> {
        if let Ok(album) = text.parse() {
            return Ok(Self::Album(album));
        }
        CourseCode::parse(text).map(Self::Course).map_err(|_| NoSuchCollection)
    }
}

/// The record that names the full-text index of a course or an album.
#[must_use]
pub fn primary(place: NoteCollection) -> Key {
    Key { pk: format!("INSIDE#{place}"), sk: "SELF".into() }
}
