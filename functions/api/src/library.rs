//! Courses, notes, albums and recordings: reading, and changes by administrators.

pub mod albums;
pub mod audio;
pub(crate) mod course_pictures;
pub mod courses;
pub(crate) mod files;
pub mod notes;
pub mod pictures;
pub mod search;
pub(crate) mod transcripts;
pub mod wire;
