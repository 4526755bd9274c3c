//! Writes Opus packets as an MP4 file: ISO/IEC 14496-12 and *Encapsulation of Opus in ISO Base Media File Format* 0.8.
//!
//! The header is at the start of the file and contains the position of every packet, so browsers seek without reading
//! further. An edit list excludes the samples that the encoder adds at the start and at the end.

/// Ticks per second of all times in the file: the sample rate of Opus.
const TIMESCALE: u32 = 48_000;

/// Number of packets in a chunk: 3 s. Browsers may read whole chunks.
const CHUNK_PACKETS: u32 = 50;

/// Number of packets that a decoder needs before it sounds right: at least 80 ms, so two packets of 60 ms.
const ROLL_PACKETS: i16 = -2;

/// Language code `und`, packed as in ISO/IEC 14496-12.
const LANGUAGE: u16 = 0x55c4;

/// Unity matrix of `mvhd` and `tkhd`.
const MATRIX: [u32; 9] = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000];

/// A file under construction.
pub(super) struct Mp4 {
    channels: u8,
    /// Number of samples that the encoder adds at the start.
    pre_skip: u16,
    /// Number of samples in every packet.
    packet_samples: u32,
    sizes: Vec<u32>,
    data: Vec<u8>,
}

impl Mp4 {
    pub(super) fn new(channels: u8, pre_skip: u16, packet_samples: u32) -> Self {
        Self { channels, pre_skip, packet_samples, sizes: Vec::new(), data: Vec::new() }
    }

    /// Adds a packet.
    pub(super) fn add(&mut self, packet: &[u8]) {
        self.sizes.push(u32::try_from(packet.len()).unwrap_or(0));
        self.data.extend_from_slice(packet);
    }

    /// Returns the number of samples in all packets.
    pub(super) fn samples(&self) -> u64 {
        self.sizes.len() as u64 * u64::from(self.packet_samples)
    }

    /// Returns the approximate size of the file, in bytes.
    pub(super) fn size_bytes(&self) -> usize {
        self.data.len() + self.sizes.len() * 4
    }

    /// Returns the finished file. Players play `played_samples` of its samples.
    pub(super) fn finish(self, played_samples: u64) -> Vec<u8> {
        let ftyp = boxed(b"ftyp", |out| {
            out.extend_from_slice(b"isom");
            put32(out, 0x200);
            out.extend_from_slice(b"isomiso2mp41");
        });
        // The header contains the position of the data, which depends on the size of the header. A header with position
        // 0 has the same size.
        let header_bytes = ftyp.len() + self.moov(played_samples, 0).len() + 8;
        let moov = self.moov(played_samples, u32::try_from(header_bytes).unwrap_or(u32::MAX));
        let mut file = ftyp;
        file.reserve(moov.len() + self.data.len() + 8);
        file.extend_from_slice(&moov);
        put32(&mut file, u32::try_from(self.data.len() + 8).unwrap_or(u32::MAX));
        file.extend_from_slice(b"mdat");
        file.extend_from_slice(&self.data);
        file
    }

    fn moov(&self, played_samples: u64, data_start: u32) -> Vec<u8> {
        let played = u32::try_from(played_samples).unwrap_or(u32::MAX);
        let whole = u32::try_from(self.samples()).unwrap_or(u32::MAX);
        boxed(b"moov", |out| {
            out.extend(full(b"mvhd", 0, 0, |out| {
                put32(out, 0);
                put32(out, 0);
                put32(out, TIMESCALE);
                put32(out, played);
                put32(out, 0x0001_0000);
                put16(out, 0x0100);
                out.extend_from_slice(&[0; 10]);
                MATRIX.iter().for_each(|one| put32(out, *one));
                out.extend_from_slice(&[0; 24]);
                put32(out, 2);
            }));
            out.extend(boxed(b"trak", |out| {
                // Enabled, and part of the presentation.
                out.extend(full(b"tkhd", 0, 3, |out| {
                    put32(out, 0);
                    put32(out, 0);
                    put32(out, 1);
                    put32(out, 0);
                    put32(out, played);
                    out.extend_from_slice(&[0; 12]);
                    put16(out, 0x0100);
                    put16(out, 0);
                    MATRIX.iter().for_each(|one| put32(out, *one));
                    put32(out, 0);
                    put32(out, 0);
                }));
                out.extend(boxed(b"edts", |out| {
                    out.extend(full(b"elst", 0, 0, |out| {
                        put32(out, 1);
                        put32(out, played);
                        put32(out, u32::from(self.pre_skip));
                        put32(out, 0x0001_0000);
                    }));
                }));
                out.extend(self.mdia(whole, data_start));
            }));
        })
    }

    fn mdia(&self, duration: u32, data_start: u32) -> Vec<u8> {
        boxed(b"mdia", |out| {
            out.extend(full(b"mdhd", 0, 0, |out| {
                put32(out, 0);
                put32(out, 0);
                put32(out, TIMESCALE);
                put32(out, duration);
                put16(out, LANGUAGE);
                put16(out, 0);
            }));
            out.extend(full(b"hdlr", 0, 0, |out| {
                put32(out, 0);
                out.extend_from_slice(b"soun");
                out.extend_from_slice(&[0; 12]);
                out.extend_from_slice(b"sound\0");
            }));
            out.extend(boxed(b"minf", |out| {
                out.extend(full(b"smhd", 0, 0, |out| put32(out, 0)));
                out.extend(boxed(b"dinf", |out| {
                    out.extend(full(b"dref", 0, 0, |out| {
                        put32(out, 1);
                        // The data is in this file.
                        out.extend(full(b"url ", 0, 1, |_| {}));
                    }));
                }));
                out.extend(self.stbl(data_start));
            }));
        })
    }

    fn stbl(&self, data_start: u32) -> Vec<u8> {
        let count = u32::try_from(self.sizes.len()).unwrap_or(u32::MAX);
        let (whole, rest) = (count / CHUNK_PACKETS, count % CHUNK_PACKETS);
        boxed(b"stbl", |out| {
            out.extend(full(b"stsd", 0, 0, |out| {
                put32(out, 1);
                out.extend(self.sample_entry());
            }));
            out.extend(full(b"stts", 0, 0, |out| {
                put32(out, 1);
                put32(out, count);
                put32(out, self.packet_samples);
            }));
            out.extend(full(b"stsc", 0, 0, |out| {
                let full_chunks = (whole > 0).then_some((1, CHUNK_PACKETS));
                let last_chunk = (rest > 0).then_some((whole + 1, rest));
                put32(out, u32::from(whole > 0) + u32::from(rest > 0));
                for (first, packets) in full_chunks.into_iter().chain(last_chunk) {
                    put32(out, first);
                    put32(out, packets);
                    put32(out, 1);
                }
            }));
            out.extend(full(b"stsz", 0, 0, |out| {
                put32(out, 0);
                put32(out, count);
                self.sizes.iter().for_each(|size| put32(out, *size));
            }));
            out.extend(full(b"stco", 0, 0, |out| {
                let chunks = self.sizes.chunks(CHUNK_PACKETS as usize);
                put32(out, u32::try_from(chunks.len()).unwrap_or(0));
                let mut position = data_start;
                for chunk in chunks {
                    put32(out, position);
                    position = chunk.iter().fold(position, |at, size| at.saturating_add(*size));
                }
            }));
            out.extend(full(b"sgpd", 1, 0, |out| {
                out.extend_from_slice(b"roll");
                put32(out, 2);
                put32(out, 1);
                out.extend_from_slice(&ROLL_PACKETS.to_be_bytes());
            }));
            out.extend(full(b"sbgp", 0, 0, |out| {
                out.extend_from_slice(b"roll");
                put32(out, 1);
                put32(out, count);
                put32(out, 1);
            }));
        })
    }

    fn sample_entry(&self) -> Vec<u8> {
        boxed(b"Opus", |out| {
            out.extend_from_slice(&[0; 6]);
            put16(out, 1);
            out.extend_from_slice(&[0; 8]);
            put16(out, u16::from(self.channels));
            put16(out, 16);
            put32(out, 0);
            put32(out, TIMESCALE << 16);
            out.extend(boxed(b"dOps", |out| {
                out.push(0);
                out.push(self.channels);
                put16(out, self.pre_skip);
                put32(out, TIMESCALE);
                put16(out, 0);
                out.push(0);
            }));
        })
    }
}

/// Returns a box with this content.
fn boxed(name: &[u8; 4], write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = vec![0; 4];
    out.extend_from_slice(name);
    write(&mut out);
    let size = u32::try_from(out.len()).unwrap_or(u32::MAX);
    out[..4].copy_from_slice(&size.to_be_bytes());
    out
}

/// Returns a box with a version and flags.
fn full(name: &[u8; 4], version: u8, flags: u32, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    boxed(name, |out| {
        put32(out, u32::from(version) << 24 | flags);
        write(out);
    })
}

fn put16(out: &mut Vec<u8>, number: u16) {
    out.extend_from_slice(&number.to_be_bytes());
}

fn put32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}
