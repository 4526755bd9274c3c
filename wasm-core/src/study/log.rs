//! All facts of a student, and what follows from them.

use std::collections::HashMap;

use super::day::study_day;
use super::fact::{CardKey, Fact, What};
use super::schedule::{Scheduler, State};

/// All that is known of one student's cards. Facts may arrive in any order and several times; the same facts always give the
/// same states.
#[derive(Debug, Default)]
pub struct Log {
    places: HashMap<CardKey, usize>,
    pub(super) cards: Vec<Card>,
    pub(super) scheduler: Scheduler,
}

/// A card, and the facts about it.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) key: CardKey,
    facts: Vec<Counted>,
    /// Nothing while it is to be folded anew.
    state: Option<State>,
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
        let place = self.place_of(fact.card);
        let at_ms = received_ms.map_or(fact.when_ms, |received_ms| fact.when_ms.min(received_ms));
        let Fact { device, sequence, zone_minutes, what, .. } = *fact;
        let card = &mut self.cards[place];
        card.facts.push(Counted { device, sequence, at_ms, zone_minutes, what });
        card.state = None;
    }

    /// The place of a card; one that is new gets one.
    pub(super) fn place_of(&mut self, key: CardKey) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.cards.push(Card { key, facts: Vec::new(), state: None });
            self.cards.len() - 1
        })
    }

    /// What is known of a card now.
    pub fn state(&mut self, key: CardKey) -> State {
        let place = self.place_of(key);
        self.state_at(place)
    }

    /// How long it would be until the card comes again, in milliseconds, for each answer to it now.
    pub fn intervals(&mut self, key: CardKey, now_ms: u64, day: i32) -> [u64; 4] {
        let state = self.state(key);
        self.scheduler.intervals(key, &state, now_ms, day)
    }

    pub(super) fn state_at(&mut self, place: usize) -> State {
        let card = &mut self.cards[place];
        *card.state.get_or_insert_with(|| fold(&self.scheduler, card.key, &mut card.facts))
    }
}

/// The state that facts make, whatever order they came in. Leaves each of them once.
fn fold(scheduler: &Scheduler, key: CardKey, facts: &mut Vec<Counted>) -> State {
    // Of copies the one that was received first counts.
    facts.sort_unstable();
    facts.dedup_by_key(|fact| (fact.device, fact.sequence));
    facts.sort_unstable_by_key(|fact| (fact.at_ms, fact.device, fact.sequence));
    let undone: Vec<(u64, u32)> = facts
        .iter()
        .filter_map(|fact| match fact.what {
            What::Undo { device, sequence } => Some((device, sequence)),
            What::Review { .. } | What::Suspend | What::Unsuspend | What::Bury => None,
        })
        .collect();
    let mut state = State::default();
    for fact in facts.iter().filter(|fact| !undone.contains(&(fact.device, fact.sequence))) {
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
