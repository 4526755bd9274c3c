//! Study content: chapters, cards and the review log.

pub mod cards;
pub mod chapters;
pub mod personal_cards;
pub mod review_log;
pub mod snapshot;
