//! File sizes in the units of the budgets.

use std::io::Write as _;

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Returns the length after gzip at the level that web servers use.
pub(crate) fn gzip_len(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// Converts to kilobytes of 1000 bytes, as in the budgets.
#[expect(clippy::cast_precision_loss, reason = "files here are far smaller than 2^53 bytes")]
pub fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
