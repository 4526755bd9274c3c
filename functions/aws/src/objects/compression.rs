//! Brotli compression of stored files. Browsers decode them on download.

use std::io::{self, Read as _};

/// Buffer size for decompression in bytes.
const READ_BYTES: usize = 64 * 1024;
/// Brotli quality. At 5, 100,000 courses take about a second; 10 % smaller output takes six times as long.
const BROTLI_QUALITY: i32 = 5;
/// Brotli window of 4 MB, the largest that every browser supports.
const BROTLI_WINDOW_BITS: i32 = 22;

/// Compresses a file.
///
/// # Errors
/// None for bytes in memory.
pub fn compress(file: &[u8]) -> io::Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW_BITS,
        size_hint: file.len(),
        ..Default::default()
    };
    let mut packed = Vec::with_capacity(file.len() / 2);
    brotli::BrotliCompress(&mut &*file, &mut packed, &parameters)?;
    Ok(packed)
}

/// Decompresses a file of less than `max_bytes`.
///
/// # Errors
/// If the bytes are not valid Brotli, or if the file is too large.
pub fn decompress(stored: &[u8], max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = Vec::with_capacity(stored.len());
    let mut reader = brotli::Decompressor::new(stored, READ_BYTES).take(max_bytes);
    reader.read_to_end(&mut file)?;
    if reader.limit() == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(file) }
}
