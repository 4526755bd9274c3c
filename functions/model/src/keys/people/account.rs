use crate::ids::UserId;
use crate::keys::key::{Key, Range, table};

/// New address of an account until its code is entered. Stored beside the profile, but not read with it.
#[must_use]
pub fn address(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "ADDRESS".into() }
}

/// Tombstone of a deleted account. Removed after all other items of the account.
#[must_use]
pub fn left(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "LEFT".into() }
}

/// All items of one account.
#[must_use]
pub fn everything(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "")
}
