//! Decides whether a recording is speech or music, and whether its channels agree.

use ropus::OPUS_APPLICATION_AUDIO;
use ropus::celt::modes::MODE_48000_960_120;
use ropus::opus::analysis::{AnalysisInfo, TonalityAnalysisState, run_analysis, tonality_analysis_init};

use super::resample::{OPUS_RATE, Resampler};

/// Samples per analysed frame: 20 ms.
const FRAME: usize = 960;
const FRAME_I32: i32 = 960;
const RATE_I32: i32 = 48_000;

/// Average probability from which a recording is encoded as music. Ten spoken recordings had 0.003 to 0.016, and two
/// synthetic pieces of music 0.98. The limit is low, because music at the bit rate of speech sounds bad, while speech
/// at the bit rate of music only needs more bytes.
const MUSIC_MIN: f64 = 0.25;

/// Maximum energy of the difference of two channels that agree, as a share of the energy of both: -20 dB.
const DIFFERENCE_MAX: f64 = 0.01;

/// Maximum energy of a silent channel, as a share of the energy of the louder channel: -50 dB.
const SILENT_MAX: f64 = 0.00001;

/// Relation between the channels of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channels {
    /// One channel, or two with the same sound, whose average is encoded.
    Same,
    /// Two channels, of which only the one with this index has sound.
    Only(usize),
    /// Two channels with different sound.
    Different,
}

/// Measures the signal.
#[derive(Default)]
pub(super) struct Signal {
    /// Energy of the left and the right channel, and of their difference.
    left: f64,
    right: f64,
    difference: f64,
    channels: usize,
    detector: Option<Detector>,
}

impl Signal {
    pub(super) fn add(&mut self, samples: &[f32], channels: usize, rate: u32) {
        self.channels = channels;
        if channels == 2 {
            for (left, right) in
                samples.as_chunks::<2>().0.iter().map(|[left, right]| (f64::from(*left), f64::from(*right)))
            {
                self.left += left * left;
                self.right += right * right;
                self.difference += (left - right) * (left - right);
            }
        }
        if self.detector.is_none() {
            self.detector = Resampler::new(rate).map(Detector::new);
        }
        if let Some(detector) = &mut self.detector {
            detector.add(samples.chunks_exact(channels).map(mean));
        }
    }

    pub(super) fn channel_count(&self) -> usize {
        self.channels
    }

    /// Returns whether music prevails. A recording that cannot be analysed counts as music.
    pub(super) fn is_music(&self) -> bool {
        self.detector.as_ref().and_then(Detector::music).is_none_or(|music| music >= MUSIC_MIN)
    }

    pub(super) fn channels(&self) -> Channels {
        let (quieter, louder) = (self.left.min(self.right), self.left.max(self.right));
        if self.channels != 2 {
            Channels::Same
        } else if quieter <= louder * SILENT_MAX {
            Channels::Only(usize::from(self.right > self.left))
        } else if self.difference <= (self.left + self.right) * DIFFERENCE_MAX {
            Channels::Same
        } else {
            Channels::Different
        }
    }
}

/// The detector of libopus: a small neural network that was trained on speech and music. It sees features of 20 ms of
/// sound, such as its tonality and how its spectrum changes.
struct Detector {
    resampler: Resampler,
    waiting: Vec<f32>,
    state: Box<TonalityAnalysisState>,
    /// Sum of the probabilities of music, weighted with the probabilities of any sound. `active` is the sum of these
    /// weights.
    music: f64,
    active: f64,
}

impl Detector {
    fn new(resampler: Resampler) -> Self {
        let mut state = TonalityAnalysisState::new_boxed();
        tonality_analysis_init(&mut state, RATE_I32);
        state.application = OPUS_APPLICATION_AUDIO;
        Self { resampler, waiting: Vec::new(), state, music: 0.0, active: 0.0 }
    }

    fn add(&mut self, samples: impl Iterator<Item = f32>) {
        self.resampler.add(samples, &mut self.waiting);
        let whole = self.waiting.len() / FRAME * FRAME;
        for frame in self.waiting[..whole].chunks_exact(FRAME) {
            let bytes: Vec<u8> = frame.iter().flat_map(|sample| as_i16(*sample).to_ne_bytes()).collect();
            let mut info = AnalysisInfo::default();
            let (state, rate) = (&mut self.state, RATE_I32);
            // One channel of 16 bits.
            run_analysis(
                state,
                &MODE_48000_960_120,
                Some(&bytes),
                FRAME_I32,
                FRAME_I32,
                0,
                -1,
                1,
                rate,
                16,
                read_i16,
                &mut info,
            );
            if info.valid != 0 {
                let active = f64::from(info.activity_probability);
                self.active += active;
                self.music += active * f64::from(info.music_prob);
            }
        }
        self.waiting.drain(..whole);
    }

    fn music(&self) -> Option<f64> {
        (self.active > 0.0).then(|| self.music / self.active)
    }
}

/// Converts 16-bit samples of one channel to the format of the detector, which is shifted left by 12 bits.
fn read_i16(bytes: &[u8], out: &mut [i32], count: i32, offset: i32, _first: i32, _second: i32, _channels: i32) {
    let (count, offset) = (usize::try_from(count).unwrap_or(0), usize::try_from(offset).unwrap_or(0));
    let samples = bytes.as_chunks::<2>().0.iter().skip(offset).take(count);
    for (slot, sample) in out.iter_mut().zip(samples) {
        *slot = i32::from(i16::from_ne_bytes(*sample)) << 12;
    }
}

/// Returns the average of the channels of one frame.
pub(super) fn mean(frame: &[f32]) -> f32 {
    frame.iter().sum::<f32>() / frame.len().max(1) as f32
}

/// Converts a sample to 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "such a cast ends at the limits of the type")]
pub(super) fn as_i16(sample: f32) -> i16 {
    (sample * 32_768.0).round() as i16
}

const _: () = assert!(OPUS_RATE == 48_000 && FRAME == 960);

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(count: usize, step: f32) -> Vec<f32> {
        (0..count).map(|n| (n as f32 * step).sin() * 0.3).collect()
    }

    fn channels_of(pairs: impl Iterator<Item = [f32; 2]>) -> Channels {
        let mut signal = Signal::default();
        signal.add(&pairs.flatten().collect::<Vec<f32>>(), 2, OPUS_RATE);
        signal.channels()
    }

    #[test]
    fn channels_with_the_same_sound_agree_and_others_do_not() {
        let (one, other) = (tone(4800, 0.05), tone(4800, 0.083));
        let pairs = || one.iter().copied().zip(other.iter().copied());
        assert_eq!(channels_of(pairs().map(|(one, _)| [one, one])), Channels::Same);
        assert_eq!(channels_of(pairs().map(|(one, other)| [one + other * 0.01, one])), Channels::Same);
        assert_eq!(channels_of(pairs().map(|(one, other)| [one, other])), Channels::Different);
        assert_eq!(channels_of(pairs().map(|(one, _)| [one, 0.0])), Channels::Only(0));
        assert_eq!(channels_of(pairs().map(|(one, _)| [0.0, one])), Channels::Only(1));
    }
}
