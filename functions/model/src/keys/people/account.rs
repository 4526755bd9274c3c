use crate::ids::UserId;
use crate::keys::key::{Key, Range, table};

/// The address that an account is to get, until its code is entered. Beside the profile, but not read with it.
#[must_use]
pub fn address(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "ADDRESS".into() }
}

/// That somebody has deleted their account. Beside what there is to clear away, and last to go.
#[must_use]
pub fn left(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "LEFT".into() }
}

/// Everything that belongs to one person alone.
#[must_use]
pub fn everything(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "")
}
