//! What people learn with.

pub mod cards;
pub mod chapters;
pub mod log;
pub mod snapshot;
