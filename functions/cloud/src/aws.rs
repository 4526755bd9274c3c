//! The services: how to reach them, and what is said to them.

pub mod batch;
#[cfg(feature = "capacity")]
pub mod capacity;
pub mod cdn;
pub mod client;
pub mod codec;
pub mod expression;
pub mod objects;
pub mod retry;
pub mod schema;
pub mod settings;
pub mod table;
pub mod transaction;
pub mod users;
pub mod write;
