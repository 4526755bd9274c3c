//! Waveform of a recording: which parts are decoded, and their loudness.

use inspect::audio::PEAK_COUNT;

/// Maximum duration that is decoded, in seconds. In longer recordings, an equal part of it is decoded at the start of
/// every peak.
const DECODED_SECS: f64 = 1800.0;

/// Duration at the end of a recording that is always decoded, in seconds.
const END_SECS: f64 = 2.0;

/// Maximum amplitude of a sample. Larger ones occur in damaged float recordings.
const LOUDEST_SAMPLE: f64 = 8.0;

/// Which parts of a recording are decoded.
#[derive(Debug, Clone, Copy)]
pub(super) struct DecodePlan {
    total_secs: f64,
    /// Duration that is decoded at the start of every peak, in seconds.
    window_secs: f64,
    peak_secs: f64,
}

impl DecodePlan {
    pub(super) fn new(total_secs: f64) -> Self {
        let peak_secs = total_secs / peaks_f64();
        let window_secs = if total_secs > DECODED_SECS { DECODED_SECS / peaks_f64() } else { peak_secs };
        Self { total_secs, window_secs, peak_secs }
    }

    /// Returns true if the packet between these times, in seconds, should be decoded.
    pub(super) fn includes(&self, start_secs: f64, end_secs: f64) -> bool {
        if self.window_secs >= self.peak_secs || end_secs > self.total_secs - END_SECS {
            return true;
        }
        let into = start_secs.max(0.0) % self.peak_secs;
        into < self.window_secs || into + (end_secs - start_secs) > self.peak_secs
    }
}

/// Accumulates the loudness of every peak.
#[derive(Debug)]
pub(super) struct Waveform {
    peak_secs: f64,
    squares: Vec<f64>,
    samples: Vec<u64>,
}

impl Waveform {
    pub(super) fn new(total_secs: f64) -> Self {
        Self { peak_secs: total_secs / peaks_f64(), squares: vec![0.0; PEAK_COUNT], samples: vec![0; PEAK_COUNT] }
    }

    /// Adds the samples decoded from `start_secs` on. Samples before the start and after the end of the recording are
    /// ignored: encoders add them to the first and last packets.
    pub(super) fn add(&mut self, start_secs: f64, interleaved: &[f32], channels: usize, sample_rate: u32) {
        let (channels, rate) = (channels.max(1), f64::from(sample_rate));
        let mut rest = interleaved;
        let mut at_secs = start_secs;
        while !rest.is_empty() {
            // Number of frames until the next peak starts.
            let (peak, until_secs) = self.peak_at(at_secs);
            let frames = as_count(((until_secs - at_secs) * rate).ceil()).max(1);
            let (now, later) = rest.split_at(frames.saturating_mul(channels).min(rest.len()));
            if let Some(peak) = peak {
                self.squares[peak] += now.iter().map(|sample| square(*sample)).sum::<f64>();
                self.samples[peak] += now.len() as u64;
            }
            rest = later;
            at_secs += frames as f64 / rate;
        }
    }

    /// Returns the peak at this time, if any, and its end in seconds.
    fn peak_at(&self, at_secs: f64) -> (Option<usize>, f64) {
        let peak = (at_secs / self.peak_secs).floor();
        if peak < 0.0 {
            return (None, 0.0);
        }
        if peak >= peaks_f64() {
            return (None, f64::INFINITY);
        }
        (Some(as_count(peak)), (peak + 1.0) * self.peak_secs)
    }

    /// Returns the mean loudness of every peak, scaled so that the loudest is 255. A peak without decoded samples
    /// repeats the previous one.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut last = 0.0;
        let loudness: Vec<f64> = self
            .squares
            .iter()
            .zip(&self.samples)
            .map(|(squares, samples)| {
                if *samples > 0 {
                    last = (squares / *samples as f64).sqrt();
                }
                last
            })
            .collect();
        let loudest = loudness.iter().copied().fold(0.0, f64::max);
        loudness.iter().map(|one| as_byte(one / loudest)).collect()
    }
}

fn square(sample: f32) -> f64 {
    let loudness = if sample.is_finite() { f64::from(sample).abs().min(LOUDEST_SAMPLE) } else { 0.0 };
    loudness * loudness
}

#[expect(clippy::cast_possible_truncation, reason = "such a cast ends at the limits of the type")]
fn as_count(count: f64) -> usize {
    count as usize
}

fn peaks_f64() -> f64 {
    PEAK_COUNT as f64
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to what fits; silence divides by 0 and becomes 0")]
fn as_byte(share: f64) -> u8 {
    (share * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 8000;

    fn tone(secs: f64, loudness: f32) -> Vec<f32> {
        let count = as_count(secs * f64::from(RATE));
        (0..count).map(|n| if n % 2 == 0 { loudness } else { -loudness }).collect()
    }

    #[test]
    fn peaks_follow_loudness_and_the_loudest_is_255() {
        let mut waveform = Waveform::new(10.0);
        waveform.add(0.0, &tone(5.0, 0.1), 1, RATE);
        waveform.add(5.0, &tone(5.0, 0.2), 1, RATE);
        let peaks = waveform.finish();
        assert_eq!(peaks.len(), PEAK_COUNT);
        assert!(peaks[..500].iter().all(|peak| (127..=128).contains(peak)), "{:?}", &peaks[..500]);
        assert!(peaks[500..].iter().all(|peak| *peak == 255));
    }

    #[test]
    fn peaks_consider_all_channels() {
        let mut waveform = Waveform::new(1.0);
        let one_side: Vec<f32> = tone(0.5, 0.5).into_iter().flat_map(|sample| [sample, 0.0]).collect();
        waveform.add(0.0, &one_side, 2, RATE);
        waveform.add(0.5, &tone(1.0, 0.5), 2, RATE);
        let peaks = waveform.finish();
        assert_eq!((peaks[100], peaks[900]), (180, 255));
    }

    #[test]
    fn silence_and_invalid_samples_give_a_flat_waveform() {
        let mut waveform = Waveform::new(1.0);
        waveform.add(0.0, &[0.0, f32::NAN, -0.0], 1, RATE);
        assert!(waveform.finish().iter().all(|peak| *peak == 0));
    }

    #[test]
    fn samples_outside_the_duration_are_ignored() {
        let mut waveform = Waveform::new(1.0);
        waveform.add(-0.5, &tone(0.5, 1.0), 1, RATE);
        waveform.add(0.0, &tone(1.0, 0.1), 1, RATE);
        waveform.add(1.0, &tone(0.5, 1.0), 1, RATE);
        assert!(waveform.finish().iter().all(|peak| *peak == 255));
    }

    #[test]
    fn a_peak_without_samples_repeats_the_previous_peak() {
        let mut waveform = Waveform::new(0.05);
        waveform.add(0.0, &[0.5, 1.0], 1, 40);
        let peaks = waveform.finish();
        assert_eq!((peaks[0], peaks[499], peaks[500], peaks[999]), (128, 128, 255, 255));
    }

    #[test]
    fn recordings_of_up_to_half_an_hour_are_decoded_fully_and_longer_ones_in_parts() {
        let short = DecodePlan::new(1800.0);
        assert!((0..1800).all(|sec| short.includes(f64::from(sec), f64::from(sec) + 0.02)));

        let long = DecodePlan::new(18_000.0);
        let wanted = (0..180_000).filter(|tenth| {
            let start = f64::from(*tenth) / 10.0;
            long.includes(start, start + 0.1)
        });
        let secs = wanted.count() / 10;
        assert!((1800..2010).contains(&secs), "{secs} of 18000 s are decoded");
        assert!(long.includes(0.0, 0.1) && long.includes(9000.0, 9000.1) && long.includes(17_999.0, 17_999.1));
        assert!(long.includes(10.0, 20.0), "a packet longer than the pause between two windows");
    }
}
