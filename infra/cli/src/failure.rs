//! Failures, and the exit codes for scripts.

use std::fmt;

/// Exit code of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything is there.
    Done = 0,
    /// Some files were refused.
    Refused = 1,
    /// The arguments are wrong. The argument parser uses the same code.
    Usage = 2,
    /// The key is missing, unknown, revoked or expired.
    Key = 3,
    /// The server could not be reached or has not finished. The same command continues later.
    Unfinished = 4,
    /// Some files could not be read.
    Unreadable = 5,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Reason why the command, or one file, failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The arguments or the files that they name are wrong.
    Usage(String),
    /// The server refuses the key. No other file can succeed.
    Key(String),
    /// The server does not answer. No other file can succeed.
    Unreachable(String),
    /// The server refuses this request. `code` is the stable code of the problem.
    Refused { status: u16, code: String, detail: String },
    /// A file cannot be read, or has changed while it was read.
    Unreadable(String),
    /// The file store did not accept this file. Others may succeed.
    NotSent(String),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Key(_) => Exit::Key,
            Self::Unreachable(_) | Self::NotSent(_) => Exit::Unfinished,
            Self::Refused { .. } => Exit::Refused,
            Self::Unreadable(_) => Exit::Unreadable,
        }
    }

    /// Returns true if no other file can succeed either.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Key(_) | Self::Unreachable(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text)
            | Self::Key(text)
            | Self::Unreachable(text)
            | Self::Unreadable(text)
            | Self::NotSent(text) => f.write_str(text),
            Self::Refused { detail, .. } => f.write_str(detail),
        }
    }
}
