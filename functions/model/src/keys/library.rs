//! Keys of courses, notes, albums and recordings.

/// Albums, and the notes in them.
pub mod album;
/// Audio notes that people can see.
pub mod audio;
/// The register of everything that was published.
pub mod content;
/// Courses.
pub mod course;
/// Which audio notes are about a course.
pub mod course_audio;
/// Indexes of the insides of notes.
pub mod inside;
/// Notes that students can see.
pub mod note;
/// Which things have the very same file.
pub mod same_file;
/// Shelves of audio notes.
pub mod shelf;
/// What was deleted: notes of all kinds, and files that were replaced.
pub mod trash;
