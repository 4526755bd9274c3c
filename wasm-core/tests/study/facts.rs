use proptest::prelude::*;
use wasm_core::study::{CardKey, Fact, Rating, What};

/// Noon UTC on a day in January.
pub(crate) const NOON_MS: u64 = 1_767_614_400_000;
pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1000;
pub(crate) const MINUTE_MS: u64 = 60 * 1000;

pub(crate) fn card(number: u128) -> CardKey {
    CardKey(number)
}

pub(crate) fn fact(sequence: u32, card: CardKey, when_ms: u64, what: What) -> Fact {
    Fact { device: 1, sequence, card, when_ms, zone_minutes: 0, what }
}

pub(crate) fn review(sequence: u32, card: CardKey, when_ms: u64, rating: Rating) -> Fact {
    fact(sequence, card, when_ms, What::Review { rating, took_ms: 4000 })
}

pub(crate) fn any_what(devices: u64, sequences: u32) -> impl Strategy<Value = What> {
    prop_oneof![
        8 => (1u8..=4, 0u32..90_000)
            .prop_map(|(number, took_ms)| What::Review { rating: Rating::from_number(number).unwrap(), took_ms }),
        1 => (0..devices, 0..sequences).prop_map(|(device, sequence)| What::Undo { device, sequence }),
        1 => Just(What::Suspend),
        1 => Just(What::Unsuspend),
        1 => Just(What::Bury),
    ]
}
