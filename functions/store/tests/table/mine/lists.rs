//! Recordings for playlists, and reproducible random numbers.

use store::audio::AudioNote;
use store::content::{CommonMetadata, File, RecordingMetadata};
use store::{AudioId, ShelfId, keys};

use crate::support::{at, uid};

/// Returns one-minute recordings in order of their ids, without storing them. Every call starts with the same ones.
pub(crate) fn recordings(count: usize) -> Vec<AudioNote> {
    (0..count).map(recording).collect()
}

fn recording(number: usize) -> AudioNote {
    let id: AudioId = format!("01JD3Q8Z6B{number:016}").parse().unwrap();
    AudioNote {
        id,
        shelf: ShelfId::ALL[number % 4],
        order: None,
        subject: "CS 246".into(),
        course: None,
        details: CommonMetadata::new(format!("Recording {number}"), ""),
        file: File {
            key: keys::object::audio(ShelfId::Radio, "CS 246", id, "mp3"),
            name: "recording.mp3".into(),
            size_bytes: 4321,
            sha256: store::Sha256Hash::of(b"recording"),
            uploaded_sha256: None,
            media: RecordingMetadata {
                duration_secs: Some(60),
                artwork_key: None,
                transcript: None,
                chapters_id: None,
                listening: None,
                content_type: "audio/mpeg".into(),
                facts: Default::default(),
            },
        },
        likes: 0,
        version: 0,
        uploaded_at: at(0),
        created_at: at(0),
        uploader: uid("admin"),
        uploader_name: "Note Ninja".into(),
    }
}

/// Random numbers that are the same in every run.
pub(crate) struct SeededRandom(u64);

impl SeededRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end).unwrap()).unwrap()
    }
}
