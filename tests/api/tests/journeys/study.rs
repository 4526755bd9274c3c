//! Chapters, study cards and what students do with them.

mod chapters;
mod decks;
mod own_cards;
mod studying;
