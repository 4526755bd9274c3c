//! Errors of the local server. Each message says what to do.

use std::path::Path;

/// Reason why the local server did not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    #[error(
        "Port {0} is in use. Stop the program that uses it, or choose another one with --port (the three ports after it are used too)."
    )]
    PortBusy(u16),
    /// Another server uses the same folder; two servers would damage the data.
    #[error("Another local server is running on {0}. Stop it first, or choose another folder with --dir.")]
    DirBusy(String),
    #[error("The disk is full: {0} could not be written. Free some space and start again.")]
    DiskFull(String),
    /// A file could not be read or written.
    #[error("Could not {action} {path}: {reason}. Check that you may use this folder.")]
    File {
        /// `read`, `write` or `create`.
        action: &'static str,
        /// Path of the file or folder.
        path: String,
        /// Message of the operating system.
        reason: String,
    },
    /// Any other error, as a complete sentence.
    #[error("{0}")]
    Setup(String),
}

impl LocalError {
    pub(crate) fn file(action: &'static str, path: &Path, e: &std::io::Error) -> LocalError {
        let path = path.display().to_string();
        if e.kind() == std::io::ErrorKind::StorageFull {
            LocalError::DiskFull(path)
        } else {
            LocalError::File { action, path, reason: e.to_string() }
        }
    }
}
