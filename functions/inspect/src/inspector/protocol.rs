//! What is said between this process and the one that reads a file.

use serde::{Deserialize, Serialize};

use super::walls::Walls;
use crate::reason::Reason;

/// The first argument of a process that reads one file. What there is to do, for how many seconds, and the file follow.
pub(super) const FLAG: &str = "--inspect";

/// How a reader ends that could not be bounded, and so did not begin.
pub(super) const NOT_BOUNDED: u8 = 75;

/// What a reader says.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer<T> {
    pub(super) result: Result<T, Reason>,
    pub(super) peak_bytes: u64,
    pub(super) walls: Walls,
}

/// What there is to do with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Facts,
    Preview,
    Text,
    Recording,
    Square(u32),
    Whole(u32),
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Facts => f.write_str("facts"),
            Self::Preview => f.write_str("preview"),
            Self::Text => f.write_str("text"),
            Self::Recording => f.write_str("recording"),
            Self::Square(max_px) => write!(f, "square-{max_px}"),
            Self::Whole(max_px) => write!(f, "whole-{max_px}"),
        }
    }
}

impl Task {
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.split_once('-') {
            Some(("square", max_px)) => max_px.parse().ok().map(Self::Square),
            Some(("whole", max_px)) => max_px.parse().ok().map(Self::Whole),
            Some(_) => None,
            None => [Self::Facts, Self::Preview, Self::Text, Self::Recording]
                .into_iter()
                .find(|task| task.to_string() == text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_survives_the_trip_through_the_command_line() {
        let tasks = [Task::Facts, Task::Preview, Task::Text, Task::Recording, Task::Square(640), Task::Whole(u32::MAX)];
        for task in tasks {
            assert_eq!(Task::parse(&task.to_string()), Some(task));
        }
        for other in ["", "square", "square-", "square--1", "facts-1", "whole-4294967296"] {
            assert_eq!(Task::parse(other), None, "{other:?}");
        }
    }
}
