use crate::ids::AuditId;
use crate::keys::key::{Key, Range, table};
use crate::timestamp::Timestamp;

/// One entry of the audit log.
#[must_use]
pub fn primary(at: Timestamp, entry: AuditId) -> Key {
    Key { pk: format!("AUDIT#{}", at.month()), sk: entry.to_string() }
}

/// The entries of one month.
#[must_use]
pub fn month(at: Timestamp) -> Range {
    table(format!("AUDIT#{}", at.month()), "")
}
