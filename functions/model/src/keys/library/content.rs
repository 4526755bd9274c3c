use crate::ids::ProductId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::kind::ItemKind;

/// The content index entry of one published item.
#[must_use]
pub fn primary(kind: ItemKind, id: ProductId) -> Key {
    Key { pk: "CONTENT".into(), sk: format!("{}#{id}", kind.key_segment()) }
}

/// Entries of one kind, by id.
#[must_use]
pub fn of_kind(kind: ItemKind) -> Range {
    table("CONTENT".into(), &format!("{}#", kind.key_segment()))
}

/// Index entry that lists an item among all kinds by id.
#[must_use]
pub fn index_key(id: ProductId) -> Key {
    Key { pk: "CONTENT".into(), sk: id.to_string() }
}

/// Entries of all kinds, by id.
#[must_use]
pub fn all() -> Range {
    gsi1("CONTENT".into(), "")
}

/// Number and total size of the items of each kind.
#[must_use]
pub fn storage() -> Key {
    Key { pk: "STORAGE".into(), sk: "SELF".into() }
}
