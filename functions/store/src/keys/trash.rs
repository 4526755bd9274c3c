use super::{AudioId, Key, NoteId, ProductId, Range, Timestamp, gsi1};

/// One audio note in the trash.
#[must_use]
pub fn audio(audio: AudioId) -> Key {
    Key { pk: format!("TRASH#{audio}"), sk: "AUDIO".into() }
}

/// Index entry that lists an audio note in the trash by time.
#[must_use]
pub fn audio_listed(deleted_at: Timestamp, audio: AudioId) -> Key {
    Key { pk: "TRASH".into(), sk: format!("{deleted_at}#{audio}") }
}

/// One note in the trash.
#[must_use]
pub fn primary(note: NoteId) -> Key {
    Key { pk: format!("TRASH#{note}"), sk: "NOTE".into() }
}

/// One album note in the trash.
#[must_use]
pub fn album(note: NoteId) -> Key {
    Key { pk: format!("TRASH#{note}"), sk: "ALBUM".into() }
}

/// Index entry that lists a note or an album note in the trash by time.
#[must_use]
pub fn listed(deleted_at: Timestamp, note: NoteId) -> Key {
    Key { pk: "TRASH".into(), sk: format!("{deleted_at}#{note}") }
}

/// The whole trash.
#[must_use]
pub fn all() -> Range {
    gsi1("TRASH".into(), "")
}

/// A file in the trash that was replaced.
#[must_use]
pub fn file(file: ProductId) -> Key {
    Key { pk: format!("TRASH#{file}"), sk: "FILE".into() }
}

/// Index entry that lists a replaced file in the trash by time.
#[must_use]
pub fn file_listed(replaced_at: Timestamp, file: ProductId) -> Key {
    Key { pk: "TRASH".into(), sk: format!("{replaced_at}#{file}") }
}
