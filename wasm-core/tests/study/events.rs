use proptest::prelude::*;
use wasm_core::study::{Action, CardKey, Rating, ReviewEvent};

/// Noon UTC on a day in January.
pub(crate) const NOON_MS: u64 = 1_767_614_400_000;
pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1000;
pub(crate) const MINUTE_MS: u64 = 60 * 1000;

pub(crate) fn card(number: u128) -> CardKey {
    CardKey(number)
}

pub(crate) fn event(sequence: u32, card: CardKey, when_ms: u64, what: Action) -> ReviewEvent {
    ReviewEvent { device: 1, sequence, card, when_ms, zone_minutes: 0, action: what }
}

pub(crate) fn review(sequence: u32, card: CardKey, when_ms: u64, rating: Rating) -> ReviewEvent {
    event(sequence, card, when_ms, Action::Review { rating, took_ms: 4000 })
}

pub(crate) fn any_what(devices: u64, sequences: u32) -> impl Strategy<Value = Action> {
    prop_oneof![
        8 => (1u8..=4, 0u32..90_000)
            .prop_map(|(number, took_ms)| Action::Review { rating: Rating::from_number(number).unwrap(), took_ms }),
        1 => (0..devices, 0..sequences).prop_map(|(device, sequence)| Action::Undo { device, sequence }),
        1 => Just(Action::Suspend),
        1 => Just(Action::Unsuspend),
        1 => Just(Action::Bury),
    ]
}
