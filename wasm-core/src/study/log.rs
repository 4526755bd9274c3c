//! All facts of a student, and what follows from them.

use std::collections::HashMap;

use super::day::study_day;
use super::fact::{CardKey, Fact, ShortKey, What};
use super::schedule::{Scheduler, State};

/// All that is known of one student's cards. Facts may arrive in any order and several times; the same facts always give the
/// same states. What is old may be known from a snapshot; [`Log::needs_all`] says when that is not enough.
#[derive(Debug, Default)]
pub struct Log {
    places: HashMap<ShortKey, usize>,
    pub(super) cards: Vec<Card>,
    pub(super) scheduler: Scheduler,
    /// What a snapshot says of each day.
    pub(super) days: Days,
    /// Codes of courses, by the number that cards name them by.
    pub(super) courses: Vec<String>,
    pub(super) calls: Calls,
}

/// What exams want of a day, beside the cards that they call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Calls {
    pub(super) day: i32,
    /// How many new cards of all courses they let begin on that day,
    pub(super) new_a_day: u32,
    /// and how many come again.
    pub(super) reviews_a_day: u32,
}

/// A card, and what is known about it.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) key: ShortKey,
    pub(super) course: Whereabouts,
    /// What a snapshot says of it.
    pub(super) base: Option<Base>,
    /// The day on which an exam wants it, due or not.
    pub(super) called_day: Option<i32>,
    facts: Vec<Counted>,
    /// Nothing while it is to be folded anew.
    state: Option<State>,
}

/// Where a card is, as far as anybody said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Whereabouts {
    #[default]
    Unknown,
    /// In none of the courses any more.
    Gone,
    /// In the course of this number.
    Course(usize),
}

/// What a snapshot says of a card.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Base {
    pub(super) state: State,
    /// Everything that it was made of happened at this time or before.
    pub(super) covered_ms: u64,
    /// Facts that were taken back before they arrived, by their devices and numbers.
    pub(super) undone: Vec<(u64, u32)>,
}

/// What was done on each day, for all days on which something was, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Days(pub(super) Vec<(i32, Day)>);

impl Days {
    /// What was done on a day.
    pub(super) fn on(&self, day: i32) -> Day {
        self.place(day).map_or_else(|_| Day::default(), |place| self.0[place].1)
    }

    fn add(&mut self, day: i32, took_ms: u32) {
        let place = self.place(day).unwrap_or_else(|place| {
            self.0.insert(place, (day, Day::default()));
            place
        });
        let (_, day) = &mut self.0[place];
        day.answers += 1;
        day.took_ms += u64::from(took_ms);
    }

    fn place(&self, day: i32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&day, |(day, _)| *day)
    }
}

/// What was done on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Day {
    pub(super) answers: u32,
    pub(super) took_ms: u64,
}

/// A fact, and when it counts as having happened. Ordered by the fact first, so that copies stand together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Counted {
    device: u64,
    sequence: u32,
    at_ms: u64,
    zone_minutes: i16,
    what: What,
}

impl Counted {
    fn id(&self) -> (u64, u32) {
        (self.device, self.sequence)
    }

    fn takes_back(&self) -> Option<(u64, u32)> {
        match self.what {
            What::Undo { device, sequence } => Some((device, sequence)),
            What::Review { .. } | What::Suspend | What::Unsuspend | What::Bury => None,
        }
    }
}

impl Log {
    /// Wants other chances of remembering from now on: all intervals are calculated anew.
    pub fn set_retention(&mut self, percent: u8) {
        self.scheduler = Scheduler::new(percent);
        for card in &mut self.cards {
            card.state = None;
        }
    }

    /// Takes a fact in. `received_ms` is when the server had it, nothing while it has not: a time later than that counts as
    /// that.
    pub fn add(&mut self, fact: &Fact, received_ms: Option<u64>) {
        let place = self.place_of(fact.card.short());
        let at_ms = received_ms.map_or(fact.when_ms, |received_ms| fact.when_ms.min(received_ms));
        let Fact { device, sequence, zone_minutes, what, .. } = *fact;
        let card = &mut self.cards[place];
        card.facts.push(Counted { device, sequence, at_ms, zone_minutes, what });
        card.state = None;
    }

    /// Whether a fact came that is as old as what a snapshot covers of its card, or takes back what it covers: only a log
    /// of all facts says how that ends.
    #[must_use]
    pub fn needs_all(&self) -> bool {
        self.cards.iter().any(Card::is_late)
    }

    /// These are the cards of a course now. Cards that were in it before and are not named are in none any more.
    pub fn set_course(&mut self, code: &str, cards: &[CardKey]) {
        let course = self.courses.iter().position(|each| each == code).unwrap_or_else(|| {
            self.courses.push(code.to_owned());
            self.courses.len() - 1
        });
        for card in &mut self.cards {
            if card.course == Whereabouts::Course(course) {
                card.course = Whereabouts::Gone;
            }
        }
        for key in cards {
            let place = self.place_of(key.short());
            self.cards[place].course = Whereabouts::Course(course);
        }
    }

    /// The place of a card; one that is new gets one.
    pub(super) fn place_of(&mut self, key: ShortKey) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            let card = Card {
                key,
                course: Whereabouts::Unknown,
                base: None,
                called_day: None,
                facts: Vec::new(),
                state: None,
            };
            self.cards.push(card);
            self.cards.len() - 1
        })
    }

    /// What is known of a card now.
    pub fn state(&mut self, key: CardKey) -> State {
        let place = self.place_of(key.short());
        self.state_at(place)
    }

    /// How long it would be until the card comes again, in milliseconds, for each answer to it now.
    pub fn intervals(&mut self, key: CardKey, now_ms: u64, day: i32) -> [u64; 4] {
        let state = self.state(key);
        self.scheduler.intervals(key.short(), &state, now_ms, day)
    }

    pub(super) fn state_at(&mut self, place: usize) -> State {
        let card = &mut self.cards[place];
        *card.state.get_or_insert_with(|| fold(&self.scheduler, card.key, card.base.as_ref(), &mut card.facts))
    }

    /// What was done on each day.
    pub(super) fn all_days(&mut self) -> Days {
        let mut days = self.days.clone();
        for place in 0..self.cards.len() {
            // Leaves each fact once.
            self.state_at(place);
            let card = &self.cards[place];
            let undone = card.undone();
            for fact in card.facts.iter().filter(|fact| !undone.contains(&fact.id())) {
                if let What::Review { took_ms, .. } = fact.what {
                    days.add(study_day(fact.at_ms, fact.zone_minutes), took_ms);
                }
            }
        }
        days
    }
}

impl Card {
    /// Whether anything was done with it.
    pub(super) fn is_known(&self) -> bool {
        self.base.is_some() || !self.facts.is_empty()
    }

    /// Before when, and when, everything about it happened.
    pub(super) fn covered_ms(&self) -> u64 {
        let base_ms = self.base.as_ref().map_or(0, |base| base.covered_ms);
        self.facts.iter().map(|fact| fact.at_ms).fold(base_ms, u64::max)
    }

    /// What is taken back and has not arrived.
    pub(super) fn still_to_undo(&self) -> Vec<(u64, u32)> {
        self.undone().into_iter().filter(|id| !self.has(*id)).collect()
    }

    fn undone(&self) -> Vec<(u64, u32)> {
        undone(self.base.as_ref(), &self.facts)
    }

    fn has(&self, id: (u64, u32)) -> bool {
        self.facts.iter().any(|fact| fact.id() == id)
    }

    fn is_late(&self) -> bool {
        let Some(base) = &self.base else { return false };
        self.facts.iter().any(|fact| fact.at_ms <= base.covered_ms || fact.takes_back().is_some_and(|id| !self.has(id)))
    }
}

fn undone(base: Option<&Base>, facts: &[Counted]) -> Vec<(u64, u32)> {
    let before = base.into_iter().flat_map(|base| base.undone.iter().copied());
    before.chain(facts.iter().filter_map(Counted::takes_back)).collect()
}

/// The state that facts make, whatever order they came in. Leaves each of them once.
fn fold(scheduler: &Scheduler, key: ShortKey, base: Option<&Base>, facts: &mut Vec<Counted>) -> State {
    // Of copies the one that was received first counts.
    facts.sort_unstable();
    facts.dedup_by_key(|fact| fact.id());
    facts.sort_unstable_by_key(|fact| (fact.at_ms, fact.device, fact.sequence));
    let undone = undone(base, facts);
    let mut state = base.map_or_else(State::default, |base| scheduler.due(key, &base.state));
    for fact in facts.iter().filter(|fact| !undone.contains(&fact.id())) {
        let day = study_day(fact.at_ms, fact.zone_minutes);
        match fact.what {
            What::Review { rating, .. } => state = scheduler.answer(key, &state, rating, fact.at_ms, day),
            What::Suspend => state.is_suspended = true,
            What::Unsuspend => state.is_suspended = false,
            What::Bury => state.buried_day = Some(day),
            What::Undo { .. } => {}
        }
    }
    state
}
