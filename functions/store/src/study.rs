//! What people learn with.

pub mod cards;
pub mod chapters;
pub mod log;
pub mod own_cards;
pub mod snapshot;
