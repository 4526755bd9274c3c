use crate::ids::Sha256Hash;
use crate::keys::key::Key;

/// Tries of one person or address under one rule, in the window with this number; 0 for those that are counted in a row.
#[must_use]
pub fn primary(rule: &'static str, who: &Sha256Hash, window: u64) -> Key {
    Key { pk: format!("THROTTLE#{rule}#{who}"), sk: format!("{window:012}") }
}
