//! Journeys over HTTP, one module a subject, each with a cloud of its own. One program, because each one more would
//! hold all of the SDKs and engines again.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod account;
mod albums;
mod audio;
mod authorization;
mod batch;
mod bodies;
mod console;
mod courses;
mod decks;
mod exams;
mod guesses;
mod highlights;
mod identity;
mod importing;
mod inside;
mod known_files;
mod leaving;
mod likes;
mod limits;
mod listening;
mod managed_courses;
mod my_notes;
mod notes;
mod own_cards;
mod pictures;
mod playlists;
mod profiles;
mod reading;
mod reports;
mod requests;
mod second_factor;
mod sessions;
mod study;
mod studying;
mod titles;
mod tokens;
mod trash;
mod unconfirmed;
mod unknown_addresses;
