use super::{Key, UsernameKey};

/// Who owns this username.
#[must_use]
pub fn claim(username: &UsernameKey) -> Key {
    Key { pk: format!("USERNAME#{username}"), sk: "CLAIM".into() }
}
