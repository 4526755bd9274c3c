use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind, Range};

/// One batch of review events. It sorts by position in the log in milliseconds, then by device, then by the device's
/// sequence number of its first event.
#[must_use]
pub fn batch(owner: &UserId, place_ms: u64, device: u64, sequence: u32) -> Key {
    PersonalKind::StudyBatch.key(owner, format_args!("{place_ms:015}#{device:016}#{sequence:010}"))
}

/// Key after which the log continues from a position in milliseconds.
#[must_use]
pub fn log_from(owner: &UserId, place_ms: u64) -> Key {
    PersonalKind::StudyBatch.key(owner, format_args!("{place_ms:015}"))
}

/// All batches, oldest first.
#[must_use]
pub fn log(owner: &UserId) -> Range {
    PersonalKind::StudyBatch.range(owner, "")
}

/// Study settings: cards per day, desired retention and memory model.
#[must_use]
pub fn settings(owner: &UserId) -> Key {
    PersonalKind::StudySettings.key(owner, "")
}
