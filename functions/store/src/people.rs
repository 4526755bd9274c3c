//! Students and their accounts.

pub mod account;
pub mod course_follows;
pub mod sessions;
pub mod student_follows;
pub mod students;
pub mod unconfirmed;
