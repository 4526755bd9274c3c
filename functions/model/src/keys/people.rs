//! Keys of students, their accounts and sessions.

/// Accounts: another address, and leaving for good.
pub mod account;
/// Courses that a student follows.
pub mod follow;
/// Students who follow students.
pub mod follower;
/// Usernames that were given up.
pub mod former_name;
/// Pictures of students.
pub mod photo;
/// Sessions of a person.
pub mod session;
/// Students.
pub mod student;
/// Accounts whose address is not confirmed.
pub mod unconfirmed;
/// Usernames, each of which one student owns.
pub mod username;
