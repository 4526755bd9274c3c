use wasm_core::shelf::ShelfId;

use crate::keys::key::{Key, Range, table};

/// One shelf with its counts.
#[must_use]
pub fn primary(shelf: ShelfId) -> Key {
    Key { pk: format!("SHELF#{shelf}"), sk: "SELF".into() }
}

/// The shelf and its audio notes, newest first. Read it backwards: `SELF` sorts after `AUDIO#`.
#[must_use]
pub fn with_recordings(shelf: ShelfId) -> Range {
    table(format!("SHELF#{shelf}"), "")
}
