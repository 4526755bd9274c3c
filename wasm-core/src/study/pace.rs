//! Durations of answers: the typical one of a card, and those of the student.

use super::event::Rating;
use super::review_log::{Days, ReviewLog};
use super::schedule::{Phase, State};
use crate::limits::STUDY_TOOK_DEFAULT_MS;

/// Number of steps of a [`Pace`] in which a duration doubles.
const STEPS: u32 = 16;
/// Binary logarithm of the shortest duration, in milliseconds.
const LEAST_LOG: u32 = 6;
/// Number of observations from which their median counts.
const ENOUGH: u32 = 10;
/// A forgotten or new card takes this many times as long as a remembered one, until there are enough observations.
const SLOW: u64 = 2;
/// Probability, in percent, that a student knows a card that was never asked. It counts like this many observations.
const KNOWN_BEFORE_PERCENT: u64 = 30;
const KNOWN_BEFORE_WEIGHT: u64 = 20;

/// Typical duration of a remembered answer of one card, on a logarithmic scale of one byte; 0 while it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pace(pub(super) u8);

impl Pace {
    /// Returns the code of a duration; zero, which is the duration of events without one, has none.
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

    /// Returns the pace of a card after one more answer. It moves towards the answer by a limited step, which shrinks
    /// with the number of answers, so that it approaches the median and an interruption hardly changes it. First
    /// answers and forgotten cards have times of their own and do not count.
    pub(super) fn after(state: &State, rating: Rating, took_ms: u32) -> Self {
        let (before, now) = (state.pace, Self::of(took_ms));
        if state.reviews == 0 || rating == Rating::Again || now.0 == 0 {
            return before;
        }
        if before.0 == 0 {
            return now;
        }
        let most = u8::try_from((STEPS / state.reviews).max(2)).unwrap_or(u8::MAX);
        if now.0 > before.0 {
            Self(before.0 + (now.0 - before.0).min(most))
        } else {
            Self(before.0 - (before.0 - now.0).min(most))
        }
    }
}

/// An answer that was not undone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answered {
    pub(super) day: i32,
    pub(super) took_ms: u32,
    pub(super) rating: Rating,
    /// Phase of the card before the answer.
    pub(super) before: Phase,
}

/// Durations that a student's answers are expected to take, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AnswerTimes {
    /// Median of the cards' typical durations.
    typical: Pace,
    forgotten_ms: u64,
    first_ms: u64,
    /// Probability that the student knows a card that was never asked.
    pub(super) known_before: f32,
}

impl AnswerTimes {
    /// Expected duration of an answer that remembers the card. Few answers say little, so the card's own pace counts
    /// twice as much as the median of all.
    pub(super) fn remembered_ms(&self, state: &State) -> u64 {
        let typical = u16::from(self.typical.0);
        let mixed = if state.pace.0 == 0 { typical } else { (2 * u16::from(state.pace.0) + typical) / 3 };
        Pace(u8::try_from(mixed).unwrap_or(u8::MAX)).ms().unwrap_or(u64::from(STUDY_TOOK_DEFAULT_MS))
    }

    /// Expected duration of an answer that forgets the card.
    pub(super) fn forgotten_ms(&self, state: &State) -> u64 {
        let typical = self.typical.ms().unwrap_or(1).max(1);
        self.forgotten_ms * self.remembered_ms(state) / typical
    }

    /// Expected duration of the first answer of a card.
    pub(super) fn first_ms(&self) -> u64 {
        self.first_ms
    }
}

impl ReviewLog {
    /// Returns the student's answer times: medians of the answers that a snapshot does not cover, and of the cards.
    /// With few of them, the mean of all days or the default counts.
    pub(super) fn answer_times(&mut self) -> AnswerTimes {
        let (mut forgotten, mut first, mut paces) = (Histogram::new(), Histogram::new(), Histogram::new());
        let (mut known, mut asked) = (0u64, 0u64);
        self.each_answer(|answer| {
            if answer.before == Phase::New {
                asked += 1;
                known += u64::from(answer.rating != Rating::Again);
                first.add(Pace::of(answer.took_ms));
            } else if answer.before == Phase::Review && answer.rating == Rating::Again {
                forgotten.add(Pace::of(answer.took_ms));
            }
        });
        for place in 0..self.cards.len() {
            paces.add(self.state_at(place).pace);
        }
        let typical = paces.median().unwrap_or_else(|| self.mean_pace());
        let typical_ms = typical.ms().unwrap_or(u64::from(STUDY_TOOK_DEFAULT_MS));
        let of = |all: &Histogram| all.median().and_then(Pace::ms).unwrap_or(SLOW * typical_ms);
        let per_mille =
            (known * 1000 + KNOWN_BEFORE_PERCENT * KNOWN_BEFORE_WEIGHT * 10) / (asked + KNOWN_BEFORE_WEIGHT);
        let known_before = f32::from(u16::try_from(per_mille).unwrap_or(1000)) / 1000.0;
        AnswerTimes { typical, forgotten_ms: of(&forgotten), first_ms: of(&first), known_before }
    }

    /// Returns the mean duration of all answers, or the default without enough answers.
    fn mean_pace(&mut self) -> Pace {
        let Days(days) = self.all_days();
        let (answers, took_ms) = days
            .iter()
            .fold((0u64, 0), |(answers, took_ms), (_, day)| (answers + u64::from(day.answers), took_ms + day.took_ms));
        let is_enough = answers >= u64::from(ENOUGH) && took_ms > 0;
        let mean_ms = if is_enough { took_ms / answers } else { u64::from(STUDY_TOOK_DEFAULT_MS) };
        Pace::of(u32::try_from(mean_ms).unwrap_or(STUDY_TOOK_DEFAULT_MS))
    }
}

/// Number of observations of each pace. A sort would add more code to the module.
struct Histogram([u32; 256]);

impl Histogram {
    fn new() -> Self {
        Self([0; 256])
    }

    fn add(&mut self, pace: Pace) {
        self.0[usize::from(pace.0)] += 1;
    }

    /// Returns the median of the known paces, or `None` with too few of them.
    fn median(&self) -> Option<Pace> {
        let known = || (1..=u8::MAX).zip(&self.0[1..]);
        let total: u32 = known().map(|(_, count)| count).sum();
        let mut left = total / 2;
        for (code, count) in known() {
            if left < *count {
                return (total >= ENOUGH).then_some(Pace(code));
            }
            left -= count;
        }
        None
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
        let mut state = State { reviews: 1, ..State::default() };
        for took_ms in [4000, 4200, 3900, 4100, 60_000, 4000] {
            state.pace = Pace::after(&state, Rating::Good, took_ms);
            state.reviews += 1;
        }
        let ms = state.pace.ms().unwrap_or_default();
        assert!((3500..5000).contains(&ms), "{ms}");
        let forgotten = Pace::after(&state, Rating::Again, 30_000);
        assert_eq!(forgotten, state.pace);
    }
}
