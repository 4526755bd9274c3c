//! Students and their accounts.

pub mod account;
pub mod followers;
pub mod follows;
pub mod sessions;
pub mod students;
pub mod unconfirmed;
