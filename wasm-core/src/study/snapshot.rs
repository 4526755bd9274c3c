//! What a log has come to, as bytes: so small that a device need not read all that ever happened.
//!
//! A snapshot covers every fact that the server had before one moment, and says which: what it had from then on is added
//! to it. It can always be made anew from the log, so none is ever missed, and one that this code cannot read is no loss.

#[cfg(feature = "study")]
mod columns;

#[cfg(feature = "study")]
pub use columns::Damaged;

/// Changes with every change of what the bytes mean.
const VERSION: u8 = 1;

/// Bytes at the beginning that stay readable when the rest is packed: the version and what is covered.
pub const HEAD_BYTES: usize = 9;

/// Before when, in milliseconds since 1970, the server had everything that the snapshot covers; nothing when the bytes are
/// none of ours or of another version.
#[must_use]
pub fn covered_before_ms(bytes: &[u8]) -> Option<u64> {
    let (head, _) = bytes.split_first_chunk::<HEAD_BYTES>()?;
    let (version, before_ms) = head.split_first_chunk::<1>()?;
    (*version == [VERSION]).then_some(u64::from_le_bytes(before_ms.try_into().ok()?))
}
