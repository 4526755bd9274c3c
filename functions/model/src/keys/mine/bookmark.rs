use crate::ids::{AudioId, BookmarkId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// One bookmark of one student.
#[must_use]
pub fn primary(owner: &UserId, audio: AudioId, bookmark: BookmarkId) -> Key {
    PersonalKind::Bookmark.key(owner, format_args!("{audio}#{bookmark}"))
}

/// The bookmarks of one student, grouped by recording.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Bookmark.range(owner, "")
}
