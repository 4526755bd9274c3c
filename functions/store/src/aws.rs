//! The services: how to reach them, and what is said to them. Expressions of the table are sent from here only.

pub(crate) mod batch;
#[cfg(feature = "capacity")]
pub(crate) mod capacity;
pub(crate) mod cdn;
pub mod client;
pub(crate) mod codec;
pub mod objects;
pub(crate) mod rank;
pub mod schema;
pub mod settings;
pub(crate) mod table;
pub mod users;
