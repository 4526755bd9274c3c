//! What a student keeps.

pub(crate) mod activity;
pub(crate) mod exams;
pub(crate) mod highlights;
pub(crate) mod likes;
pub(crate) mod lists;
pub(crate) mod playlists;
pub(crate) mod playlists_at_once;
pub(crate) mod positions;
pub(crate) mod reading;
pub(crate) mod saved;
