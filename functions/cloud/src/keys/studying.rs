use super::{Key, Range, UserId, table};

/// A batch of facts: by when it began, then by its device and the number of its first fact there, so that the same batch
/// always has the same key.
#[must_use]
pub fn batch(owner: &UserId, began_ms: u64, device: u64, sequence: u32) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("STUDYLOG#{began_ms:015}#{device:016}#{sequence:010}") }
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
