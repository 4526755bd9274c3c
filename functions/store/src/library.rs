//! What people find: one noun a file, its record, its reads and the writes that concern it alone.

pub mod albums;
pub mod any_note;
pub mod audio;
pub mod content;
pub mod course_audio;
pub mod courses;
pub mod inside;
mod kinds;
pub mod merges;
pub mod notes;
pub mod open_pictures;
pub mod shelves;
