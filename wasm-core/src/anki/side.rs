//! The side of a card.

/// One side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Question.
    Front,
    /// Answer.
    Back,
}
