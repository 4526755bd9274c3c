use wasm_core::shelf::ShelfId;

use crate::ids::AudioId;
use crate::keys::key::{Key, Range, gsi1};

/// One audio note of a known shelf. For a moved audio note, `audio` is instead the id that determines its position, and
/// the item is a marker of that position.
#[must_use]
pub fn primary(shelf: ShelfId, audio: AudioId) -> Key {
    Key { pk: format!("SHELF#{shelf}"), sk: format!("AUDIO#{audio}") }
}

/// Index entry that finds an audio note by its id.
#[must_use]
pub fn index_key(audio: AudioId) -> Key {
    Key { pk: format!("AUDIO#{audio}"), sk: "AUDIO".into() }
}

/// One audio note by its id.
#[must_use]
pub fn by_id(audio: AudioId) -> Range {
    gsi1(format!("AUDIO#{audio}"), "AUDIO")
}

/// The waveform. Stored separately, so that lists do not read it.
#[must_use]
pub fn waveform(audio: AudioId) -> Key {
    Key { pk: format!("AUDIO#{audio}"), sk: "WAVEFORM".into() }
}
