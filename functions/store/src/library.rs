//! Published content and courses. Each file owns one kind of record, its reads and the writes that affect only it.

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
pub mod seen_picture;
pub mod shelf_order;
pub mod shelves;
