//! Siblings: the gaps of one card. The answer to one gives away the others, so only one of them comes on a day.

use std::collections::HashMap;

use super::event::ShortKey;
use super::plan::is_available;
use super::review_log::ReviewLog;
use super::schedule::{Phase, State};

/// Order of the claims to the day: a card that was answered today comes first, then cards in learning steps, then due
/// cards, then new ones. The smallest claim wins.
type Claim = (u8, i64);

fn claim(state: &State, is_due: bool, day: i32) -> Claim {
    let is_answered = was_answered(state, day);
    match state.phase {
        _ if is_answered => (0, 0),
        _ if !is_available(state, day) => (4, 0),
        Phase::Learning { .. } | Phase::Relearning { .. } => (1, i64::try_from(state.due_ms).unwrap_or(i64::MAX)),
        Phase::Review if is_due => (2, i64::from(state.due_day)),
        Phase::New => (3, 0),
        Phase::Review => (4, 0),
    }
}

/// Returns true if the card was answered on this day.
pub(super) fn was_answered(state: &State, day: i32) -> bool {
    state.reviews > 0 && state.last_day >= day
}

impl ReviewLog {
    /// Returns for each card whether it waits for another day because a sibling among the cards at `places` comes today
    /// or was answered today. A card that was answered today itself does not wait: its learning steps go on.
    pub(super) fn waiting_siblings(&mut self, places: &[usize], day: i32) -> Vec<bool> {
        let mut waiting = vec![false; self.cards.len()];
        // The card of each note that comes first.
        let mut first: HashMap<ShortKey, usize> = HashMap::new();
        for place in places.iter().copied() {
            let Some(note) = self.cards[place].note else { continue };
            let Some(before) = first.insert(note, place).filter(|before| *before != place) else { continue };
            let (claim, best) = (self.claim(place, day), self.claim(before, day));
            let (winner, loser) = if claim < best { (place, before) } else { (before, place) };
            first.insert(note, winner);
            waiting[loser] = claim.max(best).0 > 0;
        }
        waiting
    }

    fn claim(&mut self, place: usize, day: i32) -> Claim {
        let state = self.state_at(place);
        claim(&state, self.is_due(place, &state, day), day)
    }

    /// Returns true if a card with an interval of days is due, or if an exam calls it.
    pub(super) fn is_due(&self, place: usize, state: &State, day: i32) -> bool {
        state.phase == Phase::Review
            && (state.due_day <= day || (state.last_day < day && self.cards[place].pulled_day == Some(day)))
    }
}
