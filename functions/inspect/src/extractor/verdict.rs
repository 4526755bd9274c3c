//! Abnormal ends of a reader, and the rejection reason of each.

use std::io;

use crate::reason::Reason;

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
    pub fn of_pdf(self) -> Reason {
        match self {
            Self::Died => Reason::Damaged,
            Self::TimedOut => Reason::TooSlow,
            Self::OutOfMemory => Reason::TooMuchMemory,
        }
    }

    /// Returns the rejection reason for a recording whose reader failed.
    pub(super) fn of_recording(self) -> Reason {
        match self {
            Self::Died | Self::OutOfMemory => Reason::AudioDamaged,
            Self::TimedOut => Reason::AudioTooSlow,
        }
    }

    /// Returns the rejection reason for a deck whose reader failed.
    pub(super) fn of_deck(self) -> Reason {
        match self {
            Self::Died => Reason::DeckDamaged,
            Self::TimedOut | Self::OutOfMemory => Reason::DeckTooLarge,
        }
    }

    /// Returns the rejection reason for a picture whose reader failed.
    pub(super) fn of_picture(self) -> Reason {
        match self {
            Self::Died => Reason::ImageDamaged,
            Self::TimedOut | Self::OutOfMemory => Reason::ImageTooLarge,
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
    pub fn reason(&self) -> &io::Error {
        &self.0
    }
}
