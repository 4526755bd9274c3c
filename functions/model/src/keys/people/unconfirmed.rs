use crate::ids::UserId;
use crate::keys::key::Key;

/// The account, until the table drops the item. Beside the profile, but not read with it.
#[must_use]
pub fn primary(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "UNCONFIRMED".into() }
}
