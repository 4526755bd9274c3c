use crate::ids::{AudioId, UserId};
use crate::keys::key::{Key, Range, gsi1, table};
use crate::timestamp::Timestamp;

/// Where one person stopped in one recording.
#[must_use]
pub fn primary(owner: &UserId, audio: AudioId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("HEARD#{audio}") }
}

/// Where one person stopped, in all recordings.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "HEARD#")
}

/// Index entry of a recording that is not finished, by when it was heard.
#[must_use]
pub fn listed(owner: &UserId, heard_at: Timestamp, audio: AudioId) -> Key {
    Key { pk: format!("HEARD#{owner}"), sk: format!("{heard_at}#{audio}") }
}

/// What one person has not finished.
#[must_use]
pub fn unfinished(owner: &UserId) -> Range {
    gsi1(format!("HEARD#{owner}"), "")
}
