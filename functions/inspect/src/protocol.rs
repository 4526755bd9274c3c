//! Protocol between this process and the reader process.

use serde::{Deserialize, Serialize};

use crate::reason::FileRejection;

/// First argument of a reader process. The next arguments are the task, the time limit in seconds and the file.
pub const READER_FLAG: &str = "--inspect";

/// Exit code of a reader that could not set its limits and therefore did not start.
pub const LIMITS_FAILED_EXIT_CODE: u8 = 75;

/// Response of a reader.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReaderResponse<T> {
    /// Result, or the reason for rejecting the file.
    pub result: Result<T, FileRejection>,
    /// Peak memory, in bytes; 0 if the system does not report it.
    pub peak_bytes: u64,
    /// Restrictions that were active.
    pub sandbox: SandboxStatus,
}

/// Kernel restrictions of a process. Both are best effort: not every kernel supports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SandboxStatus {
    /// Landlock: opening files and inspecting other processes fails. The environment of the parent process is therefore
    /// unreadable.
    pub landlock: bool,
    /// Seccomp: the system calls that open files and sockets, start programs or reach other processes fail.
    pub seccomp: bool,
}

impl SandboxStatus {
    /// Returns true if all restrictions are active.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.landlock && self.seccomp
    }
}

/// Task of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Reads the metadata of a PDF: [`PdfProperties`](crate::pdf::PdfProperties).
    PdfProperties,
    /// Renders the first page of a PDF: [`RenderedPage`](crate::pdf::RenderedPage).
    Preview,
    /// Extracts the text of a PDF: [`ExtractedText`](crate::pdf::ExtractedText).
    Text,
    /// Reads the metadata of a recording: [`Recording`](crate::audio::Recording).
    Recording,
    /// Prepares a recording for listening: [`PreparedRecording`](crate::audio::PreparedRecording).
    Listening,
    /// Crops an image to a square of at most this width in pixels. Returns
    /// [`EncodedImage`](crate::image::EncodedImage).
    SquareJpeg(u32),
    /// Scales an image without cropping, its longer edge at most this many pixels. Returns
    /// [`EncodedImage`](crate::image::EncodedImage).
    Jpeg(u32),
    /// Reads the cards of a deck: [`Deck`](crate::deck::Deck).
    Deck,
    /// Re-encodes images of a deck, given by the number of a file and a set: bit `n` selects the file with this number
    /// plus `n`. Returns [`Picture`](crate::deck::Picture)s.
    Pictures(u32, u64),
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::PdfProperties => f.write_str("facts"),
            Self::Preview => f.write_str("preview"),
            Self::Text => f.write_str("text"),
            Self::Recording => f.write_str("recording"),
            Self::Listening => f.write_str("listening"),
            Self::SquareJpeg(max_px) => write!(f, "square-{max_px}"),
            Self::Jpeg(max_px) => write!(f, "whole-{max_px}"),
            Self::Deck => f.write_str("deck"),
            Self::Pictures(first, wanted) => write!(f, "pictures-{first}-{wanted}"),
        }
    }
}

impl Task {
    /// Parses the name of a task on the command line.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once('-') {
            Some(("square", max_px)) => max_px.parse().ok().map(Self::SquareJpeg),
            Some(("whole", max_px)) => max_px.parse().ok().map(Self::Jpeg),
            Some(("pictures", numbers)) => {
                let (first, wanted) = numbers.split_once('-')?;
                Some(Self::Pictures(first.parse().ok()?, wanted.parse().ok()?))
            }
            Some(_) => None,
            None => [Self::PdfProperties, Self::Preview, Self::Text, Self::Recording, Self::Listening, Self::Deck]
                .into_iter()
                .find(|task| task.to_string() == text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reader_task_round_trips_through_the_command_line() {
        let plain = [Task::PdfProperties, Task::Preview, Task::Text, Task::Recording, Task::Listening, Task::Deck];
        let with_numbers = [Task::SquareJpeg(640), Task::Jpeg(u32::MAX), Task::Pictures(64, u64::MAX)];
        for task in plain.into_iter().chain(with_numbers) {
            assert_eq!(Task::parse(&task.to_string()), Some(task));
        }
        for other in ["", "square", "square-", "square--1", "facts-1", "whole-4294967296", "pictures-1"] {
            assert_eq!(Task::parse(other), None, "{other:?}");
        }
    }
}
