use crate::ids::{AudioId, UserId};
use crate::keys::key::{Key, PersonalKind, Range, gsi1};
use crate::timestamp::Timestamp;

/// The resume position of one user in one recording.
#[must_use]
pub fn primary(owner: &UserId, audio: AudioId) -> Key {
    PersonalKind::Listening.key(owner, audio)
}

/// The resume positions of one user in all recordings.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Listening.range(owner, "")
}

/// Index entry of an unfinished recording, by time of the last playback.
#[must_use]
pub fn index_key(owner: &UserId, heard_at: Timestamp, audio: AudioId) -> Key {
    Key { pk: format!("HEARD#{owner}"), sk: format!("{heard_at}#{audio}") }
}

/// The unfinished recordings of one user.
#[must_use]
pub fn unfinished(owner: &UserId) -> Range {
    gsi1(format!("HEARD#{owner}"), "")
}
