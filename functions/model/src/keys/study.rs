//! Keys of chapters, study cards and what students do with them.

/// Chapters of courses, and their study cards.
pub mod chapter;
/// Study cards that students write for themselves.
pub mod own_card;
/// What students do with study cards.
pub mod studying;
