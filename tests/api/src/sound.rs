//! Recordings for real uploads: small ones from real encoders, and large generated ones.

use std::path::Path;

/// Returns one of the files from the tests of `readers`. Each recording has a duration of two seconds.
#[must_use]
pub fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../functions/readers/tests/fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

/// Creates a WAV with this duration in seconds: a soft repeated ramp with 32 bits, two channels and 48,000 frames per
/// second (384 kB per second).
#[must_use]
pub fn wav(secs: u32) -> Vec<u8> {
    const CHANNELS: u16 = 2;
    const FRAMES: u32 = 48_000;
    const BYTES: u16 = 4;
    let data_bytes = secs * FRAMES * u32::from(CHANNELS * BYTES);
    let mut file = Vec::with_capacity(44 + data_bytes as usize);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + data_bytes).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&CHANNELS.to_le_bytes());
    file.extend_from_slice(&FRAMES.to_le_bytes());
    file.extend_from_slice(&(FRAMES * u32::from(CHANNELS * BYTES)).to_le_bytes());
    file.extend_from_slice(&(CHANNELS * BYTES).to_le_bytes());
    file.extend_from_slice(&(BYTES * 8).to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&data_bytes.to_le_bytes());
    let second: Vec<u8> = (0..FRAMES)
        .flat_map(|frame| {
            let sample = ((frame % 200) << 22).to_le_bytes();
            [sample, sample].concat()
        })
        .collect();
    for _ in 0..secs {
        file.extend_from_slice(&second);
    }
    file
}
