//! Private data of one student.

pub mod activity;
pub mod bookmarks;
mod counted;
pub mod downloads;
pub mod exams;
pub mod feed;
pub mod highlights;
pub mod likes;
pub mod new_notes;
pub mod playlists;
pub mod positions;
mod remark;
pub mod saved_note_access;
pub mod saved_notes;
