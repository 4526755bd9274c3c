//! Keys of courses, notes, albums and recordings.

/// Albums and their notes.
pub mod album;
/// Audio notes that users can see.
pub mod audio;
/// The content index of all published items.
pub mod content;
/// Courses.
pub mod course;
/// Links from courses to the audio notes about them.
pub mod course_audio;
/// Items that share the same file.
pub mod files_by_hash;
/// Full-text indexes of notes.
pub mod full_text;
/// Notes that students can see.
pub mod note;
/// Shelves of audio notes.
pub mod shelf;
/// Trash: deleted notes of all kinds and replaced files.
pub mod trash;
/// Files that are withheld because of a notice of copyright.
pub mod withheld;
