//! The typical duration of the answers of one card.

use super::event::Rating;

/// Number of steps of a [`Pace`] in which a duration doubles.
const STEPS: u32 = 16;
/// Binary logarithm of the shortest duration, in milliseconds.
const LEAST_LOG: u32 = 6;

/// Typical duration of an answer to one card if it is remembered, on a logarithmic scale of one byte; 0 if unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pace(pub(super) u8);

impl Pace {
    /// Converts a duration. Events without a duration have zero, which becomes the unknown pace.
    pub(super) fn of(took_ms: u32) -> Self {
        if took_ms == 0 {
            return Self(0);
        }
        let took_ms = took_ms.max(1 << LEAST_LOG);
        let log = took_ms.ilog2();
        let part = ((took_ms - (1 << log)) * STEPS) >> log;
        Self(u8::try_from((log - LEAST_LOG) * STEPS + part + 1).unwrap_or(u8::MAX))
    }

    /// Returns the duration in milliseconds, or `None` while it is unknown.
    #[must_use]
    pub fn ms(self) -> Option<u64> {
        let code = u32::from(self.0).checked_sub(1)?;
        Some((u64::from(STEPS + code % STEPS) << (LEAST_LOG + code / STEPS)) / u64::from(STEPS))
    }

    /// Returns the pace of a card after one more answer, if the card had `reviews` answers before. The pace moves
    /// towards the answer by a limited step, which shrinks with the number of answers, so that it approaches the median
    /// and an interruption hardly changes it. First answers and answers to forgotten cards are ignored: they take
    /// longer.
    pub(super) fn after(before: Self, reviews: u32, rating: Rating, took_ms: u32) -> Self {
        let now = Self::of(took_ms);
        if reviews == 0 || rating == Rating::Again || now.0 == 0 {
            return before;
        }
        if before.0 == 0 {
            return now;
        }
        let most = u8::try_from((STEPS / reviews).max(2)).unwrap_or(u8::MAX);
        if now.0 > before.0 {
            Self(before.0 + (now.0 - before.0).min(most))
        } else {
            Self(before.0 - (before.0 - now.0).min(most))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_within_a_sixteenth_of_the_duration() {
        for took_ms in [64u32, 100, 999, 4000, 8000, 17_345, 60_000] {
            let ms = Pace::of(took_ms).ms().unwrap_or_default();
            let took_ms = u64::from(took_ms);
            assert!(ms <= took_ms && took_ms - ms <= took_ms / 16 + 1, "{took_ms} {ms}");
        }
        assert_eq!(Pace::of(0).ms(), None);
        assert_eq!(Pace::of(1).ms(), Some(64));
    }

    #[test]
    fn one_interruption_hardly_changes_the_pace_of_a_card() {
        let mut pace = Pace::default();
        for (reviews, took_ms) in (1..).zip([4000, 4200, 3900, 4100, 60_000, 4000]) {
            pace = Pace::after(pace, reviews, Rating::Good, took_ms);
        }
        let ms = pace.ms().unwrap_or_default();
        assert!((3500..5000).contains(&ms), "{ms}");
        assert_eq!(Pace::after(pace, 7, Rating::Again, 30_000), pace, "a forgotten card has a time of its own");
    }
}
