//! Keys of a student's personal data.

/// Resume positions in recordings.
pub mod audio_position;
/// Bookmarks in recordings.
pub mod bookmark;
/// Downloads: one record per student, note and day.
pub mod download;
/// Exams of students.
pub mod exam;
/// Highlights in notes.
pub mod highlight;
/// Likes.
pub mod like;
/// Resume positions in notes.
pub mod note_position;
/// Playlists.
pub mod playlist;
/// My Notes.
pub mod saved;
