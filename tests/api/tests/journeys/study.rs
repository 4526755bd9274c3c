//! Chapters, study cards and reviews.

mod chapters;
mod decks;
mod own_cards;
mod studying;
