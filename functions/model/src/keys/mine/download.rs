use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};
use crate::timestamp::Timestamp;

/// One download record.
#[must_use]
pub fn primary(owner: &UserId, at: Timestamp, note: NoteId) -> Key {
    PersonalKind::Download.key(owner, format_args!("{}#{note}", at.day()))
}

/// All download records.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Download.range(owner, "")
}
