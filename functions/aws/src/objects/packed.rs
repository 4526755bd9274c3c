//! Files as they are stored and served: in Brotli, which browsers unpack by themselves.

use std::io::{self, Read as _};

/// How much of a packed file is looked at in one step.
const READ_BYTES: usize = 64 * 1024;
/// How hard a file is packed: 100,000 courses in about a second. A tenth smaller takes six times as long.
const BROTLI_QUALITY: i32 = 5;
/// How far back Brotli looks for what it has seen: 4 MB, as far as every browser does.
const BROTLI_WINDOW_BITS: i32 = 22;

/// The file as it is stored.
///
/// # Errors
/// None that bytes in memory could cause.
pub fn pack(file: &[u8]) -> io::Result<Vec<u8>> {
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

/// A file of less than `max_bytes` in what was stored.
///
/// # Errors
/// When the bytes are not in Brotli, or would be larger.
pub fn unpack(stored: &[u8], max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = Vec::with_capacity(stored.len());
    let mut reader = brotli::Decompressor::new(stored, READ_BYTES).take(max_bytes);
    reader.read_to_end(&mut file)?;
    if reader.limit() == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(file) }
}
