//! The durations that a student's answers are expected to take.

use super::event::Rating;
use super::pace::Pace;
use super::review_log::{Days, ReviewLog};
use super::schedule::{Phase, State};
use crate::limits::STUDY_TOOK_DEFAULT_MS;

/// Minimum number of observations for a median.
const ENOUGH: u32 = 10;
/// A forgotten or new card takes this many times as long as a remembered one, until there are enough observations.
const SLOW: u64 = 2;
/// Probability, in percent, that a student knows a card that was never asked. It counts like this many observations.
const KNOWN_BEFORE_PERCENT: u64 = 30;
const KNOWN_BEFORE_WEIGHT: u64 = 20;

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
    /// Expected duration of an answer if the student remembers the card. A card has few answers, so its own pace is
    /// mixed with the median of all cards, 2 to 1.
    pub(super) fn remembered_ms(&self, state: &State) -> u64 {
        let typical = u16::from(self.typical.0);
        let mixed = if state.pace.0 == 0 { typical } else { (2 * u16::from(state.pace.0) + typical) / 3 };
        Pace(u8::try_from(mixed).unwrap_or(u8::MAX)).ms().unwrap_or(u64::from(STUDY_TOOK_DEFAULT_MS))
    }

    /// Expected duration of an answer if the student has forgotten the card.
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
    /// Returns the student's answer times: medians of the answers that a snapshot does not cover, and of the cards. If
    /// there are too few of them, uses the mean of all days or the default.
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

    /// Returns the mean duration of all answers, or the default if there are too few answers.
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

    /// Returns the median of the known paces, or `None` if there are too few of them.
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
