//! Snapshots of a study log. They are so small that a device need not read the complete log.
//!
//! A snapshot covers every review event that the server received before a given time, and stores that time. Events
//! received later are added to it. It can always be rebuilt from the log, so a snapshot that this code cannot read is
//! no loss.

#[cfg(feature = "study")]
mod columns;

#[cfg(feature = "study")]
pub use columns::Damaged;

/// Version of the format. It changes whenever the meaning of the bytes changes.
const VERSION: u8 = 4;
/// Version of a snapshot that was computed with a student's own parameters. A hash of them begins its body.
const OWN_VERSION: u8 = 5;

/// Number of header bytes that stay uncompressed: the version and the covered time.
pub const HEADER_BYTES: usize = 9;

/// Returns the time, in Unix milliseconds, before which the snapshot covers everything that the server received.
/// Returns `None` if the bytes are not a snapshot of this version.
#[must_use]
pub fn snapshot_watermark_ms(bytes: &[u8]) -> Option<u64> {
    let (head, _) = bytes.split_first_chunk::<HEADER_BYTES>()?;
    let (version, before_ms) = head.split_first_chunk::<1>()?;
    [VERSION, OWN_VERSION].contains(&version[0]).then_some(u64::from_le_bytes(before_ms.try_into().ok()?))
}
