//! Selection of the next card, and the numbers of cards left today.

use super::day::study_day;
use super::event::CardKey;
use super::review_log::ReviewLog;
use super::schedule::{Phase, State, hash_of};
use crate::limits::{
    STUDY_AHEAD_MS, STUDY_NEW_A_DAY_DEFAULT, STUDY_RETENTION_DEFAULT_PERCENT, STUDY_REVIEWS_A_DAY_DEFAULT,
};

/// The study settings of a student.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Maximum number of new cards per day.
    pub new_a_day: u32,
    /// Maximum number of reviews per day.
    pub reviews_a_day: u32,
    /// Desired retention in percent.
    pub retention_percent: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            new_a_day: STUDY_NEW_A_DAY_DEFAULT,
            reviews_a_day: STUDY_REVIEWS_A_DAY_DEFAULT,
            retention_percent: STUDY_RETENTION_DEFAULT_PERCENT,
        }
    }
}

/// The numbers of cards left today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemainingCards {
    /// Cards that were never answered.
    pub new: u32,
    /// Cards in learning steps, due within minutes.
    pub learning: u32,
    /// Due cards with an interval of days.
    pub review: u32,
}

/// The next card, and the numbers of cards left today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TodaysWork {
    /// Index of the next card in the deck.
    pub next: Option<usize>,
    /// Numbers of cards left today.
    pub counts: RemainingCards,
}

impl ReviewLog {
    /// Returns the work for these cards, which are in the order in which new ones come. Daily limits count all cards of
    /// the student, unless an exam requires more. Cards in learning steps come first, then due cards, then new ones. If
    /// only cards in steps are left, the one that is due soonest comes. Of the gaps of one card, only one comes on a day.
    pub fn today(&mut self, deck: &[CardKey], settings: &Settings, now_ms: u64, zone_minutes: i16) -> TodaysWork {
        let day = study_day(now_ms, zone_minutes);
        let (new_left, reviews_left) = self.remaining(settings, day);
        let mut counts = RemainingCards::default();
        let (mut new, mut step, mut review) = (None, None, None);
        let places: Vec<usize> = deck.iter().map(|key| self.index_of(key.short_key())).collect();
        let first = self.first_siblings(places.iter().copied(), day);
        for (index, (key, place)) in deck.iter().zip(places).enumerate() {
            let state = self.state_at(place);
            if !is_available(&state, day) || self.is_waiting(&first, place, day) {
                continue;
            }
            match state.phase {
                Phase::New => {
                    counts.new += 1;
                    new = new.or(Some(index));
                }
                Phase::Learning { .. } | Phase::Relearning { .. } => {
                    counts.learning += 1;
                    step = sooner(step, ((state.due_ms, key.0), index));
                }
                Phase::Review if self.is_due(place, &state, day) => {
                    counts.review += 1;
                    review = sooner(review, ((state.due_day, hash_of(key.short_key(), day)), index));
                }
                Phase::Review => {}
            }
        }
        counts.new = counts.new.min(new_left);
        counts.review = counts.review.min(reviews_left);
        let is_now = |due_ms: u64| due_ms <= now_ms;
        let is_soon = |due_ms: u64| due_ms <= now_ms.saturating_add(u64::from(STUDY_AHEAD_MS));
        let in_step = |is_wanted: &dyn Fn(u64) -> bool| {
            step.filter(|((due_ms, _), _)| is_wanted(*due_ms)).map(|(_, index)| index)
        };
        let next = in_step(&is_now)
            .or(review.filter(|_| counts.review > 0).map(|(_, index)| index))
            .or(new.filter(|_| counts.new > 0))
            .or_else(|| in_step(&is_soon));
        TodaysWork { next, counts }
    }

    /// Returns the indexes of the suspended cards in the deck.
    pub fn suspended(&mut self, deck: &[CardKey]) -> Vec<usize> {
        let keys = deck.iter().enumerate();
        keys.filter(|(_, key)| self.state(**key).is_suspended).map(|(index, _)| index).collect()
    }

    /// Returns the numbers of new cards and of reviews that are left on this day.
    pub(super) fn remaining(&mut self, settings: &Settings, day: i32) -> (u32, u32) {
        let (begun, reviewed) = self.done_counts(day);
        let calls = self.exam_pulls;
        let (new_called, reviews_called) =
            if calls.day == day { (calls.new_a_day, calls.reviews_a_day) } else { (0, 0) };
        let left = |wanted: u32, called: u32, done| wanted.max(called).saturating_sub(done);
        (left(settings.new_a_day, new_called, begun), left(settings.reviews_a_day, reviews_called, reviewed))
    }

    /// Returns the numbers of new cards and of reviews on a day.
    pub(super) fn done_counts(&mut self, day: i32) -> (u32, u32) {
        let (mut begun, mut reviewed) = (0, 0);
        for place in 0..self.cards.len() {
            let state = self.state_at(place);
            begun += u32::from(state.reviews > 0 && state.first_day == day);
            reviewed += u32::from(state.review_day == Some(day));
        }
        (begun, reviewed)
    }
}

pub(super) fn is_available(state: &State, day: i32) -> bool {
    !state.is_suspended && state.buried_day.is_none_or(|buried| buried < day)
}

fn sooner<T: Ord>(one: Option<(T, usize)>, other: (T, usize)) -> Option<(T, usize)> {
    Some(match one {
        Some(one) if one <= other => one,
        _ => other,
    })
}
