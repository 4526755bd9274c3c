//! The administrators' console.

mod access_keys;
mod activity;
mod content;
mod copyright;
mod importing;
mod managed_courses;
mod outdated_writes;
mod reports;
mod requests;
mod students;
mod trash;
