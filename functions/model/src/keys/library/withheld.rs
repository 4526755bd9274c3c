use crate::ids::{NoticeId, Sha256Hash};
use crate::keys::key::{Key, Range, table};

/// Entry that says that files with this hash are withheld because of this notice of copyright.
#[must_use]
pub fn primary(sha256: &Sha256Hash, notice: NoticeId) -> Key {
    Key { pk: format!("WITHHELD#{sha256}"), sk: notice.to_string() }
}

/// Number of notices because of which files with this hash are withheld.
#[must_use]
pub fn count(sha256: &Sha256Hash) -> Key {
    Key { pk: format!("WITHHELDCOUNT#{sha256}"), sk: "SELF".into() }
}

/// The notices because of which files with this hash are withheld.
#[must_use]
pub fn of_hash(sha256: &Sha256Hash) -> Range {
    table(format!("WITHHELD#{sha256}"), "")
}
