use wasm_core::shelf::ShelfId;

use crate::keys::key::{Key, Range, table};

/// One shelf: how much stands on it.
#[must_use]
pub fn primary(shelf: ShelfId) -> Key {
    Key { pk: format!("SHELF#{shelf}"), sk: "SELF".into() }
}

/// The shelf, then its audio notes, newest first, when read backwards: `SELF` sorts after `AUDIO#`.
#[must_use]
pub fn page(shelf: ShelfId) -> Range {
    table(format!("SHELF#{shelf}"), "")
}
