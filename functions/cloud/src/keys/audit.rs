use super::{AuditId, Key, Range, Timestamp, table};

/// One entry.
#[must_use]
pub fn primary(at: Timestamp, entry: AuditId) -> Key {
    Key { pk: format!("AUDIT#{}", at.month()), sk: entry.to_string() }
}

/// The entries of one month.
#[must_use]
pub fn month(at: Timestamp) -> Range {
    table(format!("AUDIT#{}", at.month()), "")
}
