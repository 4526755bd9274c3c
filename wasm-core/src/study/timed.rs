//! Sessions with a time budget.
//!
//! Each answer raises the expected number of cards remembered on a target day: the day of the exam, or 30 days from
//! now. The next card is the card with the highest gain per minute. The memory model predicts the gain, and earlier
//! answers of the student predict the duration. Most cards appear once, because one more answer to a card that was just
//! learnt gains little.

use std::collections::HashSet;

use super::answer_times::AnswerTimes;
use super::day::study_day;
use super::event::{CardKey, Rating, ShortKey};
use super::plan::is_available;
use super::review_log::ReviewLog;
use super::schedule::{Phase, Scheduler, State, hash_of};
use super::siblings::was_answered;
use crate::limits::STUDY_AHEAD_MS;

/// Number of days until the target day of cards without an exam.
const HORIZON_DAYS: i32 = 30;

/// Prediction of what a session covers and gains.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TimedPlan {
    /// Number of different cards.
    pub cards: u32,
    /// Number of new cards among them.
    pub new: u32,
    /// Number of answers.
    pub answers: u32,
    /// Duration in milliseconds.
    pub took_ms: u64,
    /// Expected number of cards of the deck that are remembered on their target day without the session.
    pub before: f32,
    /// The same number after the session.
    pub after: f32,
}

/// A session until a given time.
#[derive(Debug, Clone)]
pub struct TimedSession {
    cards: Vec<TimedCard>,
    /// Cards of which a gap was answered today.
    answered_notes: HashSet<ShortKey>,
    times: AnswerTimes,
    /// Exponent of predicted recall ([`ReviewLog::forgetting`]).
    forgetting: f32,
    day: i32,
    began_ms: u64,
    ends_ms: u64,
    /// Expected number of remembered cards at the start.
    before: f32,
}

#[derive(Debug, Clone)]
struct TimedCard {
    key: ShortKey,
    state: State,
    target_day: i32,
    /// Expected gain of an answer, in cards per millisecond; at most 0 for a card that must not come.
    worth: f32,
}

impl ReviewLog {
    /// Starts a session of this duration. `exam_days` has the day of the exam of each card of the deck; cards beyond
    /// its end, and cards with a day in the past, have none. Daily limits do not apply.
    pub fn timed_session(
        &mut self,
        deck: &[CardKey],
        exam_days: &[i32],
        budget_ms: u64,
        now_ms: u64,
        zone_minutes: i16,
    ) -> TimedSession {
        let day = study_day(now_ms, zone_minutes);
        let times = self.answer_times();
        let cards = deck.iter().enumerate().map(|(index, key)| {
            let exam_day = exam_days.get(index).copied().filter(|exam_day| *exam_day >= day);
            let target_day = exam_day.unwrap_or(day.saturating_add(HORIZON_DAYS));
            TimedCard { key: key.short_key(), state: self.state(*key), target_day, worth: 0.0 }
        });
        let mut session = TimedSession {
            cards: cards.collect(),
            answered_notes: HashSet::new(),
            times,
            forgetting: self.forgetting(),
            day,
            began_ms: now_ms,
            ends_ms: now_ms.saturating_add(budget_ms),
            before: 0.0,
        };
        session.value_all(&self.scheduler);
        session.before = session.expected(&self.scheduler);
        session
    }

    /// Updates a card of the session after the log received an event about it.
    pub fn update_timed(&mut self, session: &mut TimedSession, key: CardKey) {
        let key = key.short_key();
        if let Some(index) = session.cards.iter().position(|card| card.key == key) {
            let place = self.index_of(key);
            session.cards[index].state = self.state_at(place);
            session.value_with_siblings(&self.scheduler, index);
        }
    }

    /// Values all cards again, after the study settings have changed.
    pub fn revalue_timed(&mut self, session: &mut TimedSession) {
        for index in 0..session.cards.len() {
            let place = self.index_of(session.cards[index].key);
            session.cards[index].state = self.state_at(place);
        }
        session.value_all(&self.scheduler);
    }

    /// Returns the expected numbers of cards that are remembered on their target day: at the start of the session, and
    /// now.
    #[must_use]
    pub fn timed_gain(&self, session: &TimedSession) -> (f32, f32) {
        (session.before, session.expected(&self.scheduler))
    }

    /// Predicts what the session covers, by playing it with the expected times.
    #[must_use]
    pub fn timed_plan(&self, session: &TimedSession) -> TimedPlan {
        let mut played = session.clone();
        let mut now_ms = session.began_ms;
        let mut plan = TimedPlan { before: session.before, ..TimedPlan::default() };
        while let Some(index) = played.next(now_ms) {
            let TimedCard { key, state, .. } = played.cards[index];
            let chance = played.chance(&self.scheduler, &state);
            let is_remembered = drawn(key, &state) < chance;
            let rating = if is_remembered { Rating::Good } else { Rating::Again };
            // At least a moment, so that the session ends.
            now_ms += played.answer_ms(&state, is_remembered).max(100);
            plan.answers += 1;
            plan.cards += u32::from(state.reviews == session.cards[index].state.reviews);
            plan.new += u32::from(state.phase == Phase::New);
            played.cards[index].state = self.scheduler.answer(key, &state, rating, now_ms, played.day);
            played.value_with_siblings(&self.scheduler, index);
        }
        plan.took_ms = now_ms - session.began_ms;
        plan.after = played.expected(&self.scheduler);
        plan
    }
}

impl TimedSession {
    /// Returns the index of the next card in the deck, or `None` once the time is over or no answer helps any more.
    /// Cards in learning steps wait until they are due, unless nothing else is left.
    #[must_use]
    pub fn next(&self, now_ms: u64) -> Option<usize> {
        if now_ms >= self.ends_ms {
            return None;
        }
        let until = |latest_ms: u64| {
            let open =
                self.cards.iter().enumerate().filter(|(_, card)| card.worth > 0.0 && card.state.due_ms <= latest_ms);
            // Of equal cards, the first of the deck comes.
            open.fold(None, |best: Option<(usize, f32)>, (index, card)| match best {
                Some((_, worth)) if worth >= card.worth => best,
                _ => Some((index, card.worth)),
            })
        };
        let next = until(now_ms).or_else(|| until(now_ms.saturating_add(u64::from(STUDY_AHEAD_MS))));
        next.map(|(index, _)| index)
    }

    fn value_all(&mut self, scheduler: &Scheduler) {
        let answered = self.cards.iter().filter(|card| was_answered(&card.state, self.day));
        self.answered_notes = answered.filter_map(|card| card.key.note()).collect();
        for index in 0..self.cards.len() {
            self.value(scheduler, index);
        }
    }

    /// Values a card that was answered, and its siblings, which then wait for another day.
    fn value_with_siblings(&mut self, scheduler: &Scheduler, index: usize) {
        let Some(note) = self.cards[index].key.note() else { return self.value(scheduler, index) };
        let siblings: Vec<usize> =
            (0..self.cards.len()).filter(|other| self.cards[*other].key.note() == Some(note)).collect();
        // An undo may have removed the only answer.
        if siblings.iter().any(|sibling| was_answered(&self.cards[*sibling].state, self.day)) {
            self.answered_notes.insert(note);
        } else {
            self.answered_notes.remove(&note);
        }
        for sibling in siblings {
            self.value(scheduler, sibling);
        }
    }

    fn value(&mut self, scheduler: &Scheduler, index: usize) {
        let TimedCard { key, state, target_day, .. } = self.cards[index];
        let is_waiting =
            !was_answered(&state, self.day) && key.note().is_some_and(|note| self.answered_notes.contains(&note));
        let is_answered = state.phase == Phase::Review && state.last_day >= self.day;
        let worth = if !is_available(&state, self.day) || is_answered || is_waiting {
            0.0
        } else {
            let after =
                |rating| self.recall(scheduler, &scheduler.answer(key, &state, rating, 0, self.day), target_day);
            let chance = self.chance(scheduler, &state);
            let gain = chance * after(Rating::Good) + (1.0 - chance) * after(Rating::Again)
                - self.recall(scheduler, &state, target_day);
            let ms = |is_remembered| seconds(self.answer_ms(&state, is_remembered));
            gain / (chance * ms(true) + (1.0 - chance) * ms(false)).max(0.1)
        };
        self.cards[index].worth = worth;
    }

    /// Probability that the student knows the card now.
    fn chance(&self, scheduler: &Scheduler, state: &State) -> f32 {
        self.recall(scheduler, state, self.day)
    }

    /// Probability that the student knows the card on a day, without further answers. What a student knew before the
    /// first answer is forgotten like a card that was remembered then.
    fn recall(&self, scheduler: &Scheduler, state: &State, day: i32) -> f32 {
        let recall = |state: &State| scheduler.recall(state, day).map(|chance| chance.powf(self.forgetting));
        recall(state).unwrap_or_else(|| {
            let known = scheduler.answer(ShortKey(0), state, Rating::Good, 0, self.day);
            self.times.known_before * recall(&known).unwrap_or(1.0)
        })
    }

    fn answer_ms(&self, state: &State, is_remembered: bool) -> u64 {
        if state.phase == Phase::New {
            self.times.first_ms()
        } else if is_remembered {
            self.times.remembered_ms(state)
        } else {
            self.times.forgotten_ms(state)
        }
    }

    /// Expected number of cards that are remembered on their target day. Suspended cards count too.
    fn expected(&self, scheduler: &Scheduler) -> f32 {
        self.cards.iter().map(|card| self.recall(scheduler, &card.state, card.target_day)).sum()
    }
}

/// Returns a number from 0 to 1 that is the same for the same card and number of answers.
fn drawn(card: ShortKey, state: &State) -> f32 {
    let bits = hash_of(card, i32::try_from(state.reviews).unwrap_or(i32::MAX)) >> 48;
    f32::from(u16::try_from(bits).unwrap_or(u16::MAX)) / 65_536.0
}

fn seconds(ms: u64) -> f32 {
    f32::from(u16::try_from(ms / 100).unwrap_or(u16::MAX)) / 10.0
}
