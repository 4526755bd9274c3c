//! Abnormal ends of a reader, and the rejection reason of each.

use std::io;

use crate::reason::FileRejection;

/// Why a reader returned no result for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtractorCrash {
    /// The reader panicked, aborted or returned no valid output.
    Died,
    /// The reader exceeded its time limit.
    TimedOut,
    /// The reader exceeded its memory limit.
    OutOfMemory,
}

impl ExtractorCrash {
    /// Returns the rejection reason for a PDF whose reader failed.
    #[must_use]
    pub fn pdf_reason(self) -> FileRejection {
        match self {
            Self::Died => FileRejection::Damaged,
            Self::TimedOut => FileRejection::TooSlow,
            Self::OutOfMemory => FileRejection::TooMuchMemory,
        }
    }

    /// Returns the rejection reason for a recording whose reader failed.
    pub(super) fn recording_reason(self) -> FileRejection {
        match self {
            Self::Died | Self::OutOfMemory => FileRejection::AudioDamaged,
            Self::TimedOut => FileRejection::AudioTooSlow,
        }
    }

    /// Returns the rejection reason for a deck whose reader failed.
    pub(super) fn deck_reason(self) -> FileRejection {
        match self {
            Self::Died => FileRejection::DeckDamaged,
            Self::TimedOut | Self::OutOfMemory => FileRejection::DeckTooLarge,
        }
    }

    /// Returns the rejection reason for a picture whose reader failed.
    pub(super) fn picture_reason(self) -> FileRejection {
        match self {
            Self::Died => FileRejection::ImageDamaged,
            Self::TimedOut | Self::OutOfMemory => FileRejection::ImageTooLarge,
        }
    }
}

/// No reader could be started, or it was killed from outside. This does not depend on the file, so the caller should
/// retry.
#[derive(Debug, thiserror::Error)]
#[error("could not start a reader process")]
pub struct ExtractorUnavailable(#[source] pub(super) io::Error);

impl ExtractorUnavailable {
    /// Returns the error of the operating system.
    #[must_use]
    pub fn io_error(&self) -> &io::Error {
        &self.0
    }
}
