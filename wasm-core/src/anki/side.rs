//! Which side of a card is made.

/// A side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The question.
    Front,
    /// The answer.
    Back,
}
