use wasm_core::shelf::ShelfId;

use crate::ids::AudioId;
use crate::keys::key::{Key, Range, gsi1};

/// One audio note of a known shelf, or the place of a moved one by the id that it sorts like.
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
