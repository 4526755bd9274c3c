//! Published content and courses. Each file owns one kind of record, its reads and the writes that affect only it.

pub mod albums;
pub mod audio;
pub mod content;
pub mod course_audio;
pub mod course_or_album_note;
pub mod courses;
pub mod expected_picture;
pub mod full_text;
mod kinds;
pub mod listening;
pub mod merges;
pub mod notes;
pub mod public_pictures;
pub mod published_catalogue;
pub mod shelf_order;
pub mod shelves;
pub mod transcripts;
pub mod withheld;
