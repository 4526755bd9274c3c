//! Shelves: the collections of recordings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::fold;

/// One of the four shelves. The API, keys and messages use the name from [`ShelfId::as_str`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShelfId {
    /// Long explanations.
    DeepDive,
    /// Short explanations before exams.
    QuickRecap,
    /// Recordings for casual listening.
    ChillReview,
    /// All other recordings, for members only.
    Radio,
}

impl ShelfId {
    /// All shelves in display order.
    pub const ALL: [Self; 4] = [Self::DeepDive, Self::QuickRecap, Self::ChillReview, Self::Radio];

    /// Returns the name used in URLs and keys.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DeepDive => "deep-dive",
            Self::QuickRecap => "quick-recap",
            Self::ChillReview => "chill-review",
            Self::Radio => "radio",
        }
    }

    /// Returns the display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::DeepDive => "Deep Dive",
            Self::QuickRecap => "Quick Recap",
            Self::ChillReview => "Chill Review",
            Self::Radio => "Note Ninja Radio",
        }
    }
}

impl fmt::Display for ShelfId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Error for an unknown shelf name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("There is no such shelf.")]
pub struct NoSuchShelf;

impl FromStr for ShelfId {
    type Err = NoSuchShelf;

    fn from_str(text: &str) -> Result<Self, NoSuchShelf> {
        Self::ALL.into_iter().find(|shelf| shelf.as_str() == text).ok_or(NoSuchShelf)
    }
}

/// Longest slug, in characters.
const SLUG_MAX_CHARS: usize = 60;

/// Returns a subject as a part of a file's key: lower-case letters, digits and single hyphens, never empty.
#[must_use]
pub fn subject_slug(subject: &str) -> String {
    let mut slug = String::new();
    for character in fold(subject).chars() {
        if slug.len() == SLUG_MAX_CHARS {
            break;
        }
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    // A subject in a non-Latin script has no letters that a key may contain.
    if slug.is_empty() { "other".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shelf_id_round_trips_and_unknown_names_are_rejected() {
        for shelf in ShelfId::ALL {
            assert_eq!(shelf.as_str().parse(), Ok(shelf));
            assert_eq!(serde_json::to_string(&shelf).unwrap(), format!("\"{shelf}\""));
        }
        assert_eq!("Deep Dive".parse::<ShelfId>(), Err(NoSuchShelf));
        assert_eq!(ShelfId::Radio.title(), "Note Ninja Radio");
    }

    #[test]
    fn h24_a_subject_slug_contains_only_characters_safe_in_storage_keys() {
        for (subject, expected) in [
            ("CS 246", "cs-246"),
            ("  Écologie & co. ", "ecologie-co"),
            ("../../etc", "etc"),
            ("量子", "other"),
            ("", "other"),
        ] {
            assert_eq!(subject_slug(subject), expected, "{subject:?}");
        }
        let long = subject_slug(&"ab ".repeat(100));
        assert!(long.len() <= SLUG_MAX_CHARS && !long.ends_with('-'), "{long}");
    }
}
