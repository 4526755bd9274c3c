//! Sections of an export.

use strum::{IntoStaticStr, VariantArray};

/// A section of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Profile,
    PendingEmail,
    StudySettings,
    FollowedCourses,
    FollowedStudents,
    SavedNotes,
    Downloads,
    Likes,
    Positions,
    ReadingPositions,
    Highlights,
    Studying,
    OwnCards,
    Exams,
    Playlists,
    Requests,
    Sessions,
    Reports,
}

impl Kind {
    /// Returns the name of the section in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if a user has at most one record of this kind. All other kinds are exported as lists.
    const fn is_single(self) -> bool {
        matches!(self, Kind::Profile | Kind::PendingEmail | Kind::StudySettings)
    }

    /// Returns the kinds that are exported as lists, even if empty.
    pub fn lists() -> impl Iterator<Item = Kind> {
        Kind::VARIANTS.iter().copied().filter(|kind| !kind.is_single())
    }
}
