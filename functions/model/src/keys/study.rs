//! Keys of chapters, study cards, personal cards and reviews.

/// Chapters of courses and their study cards.
pub mod chapter;
/// Personal cards, which students write for themselves.
pub mod personal_card;
/// Review logs and study settings.
pub mod review_log;
