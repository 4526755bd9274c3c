//! Keys of a student's personal data.

/// Bookmarks in recordings.
pub mod bookmark;
/// Downloads: one record per student, note and day.
pub mod download;
/// Exams of students.
pub mod exam;
/// Resume positions in recordings.
pub mod heard;
/// Highlights in notes.
pub mod highlight;
/// Likes.
pub mod like;
/// Playlists.
pub mod playlist;
/// Resume positions in notes.
pub mod reading;
/// My Notes.
pub mod saved;
