//! The log of all review events of a student, and the states that follow from them.

use std::collections::HashMap;

use super::day::study_day;
use super::event::{Action, CardKey, Rating, ReviewEvent, ShortKey};
use super::model::Parameters;
use super::pace::Pace;
use super::schedule::{Phase, Scheduler, State, next_phase};

/// The review events and card states of one student. Events may arrive in any order and several times; the same events
/// always give the same states. Older events may be replaced by a snapshot; [`ReviewLog::needs_all`] tells when that is
/// not enough.
#[derive(Debug, Default)]
pub struct ReviewLog {
    places: HashMap<ShortKey, usize>,
    pub(super) cards: Vec<Card>,
    pub(super) scheduler: Scheduler,
    /// Daily totals from a snapshot.
    pub(super) days: Days,
    /// Codes of courses. Cards refer to them by index.
    pub(super) courses: Vec<String>,
    pub(super) exam_pulls: ExamPulls,
    /// Hash of the parameters with which the snapshot was computed, if there is one.
    pub(super) snapshot_parameters: Option<u32>,
}

/// Daily minimums that exams require, besides the cards that they call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ExamPulls {
    pub(super) day: i32,
    /// Number of new cards of all courses that may begin on that day.
    pub(super) new_a_day: u32,
    /// Number of reviews on that day.
    pub(super) reviews_a_day: u32,
}

/// A card with its review events and state.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) key: ShortKey,
    pub(super) course: CourseMembership,
    /// State from a snapshot.
    pub(super) checkpoint: Option<CardCheckpoint>,
    /// Day on which an exam calls the card, due or not.
    pub(super) pulled_day: Option<i32>,
    events: Vec<Counted>,
    /// Current state; `None` until the review events are folded again.
    state: Option<State>,
}

/// The course of a card, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum CourseMembership {
    #[default]
    Unknown,
    /// No course contains the card now.
    Removed,
    /// The course with this index.
    Course(usize),
}

/// The state of a card in a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CardCheckpoint {
    pub(super) state: State,
    /// Time of the newest review event in the state.
    pub(super) watermark_ms: u64,
    /// Review events that were undone before they arrived: device and sequence number.
    pub(super) undone: Vec<(u64, u32)>,
}

/// The totals of all days with answers, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Days(pub(super) Vec<(i32, Day)>);

impl Days {
    /// Returns the totals of a day.
    pub(super) fn totals_of(&self, day: i32) -> Day {
        self.place(day).map_or_else(|_| Day::default(), |place| self.0[place].1)
    }

    fn add(&mut self, answer: &Answered) {
        let place = self.place(answer.day).unwrap_or_else(|place| {
            self.0.insert(place, (answer.day, Day::default()));
            place
        });
        let (_, day) = &mut self.0[place];
        day.answers += 1;
        day.took_ms += u64::from(answer.took_ms);
        if answer.before == Phase::Review {
            day.lapses += u32::from(answer.rating == Rating::Again);
            day.recalls += u32::from(answer.rating != Rating::Again);
        }
    }

    fn place(&self, day: i32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&day, |(day, _)| *day)
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

/// The totals of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Day {
    pub(super) answers: u32,
    pub(super) took_ms: u64,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub(super) recalls: u32,
    /// Number of those in which it was forgotten.
    pub(super) lapses: u32,
}

/// A review event with its effective time. It is ordered by the event first, so that duplicates are adjacent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Counted {
    device: u64,
    sequence: u32,
    at_ms: u64,
    zone_minutes: i16,
    what: Action,
}

impl Counted {
    fn id(&self) -> (u64, u32) {
        (self.device, self.sequence)
    }

    fn takes_back(&self) -> Option<(u64, u32)> {
        match self.what {
            Action::Undo { device, sequence } => Some((device, sequence)),
            Action::Review { .. } | Action::Suspend | Action::Unsuspend | Action::Bury => None,
        }
    }
}

impl ReviewLog {
    /// Changes the desired retention. All intervals are recomputed.
    pub fn set_retention(&mut self, percent: u8) {
        self.set_scheduler(Scheduler::of(percent, *self.scheduler.parameters()));
    }

    /// Changes the parameters of the memory model. All states are recomputed from the review events. Those that a
    /// snapshot replaced are missing for that, so then the log [needs all review events](Self::needs_all).
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.set_scheduler(self.scheduler.with(parameters));
    }

    /// Returns the parameters of the memory model.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        self.scheduler.parameters()
    }

    fn set_scheduler(&mut self, scheduler: Scheduler) {
        self.scheduler = scheduler;
        for card in &mut self.cards {
            card.state = None;
        }
    }

    /// Adds a review event. `received_ms` is the time at which the server received it, `None` if it has not; it is the
    /// upper bound of the event's time.
    pub fn add(&mut self, event: &ReviewEvent, received_ms: Option<u64>) {
        let place = self.index_of(event.card.short_key());
        let at_ms = received_ms.map_or(event.when_ms, |received_ms| event.when_ms.min(received_ms));
        let ReviewEvent { device, sequence, zone_minutes, action: what, .. } = *event;
        let card = &mut self.cards[place];
        card.events.push(Counted { device, sequence, at_ms, zone_minutes, what });
        card.state = None;
    }

    /// Whether a review event arrived that is older than the snapshot of its card or that undoes a covered event, or
    /// whether the snapshot was computed with other parameters. Then only the complete log gives the right state.
    #[must_use]
    pub fn needs_full_log(&self) -> bool {
        let is_outdated = |hash| hash != self.scheduler.parameters().hash();
        self.snapshot_parameters.is_some_and(is_outdated) || self.cards.iter().any(Card::is_late)
    }

    /// Sets the cards of a course. Its previous cards that are not in `cards` then belong to no course.
    pub fn set_course(&mut self, code: &str, cards: &[CardKey]) {
        let course = self.courses.iter().position(|each| each == code).unwrap_or_else(|| {
            self.courses.push(code.to_owned());
            self.courses.len() - 1
        });
        for card in &mut self.cards {
            if card.course == CourseMembership::Course(course) {
                card.course = CourseMembership::Removed;
            }
        }
        for key in cards {
            let place = self.index_of(key.short_key());
            self.cards[place].course = CourseMembership::Course(course);
        }
    }

    /// Returns the index of a card, which is added if it is new.
    pub(super) fn index_of(&mut self, key: ShortKey) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            let card = Card {
                key,
                course: CourseMembership::Unknown,
                checkpoint: None,
                pulled_day: None,
                events: Vec::new(),
                state: None,
            };
            self.cards.push(card);
            self.cards.len() - 1
        })
    }

    /// Returns the current state of a card.
    pub fn state(&mut self, key: CardKey) -> State {
        let place = self.index_of(key.short_key());
        self.state_at(place)
    }

    /// Returns the interval until the next review for each rating, in milliseconds.
    pub fn intervals(&mut self, key: CardKey, now_ms: u64, day: i32) -> [u64; 4] {
        let state = self.state(key);
        self.scheduler.intervals(key.short_key(), &state, now_ms, day)
    }

    pub(super) fn state_at(&mut self, place: usize) -> State {
        let card = &mut self.cards[place];
        *card.state.get_or_insert_with(|| fold(&self.scheduler, card.key, card.checkpoint.as_ref(), &mut card.events))
    }

    /// Returns the answers to a card in order of time, except those that were undone: time, day and rating. Answers that
    /// a snapshot covers are missing.
    pub(super) fn answers(&mut self, place: usize) -> Vec<(u64, i32, Rating)> {
        // Sorts the review events and removes duplicates.
        self.state_at(place);
        let card = &self.cards[place];
        let undone = card.undone();
        let answer = |event: &Counted| match event.what {
            Action::Review { rating, .. } if !undone.contains(&event.id()) => {
                Some((event.at_ms, study_day(event.at_ms, event.zone_minutes), rating))
            }
            _ => None,
        };
        card.events.iter().filter_map(answer).collect()
    }

    /// Returns the totals of each day.
    pub(super) fn all_days(&mut self) -> Days {
        let mut days = self.days.clone();
        self.each_answer(|answer| days.add(answer));
        days
    }

    /// Visits each answer that a snapshot does not cover, except undone ones; those of one card in order of time.
    pub(super) fn each_answer(&mut self, mut visit: impl FnMut(&Answered)) {
        for place in 0..self.cards.len() {
            // Removes duplicate review events and sorts the others.
            self.state_at(place);
            let card = &self.cards[place];
            let undone = card.undone();
            let mut before = card.checkpoint.as_ref().map_or(Phase::New, |base| base.state.phase);
            for event in card.events.iter().filter(|event| !undone.contains(&event.id())) {
                if let Action::Review { rating, took_ms } = event.what {
                    let day = study_day(event.at_ms, event.zone_minutes);
                    visit(&Answered { day, took_ms, rating, before });
                    before = next_phase(before, rating);
                }
            }
        }
    }
}

impl ReviewLog {
    /// Returns how much faster the student forgets than the memory model predicts: the exponent that turns its
    /// predictions into the recall observed in the answers that a snapshot does not cover. 1 is as predicted, which also
    /// holds for the first answers.
    pub(super) fn forgetting(&mut self) -> f32 {
        /// Number and recall of the assumed answers that are as predicted.
        const PRIOR: (f32, f32) = (30.0, 0.9);
        let (weight, recall) = PRIOR;
        let (mut answers, mut predicted, mut observed) = (weight, weight * recall, weight * recall);
        for place in 0..self.cards.len() {
            self.state_at(place);
            let card = &self.cards[place];
            let undone = card.undone();
            let mut state = card.checkpoint.as_ref().map_or_else(State::default, |base| base.state);
            for event in card.events.iter().filter(|event| !undone.contains(&event.id())) {
                let Action::Review { rating, .. } = event.what else { continue };
                let day = study_day(event.at_ms, event.zone_minutes);
                if state.phase == Phase::Review && day > state.last_day {
                    answers += 1.0;
                    predicted += self.scheduler.recall(&state, day).unwrap_or(recall);
                    observed += if rating == Rating::Again { 0.0 } else { 1.0 };
                }
                state = self.scheduler.answer(card.key, &state, rating, event.at_ms, day);
            }
        }
        ((observed / answers).ln() / (predicted / answers).ln()).clamp(0.5, 4.0)
    }
}

impl Card {
    /// Whether the card has any review events.
    pub(super) fn is_known(&self) -> bool {
        self.checkpoint.is_some() || !self.events.is_empty()
    }

    /// Returns the time of the newest review event of the card.
    pub(super) fn watermark_ms(&self) -> u64 {
        let base_ms = self.checkpoint.as_ref().map_or(0, |base| base.watermark_ms);
        self.events.iter().map(|event| event.at_ms).fold(base_ms, u64::max)
    }

    /// Returns the ids of undone review events that have not arrived.
    pub(super) fn pending_undos(&self) -> Vec<(u64, u32)> {
        self.undone().into_iter().filter(|id| !self.has(*id)).collect()
    }

    fn undone(&self) -> Vec<(u64, u32)> {
        undone(self.checkpoint.as_ref(), &self.events)
    }

    fn has(&self, id: (u64, u32)) -> bool {
        self.events.iter().any(|event| event.id() == id)
    }

    fn is_late(&self) -> bool {
        let Some(base) = &self.checkpoint else { return false };
        self.events
            .iter()
            .any(|event| event.at_ms <= base.watermark_ms || event.takes_back().is_some_and(|id| !self.has(id)))
    }
}

fn undone(base: Option<&CardCheckpoint>, events: &[Counted]) -> Vec<(u64, u32)> {
    let before = base.into_iter().flat_map(|base| base.undone.iter().copied());
    before.chain(events.iter().filter_map(Counted::takes_back)).collect()
}

/// Folds review events into a state, in any order of arrival. Removes duplicates from `events`.
fn fold(scheduler: &Scheduler, key: ShortKey, base: Option<&CardCheckpoint>, events: &mut Vec<Counted>) -> State {
    // Of duplicates, the first received one counts.
    events.sort_unstable();
    events.dedup_by_key(|event| event.id());
    events.sort_unstable_by_key(|event| (event.at_ms, event.device, event.sequence));
    let undone = undone(base, events);
    let mut state = base.map_or_else(State::default, |base| scheduler.reschedule(key, &base.state));
    for event in events.iter().filter(|event| !undone.contains(&event.id())) {
        let day = study_day(event.at_ms, event.zone_minutes);
        match event.what {
            Action::Review { rating, took_ms } => {
                let pace = Pace::after(state.pace, state.reviews, rating, took_ms);
                state = State { pace, ..scheduler.answer(key, &state, rating, event.at_ms, day) };
            }
            Action::Suspend => state.is_suspended = true,
            Action::Unsuspend => state.is_suspended = false,
            Action::Bury => state.buried_day = Some(day),
            Action::Undo { .. } => {}
        }
    }
    state
}
