//! Albums: collections of notes that belong to no single course.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One of the three albums. The API, keys and messages use the name from [`AlbumId::as_str`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AlbumId {
    /// Notes for learning everything in one evening.
    Cram,
    /// Typical exam topics.
    ExamReview,
    /// Notes for studying late at night.
    NightOwl,
}

impl AlbumId {
    /// All albums in display order.
    pub const ALL: [Self; 3] = [Self::Cram, Self::ExamReview, Self::NightOwl];

    /// Returns the name used in URLs and keys.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cram => "cram",
            Self::ExamReview => "examReview",
            Self::NightOwl => "nightOwl",
        }
    }

    /// Returns the display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cram => "Cram Mode",
            Self::ExamReview => "Exam Review",
            Self::NightOwl => "Night Owl",
        }
    }
}

impl fmt::Display for AlbumId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Error for an unknown album name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("There is no such album.")]
pub struct NoSuchAlbum;

impl FromStr for AlbumId {
    type Err = NoSuchAlbum;

    fn from_str(text: &str) -> Result<Self, NoSuchAlbum> {
        Self::ALL.into_iter().find(|album| album.as_str() == text).ok_or(NoSuchAlbum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_album_id_round_trips_and_unknown_names_are_rejected() {
        for album in AlbumId::ALL {
            assert_eq!(album.as_str().parse(), Ok(album));
            assert_eq!(serde_json::to_string(&album).unwrap(), format!("\"{album}\""));
        }
        for other in ["Cram Mode", "exam-review", "examreview", ""] {
            assert_eq!(other.parse::<AlbumId>(), Err(NoSuchAlbum), "{other}");
        }
        assert_eq!(AlbumId::NightOwl.title(), "Night Owl");
    }
}
