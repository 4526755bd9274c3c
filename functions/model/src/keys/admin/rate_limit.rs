use crate::ids::Sha256Hash;
use crate::keys::key::Key;

/// Number of attempts by one user or address under one rule in the window with this number. Window 0 counts consecutive
/// attempts.
#[must_use]
pub fn primary(rule: &'static str, who: &Sha256Hash, window: u64) -> Key {
    Key { pk: format!("THROTTLE#{rule}#{who}"), sk: format!("{window:012}") }
}
