use std::fmt;
use std::str::FromStr;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;

use crate::keys::key::Key;

/// What notes belong to, and what their insides are searched by: a course or an album.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotesPlace {
    /// A course.
    Course(CourseCode),
    /// An album.
    Album(AlbumId),
}

impl fmt::Display for NotesPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Course(code) => f.write_str(code.as_str()),
            Self::Album(album) => f.write_str(album.as_str()),
        }
    }
}

/// No course and no album can have this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is neither the code of a course nor the name of an album")]
pub struct NoSuchPlace;

impl FromStr for NotesPlace {
    type Err = NoSuchPlace;

    fn from_str(text: &str) -> Result<Self, NoSuchPlace> {
        if let Ok(album) = text.parse() {
            return Ok(Self::Album(album));
        }
        CourseCode::parse(text).map(Self::Course).map_err(|_| NoSuchPlace)
    }
}

/// Which index has the insides of the notes of a course or an album.
#[must_use]
pub fn primary(place: NotesPlace) -> Key {
    Key { pk: format!("INSIDE#{place}"), sk: "SELF".into() }
}
