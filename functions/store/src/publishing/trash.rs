//! The trash: deleted items and replaced files are kept for 30 days, then deleted by the table together with their
//! files.

mod content;
mod file;
mod list;

pub(super) use content::expires_at;
pub use content::{DeletePermission, Trashed, find, put, remove_files_unless_used, restore};
pub use file::{TrashedFile, find_file, remove_file_unless_used};
pub use list::{InTrash, list, used};
