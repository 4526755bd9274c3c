//! Keys of students, their accounts and sessions.

/// Accounts: change of address and deletion.
pub mod account;
/// Courses that a student follows.
pub mod follow;
/// Students who follow students.
pub mod follower;
/// Usernames that were given up.
pub mod former_name;
/// Profile photos of students.
pub mod photo;
/// Sessions of users.
pub mod session;
/// Students.
pub mod student;
/// Accounts whose address is not confirmed.
pub mod unconfirmed;
/// Usernames, each owned by one student.
pub mod username;
