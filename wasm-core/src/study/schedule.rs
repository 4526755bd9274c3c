//! Scheduling of cards: the memory model, and the learning steps before intervals count in days.

use fsrs::{FSRS, FSRSItem, FSRSReview, MemoryState};

use super::day::DAY_MS;
use super::event::{Rating, ShortKey, mix_bits};
use super::model::Parameters;
use super::pace::Pace;
use crate::limits::{STUDY_INTERVAL_MAX_DAYS, STUDY_RETENTION_DEFAULT_PERCENT};

const MINUTE_MS: u64 = 60 * 1000;
/// Learning steps of a new card: delays between an answer and the next one. After the last step, intervals count in
/// days.
const LEARNING_MS: [u64; 2] = [MINUTE_MS, 10 * MINUTE_MS];
/// Learning steps of a forgotten card.
const RELEARNING_MS: [u64; 1] = [10 * MINUTE_MS];

/// Fuzz ranges: start and end of the interval in days, and the part of it by which a review may come earlier.
const FUZZ: [(f64, f64, f64); 3] = [(2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, f64::INFINITY, 0.05)];

/// The learning phase of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// Never answered.
    #[default]
    New,
    /// In the steps of a new card.
    Learning {
        /// Number of the step, from 0.
        step: u8,
    },
    /// The card has an interval of days.
    Review,
    /// In the steps of a card that was forgotten.
    Relearning {
        /// Number of the step, from 0.
        step: u8,
    },
}

/// The state of a card.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct State {
    /// Learning phase.
    pub phase: Phase,
    /// Number of days after which the probability of recall is 90 %; 0 for a new card.
    pub stability: f32,
    /// Difficulty from 1 to 10; 0 for a new card.
    pub difficulty: f32,
    /// Due time of a card in learning steps (Unix milliseconds), otherwise 0.
    pub due_ms: u64,
    /// Due day of a card with an interval of days.
    pub due_day: i32,
    /// Day of the last answer.
    pub last_day: i32,
    /// Day of the first answer.
    pub first_day: i32,
    /// Last day on which the card was reviewed after an interval of days, if ever.
    pub review_day: Option<i32>,
    /// Number of answers.
    pub reviews: u32,
    /// Number of reviews, after an interval of days, in which the card was forgotten.
    pub lapses: u32,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub recalls: u32,
    /// Whether the card is suspended.
    pub is_suspended: bool,
    /// Day on which the card is buried, if any.
    pub buried_day: Option<i32>,
    /// Typical duration of an answer if the card is remembered.
    pub pace: Pace,
}

impl State {
    fn memory(&self) -> Option<MemoryState> {
        (self.reviews > 0).then_some(MemoryState { stability: self.stability, difficulty: self.difficulty })
    }
}

/// FSRS-6 with the default parameters or those of a student.
#[derive(Debug)]
pub struct Scheduler {
    model: FSRS,
    parameters: Parameters,
    retention: f32,
    has_fuzz: bool,
}

impl Default for Scheduler {
    fn default() -> Self {
        Self::new(STUDY_RETENTION_DEFAULT_PERCENT)
    }
}

impl Scheduler {
    /// Creates a scheduler with this desired retention and the default parameters.
    #[must_use]
    pub fn new(retention_percent: u8) -> Self {
        Self::of(retention_percent, Parameters::default())
    }

    /// Creates a scheduler with this desired retention and these parameters.
    #[must_use]
    pub fn of(retention_percent: u8, parameters: Parameters) -> Self {
        Self {
            model: model_of(&parameters),
            parameters,
            retention: f32::from(retention_percent) / 100.0,
            has_fuzz: true,
        }
    }

    /// Returns a scheduler with the same desired retention and other parameters.
    pub(super) fn with(&self, parameters: Parameters) -> Self {
        Self { model: model_of(&parameters), parameters, retention: self.retention, has_fuzz: self.has_fuzz }
    }

    /// Returns the parameters.
    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Turns off fuzz and rounds intervals to the nearest day, as other implementations do, for comparison with them.
    #[must_use]
    pub fn without_fuzz(self) -> Self {
        Self { has_fuzz: false, ..self }
    }

    /// Returns the card after an answer on `day`. Days before the last answer count as the day of that answer.
    #[must_use]
    pub fn answer(&self, card: ShortKey, state: &State, rating: Rating, at_ms: u64, day: i32) -> State {
        let is_first = state.reviews == 0;
        let elapsed = if is_first { 0 } else { day.saturating_sub(state.last_day).max(0) };
        let review = FSRSReview { rating: u32::from(rating.number()), delta_t: elapsed.unsigned_abs() };
        let memory = self.model.memory_state(FSRSItem { reviews: vec![review] }, state.memory());
        // The model rejects only NaN, which it does not produce from numbers.
        let memory = memory.unwrap_or(MemoryState { stability: 0.001, difficulty: 10.0 });
        let phase = next_phase(state.phase, rating);
        let mut next = State {
            phase,
            stability: memory.stability,
            difficulty: memory.difficulty,
            last_day: day,
            first_day: if is_first { day } else { state.first_day },
            reviews: state.reviews + 1,
            ..*state
        };
        if state.phase == Phase::Review {
            next.review_day = Some(day);
            next.lapses += u32::from(rating == Rating::Again);
            next.recalls += u32::from(rating != Rating::Again);
        }
        match step_ms(phase, rating) {
            Some(step_ms) => {
                next.due_ms = at_ms.saturating_add(step_ms);
                next.due_day = day;
            }
            None => {
                next.due_ms = 0;
                next = self.reschedule(card, &next);
            }
        }
        next
    }

    /// Returns the state of the card with the due day recomputed by this scheduler.
    pub(super) fn reschedule(&self, card: ShortKey, state: &State) -> State {
        if state.phase != Phase::Review {
            return *state;
        }
        let days = self.interval_days(card, state.stability, state.last_day);
        State { due_day: state.last_day.saturating_add(days), ..*state }
    }

    /// Whether the card, without further reviews, has the desired retention on a day.
    pub(super) fn is_remembered(&self, state: &State, day: i32) -> bool {
        self.recall(state, day).is_some_and(|chance| chance >= self.retention)
    }

    /// Returns the probability that the card, without further reviews, is remembered on a day; `None` for a new card.
    pub(super) fn recall(&self, state: &State, day: i32) -> Option<f32> {
        let elapsed = day.saturating_sub(state.last_day).max(0).unsigned_abs();
        state.memory().map(|memory| self.parameters.chance(memory, elapsed))
    }

    /// Returns the interval until the next review for each rating, in milliseconds.
    #[must_use]
    pub fn intervals(&self, card: ShortKey, state: &State, at_ms: u64, day: i32) -> [u64; 4] {
        Rating::ALL.map(|rating| {
            let next = self.answer(card, state, rating, at_ms, day);
            match next.phase {
                Phase::Review => u64::from(next.due_day.saturating_sub(day).unsigned_abs()) * DAY_MS,
                Phase::New | Phase::Learning { .. } | Phase::Relearning { .. } => next.due_ms.saturating_sub(at_ms),
            }
        })
    }

    /// Returns the interval in days, rounded down and fuzzed only to earlier days, so that the card still has the
    /// desired retention. Some cards are forgotten before the next day, above all after a lapse. Rounding to the
    /// nearest day and fuzz in both directions would therefore lower the real retention by two points.
    fn interval_days(&self, card: ShortKey, stability: f32, day: i32) -> i32 {
        let days = f64::from(self.model.next_interval(Some(stability), self.retention, 3));
        if self.has_fuzz {
            fuzzed(whole(days, 1, STUDY_INTERVAL_MAX_DAYS), card, day)
        } else {
            whole(days.round(), 1, STUDY_INTERVAL_MAX_DAYS)
        }
    }
}

fn model_of(parameters: &Parameters) -> FSRS {
    // The model rejects only another number of parameters, and numbers that are not finite.
    FSRS::new(parameters.numbers()).unwrap_or_default()
}

pub(super) fn next_phase(phase: Phase, rating: Rating) -> Phase {
    let (step, steps, at): (u8, usize, fn(u8) -> Phase) = match phase {
        Phase::New => (0, LEARNING_MS.len(), |step| Phase::Learning { step }),
        Phase::Learning { step } => (step, LEARNING_MS.len(), |step| Phase::Learning { step }),
        Phase::Relearning { step } => (step, RELEARNING_MS.len(), |step| Phase::Relearning { step }),
        Phase::Review if rating == Rating::Again => return Phase::Relearning { step: 0 },
        Phase::Review => return Phase::Review,
    };
    match rating {
        Rating::Again => at(0),
        Rating::Hard => at(step),
        Rating::Good if usize::from(step) + 1 < steps => at(step + 1),
        Rating::Good | Rating::Easy => Phase::Review,
    }
}

/// Returns the length of the learning step after an answer, or `None` if the interval counts in days.
fn step_ms(after: Phase, rating: Rating) -> Option<u64> {
    let (step, steps): (u8, &[u64]) = match after {
        Phase::Learning { step } => (step, &LEARNING_MS),
        Phase::Relearning { step } => (step, &RELEARNING_MS),
        Phase::New | Phase::Review => return None,
    };
    let this = steps.get(usize::from(step)).copied()?;
    // 'Hard' in the first step: the mean of the first two steps, or 1.5 times the step if it is the only one.
    Some(if rating == Rating::Hard && step == 0 {
        steps.get(1).map_or(this + this / 2, |second| this.midpoint(*second))
    } else {
        this
    })
}

/// Shortens an interval by a varying amount, so that cards that were learnt together become due on different days. The
/// same card on the same day gets the same value on every device.
fn fuzzed(days: i32, card: ShortKey, day: i32) -> i32 {
    let choices = u64::from(days.abs_diff(least_days(days))) + 1;
    let earlier = hash_of(card, day) % choices;
    days - i32::try_from(earlier).unwrap_or(0)
}

/// Returns the minimum of a fuzzed interval. Intervals below three days are not fuzzed.
fn least_days(days: i32) -> i32 {
    let exact = f64::from(days);
    if exact < 2.5 {
        return days;
    }
    let delta = FUZZ.iter().fold(1.0, |sum, (from, to, part)| sum + part * (exact.min(*to) - from).max(0.0));
    whole((exact - delta).round_ties_even(), 2, days)
}

/// Returns a number within bounds, without its fraction.
#[expect(clippy::cast_possible_truncation, reason = "it is within the bounds, which are whole")]
fn whole(number: f64, least: i32, most: i32) -> i32 {
    number.clamp(f64::from(least), f64::from(most)) as i32
}

/// Returns well-spread bits of a card and a day.
pub(super) fn hash_of(card: ShortKey, day: i32) -> u64 {
    mix_bits(card.0 ^ u64::from(day.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
