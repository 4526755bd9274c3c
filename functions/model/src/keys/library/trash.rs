use crate::ids::{AudioId, NoteId, ProductId};
use crate::keys::key::{Key, Range, gsi1};
use crate::timestamp::Timestamp;

/// One audio note in the trash.
#[must_use]
pub fn audio(audio: AudioId) -> Key {
    Key { pk: format!("TRASH#{audio}"), sk: "AUDIO".into() }
}

/// One note in the trash.
#[must_use]
pub fn note(note: NoteId) -> Key {
    Key { pk: format!("TRASH#{note}"), sk: "NOTE".into() }
}

/// One album note in the trash.
#[must_use]
pub fn album_note(note: NoteId) -> Key {
    Key { pk: format!("TRASH#{note}"), sk: "ALBUM".into() }
}

/// Index entry that lists an item in the trash by time of deletion.
#[must_use]
pub fn index_key(deleted_at: Timestamp, id: ProductId) -> Key {
    Key { pk: "TRASH".into(), sk: format!("{deleted_at}#{id}") }
}

/// The whole trash.
#[must_use]
pub fn all() -> Range {
    gsi1("TRASH".into(), "")
}

/// One replaced file in the trash.
#[must_use]
pub fn file(file: ProductId) -> Key {
    Key { pk: format!("TRASH#{file}"), sk: "FILE".into() }
}
