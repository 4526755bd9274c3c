//! Study content: chapters, cards and the review log.

pub mod cards;
pub mod chapters;
pub mod log;
pub mod own_cards;
pub mod snapshot;
