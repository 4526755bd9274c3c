//! Converts the sample rate to 48 kHz, which all decoders of Opus use.

use std::f64::consts::PI;

/// Sample rate after the conversion, in Hz.
pub(super) const OPUS_RATE: u32 = 48_000;

/// Number of zero crossings of the filter on each side. More would sharpen the cutoff without an audible difference.
const ZERO_CROSSINGS: f64 = 16.0;

/// Cutoff as a share of the lower Nyquist frequency. The rest is the transition band.
const CUTOFF: f64 = 0.94;

/// Maximum number of filter coefficients. Each phase has its own set of coefficients, and unusual rates have many
/// phases.
const COEFFICIENTS_MAX: usize = 4_000_000;

/// Polyphase filter with a windowed sinc for one channel.
pub(super) struct Resampler {
    /// Output rate divided by input rate, as the reduced fraction `up / down`.
    up: usize,
    down: usize,
    /// Coefficients of all phases, `taps` each.
    filter: Vec<f32>,
    taps: usize,
    /// Input samples that the next output samples need, the earliest first.
    window: Vec<f32>,
    /// Phase of the next output sample.
    phase: usize,
}

impl Resampler {
    /// Returns `None` if the ratio of the rates is too unusual.
    pub(super) fn new(rate: u32) -> Option<Self> {
        let divisor = gcd(rate, OPUS_RATE).max(1);
        let (up, down) = (usize::try_from(OPUS_RATE / divisor).ok()?, usize::try_from(rate / divisor).ok()?);
        let scale = (f64::from(OPUS_RATE) / f64::from(rate.max(1))).min(1.0) * CUTOFF;
        let half = (ZERO_CROSSINGS / scale).ceil();
        let taps = as_count(half) * 2;
        if up == down || taps.checked_mul(up)? > COEFFICIENTS_MAX {
            return (up == down).then(|| Self {
                up: 1,
                down: 1,
                filter: Vec::new(),
                taps: 0,
                window: Vec::new(),
                phase: 0,
            });
        }
        let mut filter = Vec::with_capacity(taps * up);
        for phase in 0..up {
            let fraction = phase as f64 / up as f64;
            let set: Vec<f64> =
                (0..taps).map(|tap| sinc((tap as f64 + 1.0 - half - fraction) * scale, half * scale)).collect();
            let sum: f64 = set.iter().sum();
            filter.extend(set.iter().map(|one| as_sample(one / sum)));
        }
        // The filter is symmetric: if the first half of the window is silence, the output starts exactly at the first
        // input sample.
        Some(Self { up, down, filter, taps, window: vec![0.0; taps / 2 - 1], phase: 0 })
    }

    /// Converts the next samples and appends them to `out`. The output of the last milliseconds is appended by
    /// [`Self::finish`].
    pub(super) fn add(&mut self, samples: impl Iterator<Item = f32>, out: &mut Vec<f32>) {
        if self.taps == 0 {
            out.extend(samples);
            return;
        }
        self.window.extend(samples);
        let mut first = 0;
        while first + self.taps <= self.window.len() {
            let set = &self.filter[self.phase * self.taps..(self.phase + 1) * self.taps];
            out.push(self.window[first..first + self.taps].iter().zip(set).map(|(sample, one)| sample * one).sum());
            self.phase += self.down;
            first += self.phase / self.up;
            self.phase %= self.up;
        }
        self.window.drain(..first.min(self.window.len()));
    }

    /// Appends the output that is still missing after the last input.
    pub(super) fn finish(&mut self, out: &mut Vec<f32>) {
        let rest = self.taps / 2;
        self.add(std::iter::repeat_n(0.0, rest), out);
    }
}

/// Sinc function with a Blackman window of this half width.
fn sinc(at: f64, half_width: f64) -> f64 {
    let share = (at / half_width).clamp(-1.0, 1.0);
    let window = 0.42 + 0.5 * (PI * share).cos() + 0.08 * (2.0 * PI * share).cos();
    if at.abs() < 1e-9 { window } else { (PI * at).sin() / (PI * at) * window }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
fn as_count(count: f64) -> usize {
    count as usize
}

#[expect(clippy::cast_possible_truncation, reason = "a sample needs no more precision")]
fn as_sample(sample: f64) -> f32 {
    sample as f32
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    fn tone(rate: u32, hertz: f64, secs: f64) -> Vec<f32> {
        let count = as_count(secs * f64::from(rate));
        (0..count).map(|n| as_sample((2.0 * PI * hertz * n as f64 / f64::from(rate)).sin())).collect()
    }

    #[test]
    fn a_converted_tone_is_the_same_tone_at_the_same_time() {
        for rate in [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000] {
            let mut resampler = Resampler::new(rate).unwrap();
            let mut out = Vec::new();
            for piece in tone(rate, 440.0, 1.0).chunks(777) {
                resampler.add(piece.iter().copied(), &mut out);
            }
            resampler.finish(&mut out);
            assert!((47_990..=48_010).contains(&out.len()), "{rate} Hz: {} samples", out.len());
            let expected = tone(OPUS_RATE, 440.0, 1.0);
            let worst = (2000..46_000).map(|n| (out[n] - expected[n]).abs()).fold(0.0, f32::max);
            assert!(worst < 0.002, "{rate} Hz: {worst}");
        }
    }

    #[test]
    fn frequencies_that_the_lower_rate_cannot_represent_are_removed() {
        let mut resampler = Resampler::new(96_000).unwrap();
        let mut out = Vec::new();
        resampler.add(tone(96_000, 30_000.0, 0.5).into_iter(), &mut out);
        assert!(out[1000..].iter().all(|sample| sample.abs() < 0.001));
    }
}
