//! One decoder for all codecs: Symphonia, and a separate decoder for Opus, which Symphonia lacks.

use ropus::OpusMSDecoder;
use symphonia::core::codecs::audio::well_known::{CODEC_ID_AAC, CODEC_ID_MP3, CODEC_ID_OPUS, CODEC_ID_VORBIS};
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia::core::packet::Packet;

use super::aac;

/// Sample rate of decoded Opus, in Hz.
const OPUS_RATE: u32 = 48_000;

/// Maximum number of frames in an Opus packet: 120 ms.
const OPUS_MAX_FRAMES: usize = 5760;

/// Maximum number of channels. RFC 7845 defines mappings of up to 8 channels for playback.
const OPUS_MAX_CHANNELS: u8 = 8;

/// Error: a packet cannot be decoded.
#[derive(Debug)]
pub(super) struct Undecodable;

/// A decoded packet: interleaved samples, roughly between -1 and 1.
#[derive(Debug)]
pub(super) struct DecodedPacket<'a> {
    pub(super) samples: &'a [f32],
    pub(super) channels: usize,
    pub(super) sample_rate: u32,
}

impl DecodedPacket<'_> {
    pub(super) fn secs(&self) -> f64 {
        (self.samples.len() / self.channels.max(1)) as f64 / f64::from(self.sample_rate.max(1))
    }
}

/// Decodes packet by packet. Does not trim encoder delay and padding.
pub(super) struct Decoder {
    codec: Codec,
    /// Number of packets after a gap that may fail to decode or sound wrong, because they depend on earlier packets.
    warm_up: u32,
    samples: Vec<f32>,
}

enum Codec {
    Symphonia(Box<dyn AudioDecoder>),
    Opus { decoder: Box<OpusMSDecoder>, head: OpusHead, pcm: Vec<i16> },
}

impl Decoder {
    /// Returns `None` if the codec is not supported.
    pub(super) fn new(params: &AudioCodecParameters) -> Option<Self> {
        let warm_up = match params.codec {
            // An MP3 frame can use the bit reservoir of up to nine earlier frames.
            CODEC_ID_MP3 => 10,
            // The first half of a packet overlaps with the second half of the previous one.
            CODEC_ID_AAC | CODEC_ID_OPUS | CODEC_ID_VORBIS => 1,
            _ => 0,
        };
        let codec = if params.codec == CODEC_ID_OPUS { opus(params)? } else { Codec::Symphonia(symphonia(params)?) };
        Some(Self { codec, warm_up, samples: Vec::new() })
    }

    pub(super) fn warm_up_packets(&self) -> u32 {
        self.warm_up
    }

    /// Discards the state, because the next packet does not follow the last one.
    pub(super) fn reset(&mut self) {
        match &mut self.codec {
            Codec::Symphonia(decoder) => decoder.reset(),
            Codec::Opus { decoder, head, .. } => {
                if let Some(fresh) = head.decoder() {
                    *decoder = fresh;
                }
            }
        }
    }

    pub(super) fn decode(&mut self, packet: &Packet) -> Result<DecodedPacket<'_>, Undecodable> {
        self.samples.clear();
        match &mut self.codec {
            Codec::Symphonia(decoder) => {
                let block = decoder.decode(packet).map_err(|_| Undecodable)?;
                block.copy_to_vec_interleaved(&mut self.samples);
                let spec = block.spec();
                Ok(DecodedPacket {
                    samples: &self.samples,
                    channels: spec.channels().count(),
                    sample_rate: spec.rate(),
                })
            }
            Codec::Opus { decoder, head, pcm } => {
                let channels = usize::from(head.channels);
                let length = i32::try_from(packet.data.len()).map_err(|_| Undecodable)?;
                let max_frames = i32::try_from(OPUS_MAX_FRAMES).map_err(|_| Undecodable)?;
                // The decoder would treat an empty packet as lost and synthesize sound for it.
                let data = Some(&packet.data[..]).filter(|data| !data.is_empty()).ok_or(Undecodable)?;
                let frames = decoder.decode(Some(data), length, pcm, max_frames, false).map_err(|_| Undecodable)?;
                let frames = usize::try_from(frames).map_err(|_| Undecodable)?;
                let decoded = pcm.get(..frames * channels).ok_or(Undecodable)?;
                self.samples.extend(decoded.iter().map(|sample| f32::from(*sample) / 32_768.0));
                Ok(DecodedPacket { samples: &self.samples, channels, sample_rate: OPUS_RATE })
            }
        }
    }
}

fn symphonia(params: &AudioCodecParameters) -> Option<Box<dyn AudioDecoder>> {
    let make = |params: &AudioCodecParameters| {
        symphonia::default::get_codecs().make_audio_decoder(params, &AudioDecoderOptions::default().gapless(false)).ok()
    };
    make(params).or_else(|| {
        if params.codec != CODEC_ID_AAC {
            return None;
        }
        let mut core = params.clone();
        core.extra_data = Some(Box::new(aac::core_config(params.extra_data.as_deref()?)?));
        make(&core)
    })
}

/// Identification header of an Opus recording (RFC 7845), which maps its streams to channels.
struct OpusHead {
    channels: u8,
    streams: u8,
    coupled: u8,
    mapping: Vec<u8>,
}

impl OpusHead {
    fn read(header: &[u8]) -> Option<Self> {
        let (channels, family) = (*header.get(9)?, *header.get(18)?);
        let (streams, coupled, mapping) = match (family, channels) {
            (0, 1 | 2) => (1, channels - 1, vec![0, 1]),
            (1, 1..=OPUS_MAX_CHANNELS) => {
                (*header.get(19)?, *header.get(20)?, header.get(21..21 + usize::from(channels))?.to_vec())
            }
            _ => return None,
        };
        Some(Self { channels, streams, coupled, mapping })
    }

    fn decoder(&self) -> Option<Box<OpusMSDecoder>> {
        let rate = i32::try_from(OPUS_RATE).ok()?;
        OpusMSDecoder::new(rate, self.channels.into(), self.streams.into(), self.coupled.into(), &self.mapping)
            .ok()
            .map(Box::new)
    }
}

fn opus(params: &AudioCodecParameters) -> Option<Codec> {
    let head = OpusHead::read(params.extra_data.as_deref()?)?;
    let decoder = head.decoder()?;
    let pcm = vec![0; OPUS_MAX_FRAMES * usize::from(head.channels)];
    Some(Codec::Opus { decoder, head, pcm })
}
