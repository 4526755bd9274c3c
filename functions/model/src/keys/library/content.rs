use crate::ids::ProductId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::kind::Kind;

/// The content index entry of one published item.
#[must_use]
pub fn primary(kind: Kind, id: ProductId) -> Key {
    Key { pk: "CONTENT".into(), sk: format!("{}#{id}", kind.key()) }
}

/// Entries of one kind, by id.
#[must_use]
pub fn of_kind(kind: Kind) -> Range {
    table("CONTENT".into(), &format!("{}#", kind.key()))
}

/// Index entry that lists an item among all kinds by id.
#[must_use]
pub fn listed(id: ProductId) -> Key {
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
