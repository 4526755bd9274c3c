//! Locates the samples in a WAV file, even if its header is damaged.
//!
//! Programs leave sizes at 0 when they stream or crash, miscount them, and omit the padding byte of chunks with an odd
//! size. Decoders disagree about such files, so the samples get a new plain header before any decoder reads them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use bytes::Bytes;
use inspect::audio::{Repair, RepairSegment};
use symphonia::core::io::MediaSource;

/// Maximum size of a format chunk, in bytes.
const FORMAT_MAX_BYTES: u32 = 1024;

/// Maximum number of chunks before the samples.
const CHUNKS_MAX: usize = 1000;

/// Minimum size that means "unknown": streaming programs write such a size into the header at the start. No accepted
/// file is that large.
const STREAMED_BYTES: u32 = 0x7fff_0000;

/// Positions of the parts of a WAV file.
pub(super) struct Wav {
    format: Vec<u8>,
    /// Offset of the first sample, in bytes.
    start: u64,
    /// Size of the samples in the file, in bytes.
    bytes: u64,
    /// Size of the samples according to the header, in bytes. Equals `bytes` if the header has none.
    promised_bytes: u64,
    /// True if all programs interpret the header in the same way.
    is_plain: bool,
}

impl Wav {
    /// Locates the format and the samples. Returns `None` if the file is not a WAV file or lacks one of them.
    pub(super) fn find(mut file: &File) -> Option<Self> {
        let file_bytes = file.metadata().ok()?.len();
        file.rewind().ok()?;
        let mut head = [0; 12];
        file.read_exact(&mut head).ok()?;
        let [b'R', second, third, fourth, riff_bytes @ .., b'W', b'A', b'V', b'E'] = head else { return None };
        // RF64 stores 64-bit sizes in a separate chunk. Recorders also write it for short files.
        if !matches!(&[second, third, fourth], b"IFF" | b"F64") {
            return None;
        }
        let riff_end = u64::from(u32::from_le_bytes(riff_bytes)) + 8;
        let mut is_plain = riff_end == file_bytes || riff_end + 1 == file_bytes;
        let (mut format, mut large_bytes) = (None, None);
        let mut at = 12;
        for _ in 0..CHUNKS_MAX {
            let (name, size) = chunk(file, at)?;
            let start = at + 8;
            match &name {
                b"fmt " if size <= FORMAT_MAX_BYTES => {
                    let mut bytes = vec![0; usize::try_from(size).ok()?];
                    file.read_exact(&mut bytes).ok()?;
                    format = Some(bytes);
                }
                b"ds64" if (16..=FORMAT_MAX_BYTES).contains(&size) => {
                    let mut sizes = [0; 16];
                    file.read_exact(&mut sizes).ok()?;
                    let [_, _, _, _, _, _, _, _, data @ ..] = sizes;
                    large_bytes = Some(u64::from_le_bytes(data)).filter(|bytes| *bytes > 0);
                }
                b"data" => {
                    let rest = file_bytes.saturating_sub(start);
                    let is_unknown = size >= STREAMED_BYTES || size == 0 && riff_end != start;
                    let promised_bytes = if is_unknown { large_bytes.unwrap_or(rest) } else { u64::from(size) };
                    let bytes = rest.min(promised_bytes);
                    is_plain &= !is_unknown;
                    return Some(Self { format: format?, start, bytes, promised_bytes, is_plain });
                }
                _ => {}
            }
            let end = start + u64::from(size);
            at = end + u64::from(size % 2);
            if size % 2 == 1
                && chunk(file, at).is_none_or(|(name, _)| !is_name(name))
                && chunk(file, end).is_some_and(|(name, _)| is_name(name))
            {
                at = end;
                is_plain = false;
            }
        }
        None
    }

    /// Returns the samples with a plain header that declares the original size.
    pub(super) fn open(self, file: File) -> io::Result<PlainWav> {
        let head = self.head(self.promised_bytes);
        let mut plain = PlainWav { head, file, start: self.start, bytes: self.bytes, at: 0 };
        plain.rewind()?;
        Ok(plain)
    }

    /// Returns the repair that browsers need, or `None` if they can play the unchanged file.
    pub(super) fn repair(&self) -> Option<Repair> {
        let head = Bytes::from(self.head(self.bytes));
        (!self.is_plain).then(|| Repair {
            header: head,
            pieces: vec![RepairSegment::OriginalBytes(self.start, self.start + self.bytes)],
        })
    }

    fn head(&self, data_bytes: u64) -> Vec<u8> {
        let size = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes();
        let mut format = self.format.clone();
        // Symphonia requires the extension size field for A-law and µ-law.
        if matches!(format.get(..2), Some([6 | 7, 0])) && format.len() == 16 {
            format.extend([0, 0]);
        }
        let format_bytes = format.len() as u64;
        format.resize(format.len().next_multiple_of(2), 0);
        let riff_bytes = 4 + 8 + format.len() as u64 + 8 + data_bytes;
        [&b"RIFF"[..], &size(riff_bytes), b"WAVEfmt ", &size(format_bytes), &format, b"data", &size(data_bytes)]
            .concat()
    }
}

/// Returns the name and size of the chunk at this offset. Afterwards, the file position is at the content of the chunk.
fn chunk(mut file: &File, at: u64) -> Option<([u8; 4], u32)> {
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut head = [0; 8];
    file.read_exact(&mut head).ok()?;
    let [name @ .., s0, s1, s2, s3] = head;
    Some((name, u32::from_le_bytes([s0, s1, s2, s3])))
}

/// Returns true if these bytes can be the name of a chunk.
fn is_name(name: [u8; 4]) -> bool {
    name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ')
}

/// A WAV file with a rebuilt header before its samples.
pub(super) struct PlainWav {
    head: Vec<u8>,
    file: File,
    start: u64,
    bytes: u64,
    at: u64,
}

impl Read for PlainWav {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let head_bytes = self.head.len() as u64;
        let read =
            match usize::try_from(self.at).ok().and_then(|at| self.head.get(at..)).filter(|head| !head.is_empty()) {
                Some(mut head) => head.read(buffer)?,
                None => {
                    let rest = (head_bytes + self.bytes).saturating_sub(self.at);
                    self.file.by_ref().take(rest).read(buffer)?
                }
            };
        self.at += read as u64;
        if self.at == head_bytes {
            self.file.seek(SeekFrom::Start(self.start))?;
        }
        Ok(read)
    }
}

impl Seek for PlainWav {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let head_bytes = self.head.len() as u64;
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => (head_bytes + self.bytes).checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        self.file.seek(SeekFrom::Start(self.start + self.at.saturating_sub(head_bytes)))?;
        Ok(self.at)
    }
}

impl MediaSource for PlainWav {
    fn is_seekable(&self) -> bool {
        true
    }

    fn byte_len(&self) -> Option<u64> {
        Some(self.head.len() as u64 + self.bytes)
    }
}
