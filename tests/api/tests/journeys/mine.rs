//! Personal data of students.

mod exams;
mod highlights;
mod likes;
mod listening;
mod my_notes;
mod playlists;
mod reading;
