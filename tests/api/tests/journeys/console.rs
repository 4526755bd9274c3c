//! The administrators' console.

mod content;
mod importing;
mod managed_courses;
mod reports;
mod requests;
mod students;
mod trash;
