//! Progress of a student: what was done, what it achieved, and what is ahead.

use super::day::study_day;
use super::event::{Rating, ShortKey};
use super::overview::pace_ms;
use super::plan::{Settings, is_available};
use super::review_log::{CourseMembership, Day, Days, ReviewLog};
use super::schedule::{Phase, Scheduler, State, hash_of};
use crate::limits::{STUDY_PRICE_DAYS, STUDY_PROGRESS_DAYS};

/// Maximum number of cards whose future reviews are simulated to compute a price. If there are more cards, the price is
/// extrapolated.
const SAMPLE: usize = 1000;
/// Desired retentions whose prices are compared, besides the student's own.
const COMPARED_PERCENT: [u8; 4] = [80, 85, 90, 95];

/// The progress at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// Today, counted from 1970.
    pub day: i32,
    /// The last `STUDY_PROGRESS_DAYS` days, oldest first; the last is today.
    pub days: Vec<StudiedDay>,
    /// Number of known cards due on each of the next `STUDY_FORECAST_DAYS` days; the first is today, including overdue
    /// cards.
    pub forecast: Vec<u32>,
    /// Mean duration of an answer in milliseconds.
    pub pace_ms: u64,
    /// Number of consecutive days with an answer, up to today, or up to yesterday while today has none.
    pub streak_days: u32,
    /// Largest number of consecutive days with an answer.
    pub longest_streak_days: u32,
    /// Number of cards that were answered and are neither suspended nor removed from their course.
    pub cards: u32,
    /// Expected number of them that the student remembers today.
    pub remembered: f32,
    /// Prices of some desired retentions, lowest first; the student's own is among them.
    pub prices: Vec<Price>,
}

/// The totals of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StudiedDay {
    /// Number of answers.
    pub answers: u32,
    /// Time spent on them in milliseconds.
    pub took_ms: u64,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub recalls: u32,
    /// Number of those in which it was forgotten.
    pub lapses: u32,
}

/// The work that a desired retention costs, for the cards that were answered at least once.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Price {
    /// Desired retention in percent.
    pub retention_percent: u8,
    /// Expected number of reviews per day, over the next `STUDY_PRICE_DAYS` days.
    pub reviews_a_day: f32,
    /// Expected duration per day in milliseconds.
    pub ms_a_day: u64,
}

impl ReviewLog {
    /// Returns the progress. Suspended cards and cards without a course have no forecast and no price.
    pub fn progress(&mut self, settings: &Settings, now_ms: u64, zone_minutes: i16) -> Progress {
        let overview = self.overview(settings, now_ms, zone_minutes);
        let day = study_day(now_ms, zone_minutes);
        let days = self.all_days();
        let first = day.saturating_sub(i32::try_from(STUDY_PROGRESS_DAYS).unwrap_or(i32::MAX) - 1);
        let studied = |Day { answers, took_ms, recalls, lapses }| StudiedDay { answers, took_ms, recalls, lapses };
        let known = self.scheduled();
        Progress {
            day,
            days: (first..=day).map(|day| studied(days.totals_of(day))).collect(),
            forecast: overview.forecast,
            pace_ms: pace_ms(&days, day),
            streak_days: overview.streak_days,
            longest_streak_days: longest_streak(&days),
            cards: u32::try_from(known.len()).unwrap_or(u32::MAX),
            remembered: known.iter().filter_map(|(_, state)| self.scheduler.recall(state, day)).sum(),
            prices: self.prices(settings, now_ms, zone_minutes),
        }
    }

    /// Returns the prices of some desired retentions, lowest first; the student's own is among them. Without cards, the
    /// list is empty.
    pub fn prices(&mut self, settings: &Settings, now_ms: u64, zone_minutes: i16) -> Vec<Price> {
        let day = study_day(now_ms, zone_minutes);
        let mut cards = self.scheduled();
        let all = cards.len();
        // The keys are hashes, so each residue has about as many cards of each kind.
        let each = u64::try_from(all.div_ceil(SAMPLE)).unwrap_or(1).max(1);
        cards.retain(|(key, _)| key.0.is_multiple_of(each));
        if cards.is_empty() {
            return Vec::new();
        }
        let pace_ms = pace_ms(&self.all_days(), day);
        let own = settings.retention_percent;
        let lower = COMPARED_PERCENT.into_iter().filter(|percent| *percent < own);
        let higher = COMPARED_PERCENT.into_iter().filter(|percent| *percent > own);
        let parameters = *self.scheduler.parameters();
        let price = |retention_percent| {
            let scheduler = Scheduler::of(retention_percent, parameters);
            let answers: u64 = cards.iter().map(|(key, state)| answers_of(&scheduler, *key, state, day)).sum();
            let part = ratio(all, cards.len()) / ratio(STUDY_PRICE_DAYS, 1);
            let answers_a_day = ratio(usize::try_from(answers).unwrap_or(usize::MAX), 1) * part;
            Price { retention_percent, reviews_a_day: answers_a_day, ms_a_day: scaled(pace_ms, answers_a_day) }
        };
        lower.chain([own]).chain(higher).map(price).collect()
    }

    /// Returns the cards that were answered and are neither suspended nor deleted.
    fn scheduled(&mut self) -> Vec<(ShortKey, State)> {
        let mut found = Vec::new();
        for place in 0..self.cards.len() {
            let state = self.state_at(place);
            let card = &self.cards[place];
            if state.reviews > 0 && !state.is_suspended && card.course != CourseMembership::Removed {
                found.push((card.key, state));
            }
        }
        found
    }
}

/// Simulates the next `STUDY_PRICE_DAYS` days of a card and returns the number of answers. Whether the card is
/// remembered is drawn with the predicted probability, with the same result on every device.
fn answers_of(scheduler: &Scheduler, key: ShortKey, state: &State, today: i32) -> u64 {
    let last = today.saturating_add(i32::try_from(STUDY_PRICE_DAYS).unwrap_or(i32::MAX) - 1);
    let mut state = scheduler.reschedule(key, state);
    let mut answers = 0;
    let mut earliest = if is_available(&state, today) { today } else { today.saturating_add(1) };
    loop {
        let day = state.due_day.max(earliest);
        if day > last {
            return answers;
        }
        let chance = scheduler.recall(&state, day).unwrap_or(0.0);
        let drawn = f32::from(u16::try_from(hash_of(key, day) >> 48).unwrap_or(u16::MAX)) / 65_536.0;
        if state.phase == Phase::Review && drawn >= chance {
            state = scheduler.answer(key, &state, Rating::Again, 0, day);
            answers += 1;
        }
        // The learning steps of the day.
        loop {
            state = scheduler.answer(key, &state, Rating::Good, 0, day);
            answers += 1;
            if state.phase == Phase::Review {
                break;
            }
        }
        earliest = day.saturating_add(1);
    }
}

fn longest_streak(Days(days): &Days) -> u32 {
    let (mut longest, mut current, mut before) = (0, 0, None);
    for (day, totals) in days {
        if totals.answers == 0 {
            continue;
        }
        current = if before == Some(day.saturating_sub(1)) { current + 1 } else { 1 };
        longest = longest.max(current);
        before = Some(*day);
    }
    longest
}

#[expect(clippy::cast_precision_loss, reason = "an estimate needs few digits")]
fn ratio(one: usize, other: usize) -> f32 {
    one as f32 / other as f32
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate needs few digits, and float casts saturate"
)]
fn scaled(ms: u64, by: f32) -> u64 {
    (ms as f32 * by) as u64
}
