//! The parts of an exported file.

use strum::{IntoStaticStr, VariantArray};

/// A part of an exported file.
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
    /// Returns the name of this part in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether a student has at most one item of this kind. The file has a list of every other kind.
    const fn is_single(self) -> bool {
        matches!(self, Kind::Profile | Kind::PendingEmail | Kind::StudySettings)
    }

    /// Returns the kinds of which the file has a list, even an empty one.
    pub fn lists() -> impl Iterator<Item = Kind> {
        Kind::VARIANTS.iter().copied().filter(|kind| !kind.is_single())
    }
}
