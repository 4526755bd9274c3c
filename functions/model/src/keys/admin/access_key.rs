use crate::ids::AccessKeyId;
use crate::keys::key::{Key, Range, table};

/// One key of a program.
#[must_use]
pub fn primary(key: AccessKeyId) -> Key {
    Key { pk: "ACCESSKEYS".into(), sk: key.to_string() }
}

/// All keys of programs.
#[must_use]
pub fn all() -> Range {
    table("ACCESSKEYS".into(), "")
}
