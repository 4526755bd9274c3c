use crate::ids::UserId;
use crate::keys::key::{self, Key, PersonalKind, Range};

/// New address of an account until its code is entered. Stored beside the profile, but not read with it.
#[must_use]
pub fn pending_email(owner: &UserId) -> Key {
    PersonalKind::PendingAddress.key(owner, "")
}

/// Tombstone of a deleted account. Removed after all other items of the account.
#[must_use]
pub fn tombstone(owner: &UserId) -> Key {
    PersonalKind::LeftAccount.key(owner, "")
}

/// Block of an account by an administrator.
#[must_use]
pub fn block(owner: &UserId) -> Key {
    PersonalKind::BlockedAccount.key(owner, "")
}

/// Tombstone and block of an account. An account with either of them may not write.
#[must_use]
pub fn closing_markers(owner: &UserId) -> Range {
    PersonalKind::LeftAccount.range(owner, "")
}

/// All items of one account.
#[must_use]
pub fn everything(owner: &UserId) -> Range {
    key::everything(owner)
}
