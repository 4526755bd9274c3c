use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind};

/// Marker of an unconfirmed account, until the item expires. Stored beside the profile, but not read with it.
#[must_use]
pub fn primary(owner: &UserId) -> Key {
    PersonalKind::UnconfirmedAccount.key(owner, "")
}
