//! Finds the silences of a recording.

use inspect::audio::{SILENCE_MIN_MS, SILENCES_MAX};

/// Duration of a block, in milliseconds. Times of silences are multiples of it.
const BLOCK_MS: u32 = 10;

/// Distance of the threshold below the integrated loudness, in dB. Room noise and breathing are quieter than the
/// threshold, and quiet words louder.
const BELOW_LOUDNESS_DB: f64 = 24.0;

/// Range of the threshold, in dB of full scale.
const THRESHOLD_MIN_DB: f64 = -70.0;
const THRESHOLD_MAX_DB: f64 = -35.0;

/// Greatest amplitude in every block.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    blocks: Vec<f32>,
    /// Number of frames added so far, at the sample rate of the recording.
    frames: u64,
}

impl Envelope {
    pub(super) fn add(&mut self, samples: &[f32], channels: usize, rate: u32) {
        for frame in samples.chunks_exact(channels) {
            let block = self.frames.saturating_mul(u64::from(1000 / BLOCK_MS)) / u64::from(rate.max(1));
            let block = usize::try_from(block).unwrap_or(usize::MAX);
            if block >= self.blocks.len() {
                self.blocks.push(0.0);
            }
            if let Some(peak) = self.blocks.last_mut() {
                *peak = frame.iter().fold(*peak, |peak, sample| peak.max(sample.abs()));
            }
            self.frames += 1;
        }
    }

    /// Returns the start and end of each silence of at least [`SILENCE_MIN_MS`], in milliseconds and in order. If there
    /// are more than [`SILENCES_MAX`], returns only the longest. `loudness` is that of the whole recording, in LUFS.
    pub(super) fn silences(&self, loudness: Option<f64>) -> Vec<(u32, u32)> {
        let threshold = threshold(loudness);
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut at = 0_u32;
        for run in self.blocks.chunk_by(|one, next| (f64::from(*one) < threshold) == (f64::from(*next) < threshold)) {
            let end = at.saturating_add(u32::try_from(run.len()).unwrap_or(u32::MAX).saturating_mul(BLOCK_MS));
            if f64::from(run[0]) < threshold && end - at >= SILENCE_MIN_MS {
                found.push((at, end));
            }
            at = end;
        }
        if found.len() > SILENCES_MAX {
            found.sort_by_key(|(start, end)| std::cmp::Reverse(end - start));
            found.truncate(SILENCES_MAX);
            found.sort_unstable();
        }
        found
    }
}

/// Returns the amplitude below which there is silence.
fn threshold(loudness: Option<f64>) -> f64 {
    let db = loudness.map_or(THRESHOLD_MIN_DB, |lufs| lufs - BELOW_LOUDNESS_DB);
    10_f64.powf(db.clamp(THRESHOLD_MIN_DB, THRESHOLD_MAX_DB) / 20.0)
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "the numbers are small")]
mod tests {
    use super::*;

    const RATE: u32 = 8000;

    fn heard(parts: &[(f64, f32)]) -> Envelope {
        let mut envelope = Envelope::default();
        for (secs, loudness) in parts {
            let count = (secs * f64::from(RATE)) as usize;
            let samples: Vec<f32> = (0..count * 2).map(|n| if n % 4 < 2 { *loudness } else { -loudness }).collect();
            envelope.add(&samples, 2, RATE);
        }
        envelope
    }

    #[test]
    fn silences_of_at_least_the_minimum_are_found_with_their_times() {
        let envelope = heard(&[(1.5, 0.2), (1.2, 0.001), (0.5, 0.2), (0.3, 0.0), (0.5, 0.2), (2.0, 0.0)]);
        assert_eq!(envelope.silences(Some(-20.0)), [(1500, 2700), (4000, 6000)]);
    }

    #[test]
    fn the_threshold_follows_the_loudness_of_the_recording() {
        let envelope = heard(&[(2.0, 0.2), (2.0, 0.004)]);
        assert_eq!(envelope.silences(Some(-20.0)), [(2000, 4000)], "-48 dB is silence in a loud recording");
        assert_eq!(envelope.silences(Some(-40.0)), [], "-48 dB is a voice in a quiet recording");
    }

    #[test]
    fn only_the_longest_silences_are_returned() {
        let parts: Vec<(f64, f32)> =
            (0..SILENCES_MAX + 10).flat_map(|n| [(0.02, 0.2), (if n < 10 { 1.0 } else { 1.1 }, 0.0)]).collect();
        let silences = heard(&parts).silences(Some(-20.0));
        assert_eq!(silences.len(), SILENCES_MAX);
        assert!(silences.is_sorted() && silences.iter().all(|(start, end)| end - start == 1100));
    }
}
