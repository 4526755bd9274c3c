//! Playing time of an MP4 file, which is slightly shorter than the sum of its packets.

use std::io::{Read, Seek, SeekFrom};

/// Maximum number of boxes that are skipped in a search.
const MAX_BOXES: usize = 10_000;

/// Returns the duration in the movie header, in seconds. The first and last packets contain encoder delay and padding.
/// An edit list excludes them, and the movie header has the resulting duration. Returns `None` if the header is missing
/// or damaged.
///
/// Reads a few bytes of every top-level box.
pub(super) fn movie_secs(file: &mut (impl Read + Seek)) -> Option<f64> {
    file.rewind().ok()?;
    find(file, *b"moov")?;
    find(file, *b"mvhd")?;
    let mut header = [0; 32];
    file.read_exact(&mut header).ok()?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    let (timescale, duration) = match header[0] {
        0 => (number(12)?, u64::from(number(16)?)),
        1 => (number(20)?, u64::from(number(24)?) << 32 | u64::from(number(28)?)),
        _ => return None,
    };
    (timescale > 0 && duration > 0).then(|| duration as f64 / f64::from(timescale))
}

/// Returns true if the file ends before its movie header. Most recorders write the header last, when the recording
/// stops.
pub(super) fn is_cut_off(file: &mut (impl Read + Seek)) -> bool {
    let mut has = |kind: &[u8; 4]| file.rewind().is_ok() && find(file, *kind).is_some();
    let mut head = [0; 8];
    // HEIF images have the same boxes, but a `meta` box instead of a movie header.
    let is_recording = has(b"mdat") && !has(b"moov") && !has(b"meta");
    is_recording && file.rewind().is_ok() && file.read_exact(&mut head).is_ok() && head.ends_with(b"ftyp")
}

/// Seeks to the content of the next box of this kind.
fn find(file: &mut (impl Read + Seek), kind: [u8; 4]) -> Option<()> {
    find_with_size(file, kind).map(drop)
}

/// Works like [`find`], and returns the size of the content in bytes: `u64::MAX` if the box extends to the end of the
/// file.
pub(super) fn find_with_size(file: &mut (impl Read + Seek), kind: [u8; 4]) -> Option<u64> {
    for _ in 0..MAX_BOXES {
        let mut header = [0; 8];
        file.read_exact(&mut header).ok()?;
        let [s0, s1, s2, s3, found @ ..] = header;
        let rest = match u32::from_be_bytes([s0, s1, s2, s3]) {
            0 if found == kind => Some(u64::MAX),
            1 => {
                let mut long = [0; 8];
                file.read_exact(&mut long).ok()?;
                u64::from_be_bytes(long).checked_sub(16)
            }
            short => u64::from(short).checked_sub(8),
        }?;
        if found == kind {
            return Some(rest);
        }
        file.seek(SeekFrom::Current(i64::try_from(rest).ok()?)).ok()?;
    }
    None
}
