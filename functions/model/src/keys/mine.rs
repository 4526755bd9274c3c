//! Keys of what a student keeps.

/// Downloads: one record per student, note and day.
pub mod download;
/// Exams of students.
pub mod exam;
/// Where people stopped in recordings.
pub mod heard;
/// What people marked in notes.
pub mod highlight;
/// Likes.
pub mod like;
/// Playlists.
pub mod playlist;
/// Where people stopped in notes.
pub mod reading;
/// My Notes.
pub mod saved;
