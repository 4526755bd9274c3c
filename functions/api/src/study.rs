//! Chapters, study cards and what students do with them.

pub(crate) mod card_imports;
pub mod cards;
pub(crate) mod chapters;
pub(crate) mod decks;
pub mod personal_cards;
pub mod review_log;
