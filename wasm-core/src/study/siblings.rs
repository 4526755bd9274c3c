//! Siblings: the gaps of one card. The answer to one gives away the others, so only one of them comes on a day.

use std::collections::HashMap;

use super::event::ShortKey;
use super::plan::is_available;
use super::review_log::ReviewLog;
use super::schedule::{Phase, State};

/// Order in which siblings come on a day: a card that was answered today comes first, then cards in learning steps, then
/// due cards, then new ones, then all others. The card with the smallest priority comes.
type Priority = (u8, i64);

/// Largest first number of the priority of a card that comes today in any case.
const DUE: u8 = 2;

fn priority_of(state: &State, is_due: bool, day: i32) -> Priority {
    match state.phase {
        _ if was_answered(state, day) => (0, 0),
        _ if !is_available(state, day) => (4, 0),
        Phase::Learning { .. } | Phase::Relearning { .. } => (1, i64::try_from(state.due_ms).unwrap_or(i64::MAX)),
        Phase::Review if is_due => (DUE, i64::from(state.due_day)),
        Phase::New => (3, 0),
        Phase::Review => (4, 0),
    }
}

/// Returns true if the card was answered on this day.
pub(super) fn was_answered(state: &State, day: i32) -> bool {
    state.reviews > 0 && state.last_day >= day
}

/// The card of each note with gaps that comes today, by the key of the note.
pub(super) type FirstSiblings = HashMap<ShortKey, usize>;

impl ReviewLog {
    /// Returns which of the cards at `places` comes today among its siblings there.
    pub(super) fn first_siblings(&mut self, places: impl IntoIterator<Item = usize>, day: i32) -> FirstSiblings {
        let mut first = FirstSiblings::new();
        for place in places {
            let Some(note) = self.cards[place].key.note() else { continue };
            let before = *first.entry(note).or_insert(place);
            if self.priority(place, day) < self.priority(before, day) {
                first.insert(note, place);
            }
        }
        first
    }

    /// Returns true if the card waits for another day because a sibling comes today or was answered today. A card that
    /// was answered today itself does not wait: its learning steps go on.
    pub(super) fn is_waiting(&mut self, first: &FirstSiblings, place: usize, day: i32) -> bool {
        let sibling = self.cards[place].key.note().and_then(|note| first.get(&note));
        sibling.is_some_and(|sibling| *sibling != place) && !was_answered(&self.state_at(place), day)
    }

    /// Returns true if the card was answered today, is due today or is called by an exam.
    pub(super) fn comes_in_any_case(&mut self, place: usize, day: i32) -> bool {
        self.priority(place, day).0 <= DUE
    }

    fn priority(&mut self, place: usize, day: i32) -> Priority {
        let state = self.state_at(place);
        priority_of(&state, self.is_due(place, &state, day), day)
    }

    /// Returns true if a card with an interval of days is due, or if an exam calls it.
    pub(super) fn is_due(&self, place: usize, state: &State, day: i32) -> bool {
        state.phase == Phase::Review
            && (state.due_day <= day || (state.last_day < day && self.cards[place].pulled_day == Some(day)))
    }
}
