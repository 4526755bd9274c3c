//! The trash: deleted items and replaced files. After 30 days the table's TTL removes them, and then their files are
//! deleted.

mod content;
mod file;
mod list;

pub(super) use content::expires_at;
pub use content::{
    DeletePermission, Trashed, find, remove_files_unless_used, restore, trash_item, withhold_item, withhold_published,
};
pub use file::{TrashedFile, find_file, remove_file_unless_used};
pub use list::{TrashedEntry, list, usage};
