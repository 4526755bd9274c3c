//! Chapters, study cards and reviews.

mod chapters;
mod decks;
mod personal_cards;
mod studying;
