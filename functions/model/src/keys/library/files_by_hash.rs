use crate::ids::{ProductId, Sha256Hash};
use crate::keys::key::{Key, Range, table};
use crate::kind::ItemKind;

/// Entry that says that an item has the file with this hash.
#[must_use]
pub fn primary(sha256: &Sha256Hash, kind: ItemKind, id: ProductId) -> Key {
    Key { pk: format!("HASH#{sha256}"), sk: format!("{}#{id}", kind.key_segment()) }
}

/// All items that have the file with this hash.
#[must_use]
pub fn of_hash(sha256: &Sha256Hash) -> Range {
    table(format!("HASH#{sha256}"), "")
}
