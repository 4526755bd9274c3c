//! Personal data of students.

mod bookmarks;
mod exams;
mod highlights;
mod likes;
mod listening;
mod my_notes;
mod playlists;
mod reading;
