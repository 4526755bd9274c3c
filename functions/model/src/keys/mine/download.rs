use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, Range, table};
use crate::timestamp::Timestamp;

/// One download record.
#[must_use]
pub fn primary(owner: &UserId, at: Timestamp, note: NoteId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("DOWNLOAD#{}#{note}", at.day()) }
}

/// All download records.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "DOWNLOAD#")
}
