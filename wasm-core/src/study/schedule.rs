//! When a card comes again: the memory model, and the steps before it counts in days.

use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, FSRSItem, FSRSReview, MemoryState, current_retrievability};

use super::day::DAY_MS;
use super::fact::{Rating, ShortKey, spread};
use crate::limits::{STUDY_INTERVAL_MAX_DAYS, STUDY_RETENTION_DEFAULT_PERCENT};

const MINUTE_MS: u64 = 60 * 1000;
/// How long after the answer a new card comes again, from step to step; after the last its days begin.
const LEARNING_MS: [u64; 2] = [MINUTE_MS, 10 * MINUTE_MS];
/// The same for a card that was forgotten.
const RELEARNING_MS: [u64; 1] = [10 * MINUTE_MS];

/// From which interval on, and up to which, a card may come earlier by what part of it.
const FUZZ: [(f64, f64, f64); 3] = [(2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, f64::INFINITY, 0.05)];

/// Where a card stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// Never answered.
    #[default]
    New,
    /// In the steps of a new card.
    Learning {
        /// Which, from 0.
        step: u8,
    },
    /// It comes after days.
    Review,
    /// In the steps of a card that was forgotten.
    Relearning {
        /// Which, from 0.
        step: u8,
    },
}

/// What is known of a card.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct State {
    /// Where it stands.
    pub phase: Phase,
    /// Days after which it is remembered with nine chances in ten; 0 for a new card.
    pub stability: f32,
    /// 1 to 10; 0 for a new card.
    pub difficulty: f32,
    /// When it comes again, in milliseconds since 1970, while it is in steps; 0 when it is not.
    pub due_ms: u64,
    /// The day on which it comes again, when it comes after days.
    pub due_day: i32,
    /// The day of the last answer.
    pub last_day: i32,
    /// The day of the first answer.
    pub first_day: i32,
    /// The last day on which it was answered as a card that comes after days, if it was ever.
    pub review_day: Option<i32>,
    /// How often it was answered.
    pub reviews: u32,
    /// How often it was forgotten after it had come after days,
    pub lapses: u32,
    /// and how often remembered.
    pub recalls: u32,
    /// Whether it was set aside.
    pub is_suspended: bool,
    /// The day on which it does not come any more, if there is one.
    pub buried_day: Option<i32>,
}

impl State {
    fn memory(&self) -> Option<MemoryState> {
        (self.reviews > 0).then_some(MemoryState { stability: self.stability, difficulty: self.difficulty })
    }
}

/// FSRS-6 with its default parameters.
#[derive(Debug)]
pub struct Scheduler {
    model: FSRS,
    retention: f32,
    has_fuzz: bool,
}

impl Default for Scheduler {
    fn default() -> Self {
        Self::new(STUDY_RETENTION_DEFAULT_PERCENT)
    }
}

impl Scheduler {
    /// A scheduler that lets a card come when it is still remembered with this many chances in a hundred.
    #[must_use]
    pub fn new(retention_percent: u8) -> Self {
        Self { model: FSRS::default(), retention: f32::from(retention_percent) / 100.0, has_fuzz: true }
    }

    /// The same, with intervals to the nearest day and not varied, as other implementations have them, so that they can be
    /// compared.
    #[must_use]
    pub fn without_fuzz(self) -> Self {
        Self { has_fuzz: false, ..self }
    }

    /// The card after an answer on `day`. Earlier days than that of the last answer count as the same day.
    #[must_use]
    pub fn answer(&self, card: ShortKey, state: &State, rating: Rating, at_ms: u64, day: i32) -> State {
        let is_first = state.reviews == 0;
        let elapsed = if is_first { 0 } else { day.saturating_sub(state.last_day).max(0) };
        let review = FSRSReview { rating: u32::from(rating.number()), delta_t: elapsed.unsigned_abs() };
        let memory = self.model.memory_state(FSRSItem { reviews: vec![review] }, state.memory());
        // Only numbers that are none are refused, which the model does not make of numbers.
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
                next = self.due(card, &next);
            }
        }
        next
    }

    /// The card, coming again when this scheduler lets it: that follows from its memory.
    pub(super) fn due(&self, card: ShortKey, state: &State) -> State {
        if state.phase != Phase::Review {
            return *state;
        }
        let days = self.interval_days(card, state.stability, state.last_day);
        State { due_day: state.last_day.saturating_add(days), ..*state }
    }

    /// Whether the card, if it does not come before, is remembered on a day as well as this scheduler wants it.
    pub(super) fn is_remembered(&self, state: &State, day: i32) -> bool {
        let elapsed = u16::try_from(day.saturating_sub(state.last_day).max(0)).unwrap_or(u16::MAX);
        let chance = |memory| current_retrievability(memory, f32::from(elapsed), FSRS6_DEFAULT_DECAY);
        state.memory().map(chance).is_some_and(|chance| chance >= self.retention)
    }

    /// How long it is until the card comes again, in milliseconds, for each rating.
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

    /// The card comes on a day on which it is still remembered as well as wanted, which is never later than its interval. Some
    /// are forgotten sooner than a day brings them, above all after a lapse: those to the nearest day, and varied to both
    /// sides, a student would remember two points fewer than wanted, because nothing would make up for these.
    fn interval_days(&self, card: ShortKey, stability: f32, day: i32) -> i32 {
        let days = f64::from(self.model.next_interval(Some(stability), self.retention, 3));
        if self.has_fuzz {
            fuzzed(whole(days, 1, STUDY_INTERVAL_MAX_DAYS), card, day)
        } else {
            whole(days.round(), 1, STUDY_INTERVAL_MAX_DAYS)
        }
    }
}

fn next_phase(phase: Phase, rating: Rating) -> Phase {
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

/// How long the step is that a card is in after an answer; nothing when it comes after days.
fn step_ms(after: Phase, rating: Rating) -> Option<u64> {
    let (step, steps): (u8, &[u64]) = match after {
        Phase::Learning { step } => (step, &LEARNING_MS),
        Phase::Relearning { step } => (step, &RELEARNING_MS),
        Phase::New | Phase::Review => return None,
    };
    let this = steps.get(usize::from(step)).copied()?;
    // With effort in the first step: between it and the second, or half as much again where there is none.
    Some(if rating == Rating::Hard && step == 0 {
        steps.get(1).map_or(this + this / 2, |second| this.midpoint(*second))
    } else {
        this
    })
}

/// Varies an interval, so that cards that were learnt together do not come together for ever, and towards earlier. The same
/// card on the same day always gets the same, on every device.
fn fuzzed(days: i32, card: ShortKey, day: i32) -> i32 {
    let choices = u64::from(days.abs_diff(least_days(days))) + 1;
    let earlier = mixed(card, day) % choices;
    days - i32::try_from(earlier).unwrap_or(0)
}

/// The fewest days that an interval may become; one below three days stays as it is.
fn least_days(days: i32) -> i32 {
    let exact = f64::from(days);
    if exact < 2.5 {
        return days;
    }
    let delta = FUZZ.iter().fold(1.0, |sum, (from, to, part)| sum + part * (exact.min(*to) - from).max(0.0));
    whole((exact - delta).round_ties_even(), 2, days)
}

/// A number within bounds, without its fraction.
#[expect(clippy::cast_possible_truncation, reason = "it is within the bounds, which are whole")]
fn whole(number: f64, least: i32, most: i32) -> i32 {
    number.clamp(f64::from(least), f64::from(most)) as i32
}

/// Well-spread bits of a card and a day.
pub(super) fn mixed(card: ShortKey, day: i32) -> u64 {
    spread(card.0 ^ u64::from(day.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
