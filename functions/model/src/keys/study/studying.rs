use crate::ids::UserId;
use crate::keys::key::{Key, Range, table};

/// A batch of facts: by its place in the log in milliseconds, then by its device and the number of its first fact there.
#[must_use]
pub fn batch(owner: &UserId, place_ms: u64, device: u64, sequence: u32) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("STUDYLOG#{place_ms:015}#{device:016}#{sequence:010}") }
}

/// Where the log goes on from a place in milliseconds: what comes behind this key.
#[must_use]
pub fn log_from(owner: &UserId, place_ms: u64) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("STUDYLOG#{place_ms:015}") }
}

/// All batches, the oldest first.
#[must_use]
pub fn log(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "STUDYLOG#")
}

/// How many cards a day, and how well.
#[must_use]
pub fn settings(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "STUDYSETTINGS".to_owned() }
}
