//! Data of a student: likes, highlights, bookmarks, saved notes, playlists, exams and resume positions.

pub mod bookmarks;
pub mod bootstrap;
pub(crate) mod covers;
pub mod exams;
pub mod export;
pub mod highlights;
pub mod likes;
pub mod my_notes;
pub mod playlists;
pub mod positions;
