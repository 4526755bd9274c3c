//! What travels over HTTP: our own types, apart from what is stored, each field with an example for the API document.
//!
//! What people type defaults to empty when it is missing, so that the rules in `wasm_core::forms` name every missing
//! field in one answer. What programs fill in has no default: the parser refuses a body without it.

pub mod account;
pub mod accounts;
pub mod administration;
pub mod albums;
pub mod audio;
pub mod batch;
pub mod beacon;
pub mod content;
pub mod courses;
pub mod demand;
pub mod exams;
pub mod export;
pub mod facts;
pub mod highlights;
pub mod library;
pub mod likes;
pub mod managed_courses;
pub mod notes;
pub mod own_cards;
pub mod page;
pub mod playlists;
pub mod positions;
pub mod problem;
pub mod published;
pub mod reports;
pub mod requests;
pub mod saved;
pub mod sessions;
pub mod start;
pub mod students;
pub mod study;
pub mod studying;
pub mod uploads;
