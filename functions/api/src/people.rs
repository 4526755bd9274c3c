//! Accounts, sessions and profiles.

pub mod account;
pub(crate) mod auth;
pub mod me;
pub(crate) mod photos;
pub(crate) mod second_factor;
pub(crate) mod session;
pub mod sessions;
pub mod students;
