//! The trash: deleted items and replaced files. After 30 days the table's TTL removes them, and then their files are
//! deleted.

mod content;
mod file;
mod files;
mod hidden;
mod list;

pub(super) use content::expires_at;
pub use content::{
    DeletePermission, Trashed, find, remove_files_unless_used, remove_trashed_files_unless_used, restore, trash_item,
};
pub use file::{TrashedFile, find_file, remove_file_unless_used};
pub use hidden::{extend_retention, hidden_hashes, restore_hidden, withhold_files, withhold_item};
pub use list::{TrashedEntry, list, usage};
