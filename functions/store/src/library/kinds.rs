//! What each of the three kinds is as [content](crate::library::content::Content): where it belongs, and what counts it there.

mod album_note;
mod audio;
mod note;
