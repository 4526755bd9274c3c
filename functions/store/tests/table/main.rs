//! The store against the embedded table, spoken to over HTTP as in production; one fresh table a test.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod activity;
mod albums;
mod audio;
mod cards;
mod chapters;
mod content;
mod courses;
#[path = "../engines/mod.rs"]
mod engines;
mod exams;
mod followers;
mod hidden_courses;
mod highlights;
mod likes;
mod lists;
mod many_own_cards;
mod many_students;
mod merging;
mod notes;
mod odd_records;
mod own_cards;
mod own_cards_merged;
mod people;
mod photos;
mod playlists;
mod playlists_at_once;
mod positions;
mod reading;
mod reconcile;
mod records;
mod reports;
mod requests;
mod same_file;
mod saved;
mod sessions;
mod stored_before;
mod studying;
mod support;
mod throttles;
mod uploads;
