//! What can stop the local cloud, in sentences that say what to do.

use std::path::Path;

/// Why the local server did not start or could not go on.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// Another program listens there.
    #[error(
        "Port {0} is in use. Stop the program that uses it, or choose another one with --port (the three ports after it are used too)."
    )]
    PortBusy(u16),
    /// A second server on the same data would damage it.
    #[error("Another local server is running on {0}. Stop it first, or choose another folder with --dir.")]
    DirBusy(String),
    /// ENOSPC.
    #[error("The disk is full: {0} could not be written. Free some space and start again.")]
    DiskFull(String),
    /// A file could not be read or written.
    #[error("Could not {action} {path}: {reason}. Check that you may use this folder.")]
    File {
        /// read, write or create
        action: &'static str,
        /// the file or folder
        path: String,
        /// what the system said
        reason: String,
    },
    /// Anything else, already a sentence.
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
