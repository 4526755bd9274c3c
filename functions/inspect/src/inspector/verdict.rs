//! How the reading of a file ended without an answer, and what is said of such a file.

use std::io;

use crate::reason::Reason;

/// Why a reader gave no answer about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Death {
    /// It panicked, aborted, could make nothing of the file, or said nothing that makes sense.
    Died,
    /// It took too long.
    Slow,
    /// It wanted more memory than it may have.
    Hungry,
}

impl Death {
    /// What is said of a PDF whose reader died.
    #[must_use]
    pub fn of_pdf(self) -> Reason {
        match self {
            Self::Died => Reason::Damaged,
            Self::Slow => Reason::TooSlow,
            Self::Hungry => Reason::TooHungry,
        }
    }

    /// What is said of a recording whose reader died.
    pub(super) fn of_recording(self) -> Reason {
        match self {
            Self::Died | Self::Hungry => Reason::AudioDamaged,
            Self::Slow => Reason::AudioTooSlow,
        }
    }

    /// What is said of a deck whose reader died.
    pub(super) fn of_deck(self) -> Reason {
        match self {
            Self::Died => Reason::DeckDamaged,
            Self::Slow | Self::Hungry => Reason::DeckTooLarge,
        }
    }

    /// What is said of a picture whose reader died.
    pub(super) fn of_picture(self) -> Reason {
        match self {
            Self::Died => Reason::ImageDamaged,
            Self::Slow | Self::Hungry => Reason::ImageTooLarge,
        }
    }
}

/// There was no reader, or it was taken away. That is no fault of the file, so it should be asked for again.
#[derive(Debug, thiserror::Error)]
#[error("no process could be had to read a file")]
pub struct NoReader(#[source] pub(super) io::Error);

impl NoReader {
    /// What the system said.
    #[must_use]
    pub fn reason(&self) -> &io::Error {
        &self.0
    }
}
