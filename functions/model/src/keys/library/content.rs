use crate::ids::ProductId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::kind::Kind;

/// The entry of one thing that was published.
#[must_use]
pub fn primary(kind: Kind, id: ProductId) -> Key {
    Key { pk: "CONTENT".into(), sk: format!("{}#{id}", kind.key()) }
}

/// Entries of one kind, by id.
#[must_use]
pub fn of_kind(kind: Kind) -> Range {
    table("CONTENT".into(), &format!("{}#", kind.key()))
}

/// Index entry that lists a thing among all kinds, by id.
#[must_use]
pub fn listed(id: ProductId) -> Key {
    Key { pk: "CONTENT".into(), sk: id.to_string() }
}

/// Entries of all kinds, by id.
#[must_use]
pub fn all() -> Range {
    gsi1("CONTENT".into(), "")
}

/// How much there is of each kind.
#[must_use]
pub fn storage() -> Key {
    Key { pk: "STORAGE".into(), sk: "SELF".into() }
}
