//! Playing time of an MP4 file, which is slightly shorter than its packets.

use std::io::{Read, Seek, SeekFrom};

/// Boxes looked at before giving up.
const MAX_BOXES: usize = 10_000;

/// The duration in the movie header, in seconds. Encoders start and end with packets that are only partly sound, and
/// say by an edit list, which the movie header sums up, what of them is to be played. None if there is none or it is
/// broken.
///
/// Reads a few bytes of every box on the top level.
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

/// Whether the file ends before its movie header. Most recorders write it last, when the recording is over.
pub(super) fn is_cut_off(file: &mut (impl Read + Seek)) -> bool {
    let mut has = |kind: &[u8; 4]| file.rewind().is_ok() && find(file, *kind).is_some();
    let mut head = [0; 8];
    // Pictures have the boxes of sound, but a list of their parts instead of a movie header.
    let is_recording = has(b"mdat") && !has(b"moov") && !has(b"meta");
    is_recording && file.rewind().is_ok() && file.read_exact(&mut head).is_ok() && head.ends_with(b"ftyp")
}

/// Goes to the beginning of what the next box of this kind holds.
fn find(file: &mut (impl Read + Seek), kind: [u8; 4]) -> Option<()> {
    for _ in 0..MAX_BOXES {
        let mut header = [0; 8];
        file.read_exact(&mut header).ok()?;
        let [s0, s1, s2, s3, found @ ..] = header;
        if found == kind {
            return Some(());
        }
        let (size, header_size) = match u32::from_be_bytes([s0, s1, s2, s3]) {
            1 => {
                let mut long = [0; 8];
                file.read_exact(&mut long).ok()?;
                (u64::from_be_bytes(long), 16)
            }
            short => (u64::from(short), 8),
        };
        let rest = size.checked_sub(header_size)?;
        file.seek(SeekFrom::Current(i64::try_from(rest).ok()?)).ok()?;
    }
    None
}
