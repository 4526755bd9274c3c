//! Brotli compression with the settings of `aws`.

use std::io::{self, Read as _};

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const READ_BYTES: usize = 64 * 1024;
const QUALITY: i32 = 5;
const WINDOW_BITS: i32 = 22;

/// Compresses a file as for storage.
pub(super) fn pack(file: &[u8]) -> io::Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW_BITS,
        size_hint: file.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*file, &mut packed, &parameters)?;
    Ok(packed)
}

/// Decompresses a file of at most `max_bytes`.
pub(super) fn unpack(packed: &[u8], max_bytes: u64) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let unpacked = brotli::Decompressor::new(packed, READ_BYTES).take(max_bytes).read_to_end(&mut file);
    unpacked.context("What was packed cannot be unpacked")?;
    Ok(file)
}

/// Decodes the Base64 in the output of a reader.
pub(super) fn decode_base64(text: &str) -> Result<Vec<u8>> {
    STANDARD.decode(text).context("The reader's answer is no Base64")
}
