use proptest::prelude::*;
use wasm_core::study::{Action, CardKey, Phase, Rating, ReviewEvent, ReviewLog, State};

use crate::facts::{DAY_MS, MINUTE_MS, NOON_MS, any_what, card, fact, review};

const DEVICES: u64 = 3;
const CARDS: u128 = 4;

/// Facts of three devices with inaccurate clocks, and the times at which the server received them.
fn logs() -> impl Strategy<Value = Vec<(ReviewEvent, Option<u64>)>> {
    let one = (0..DEVICES, 0..CARDS, 0u64..40 * 24 * 60, any_what(DEVICES, 12), 0u64..60 * 24 * 60);
    prop::collection::vec(one, 0..24).prop_map(|facts| {
        let mut sequences = [0; 3];
        let of = |(device, number, minute, what, received): (u64, u128, u64, Action, u64)| {
            let sequence = &mut sequences[usize::try_from(device).unwrap()];
            *sequence += 1;
            let when_ms = NOON_MS + minute * MINUTE_MS;
            let fact =
                ReviewEvent { device, sequence: *sequence, card: card(number), when_ms, zone_minutes: -240, what };
            (fact, Some(NOON_MS + received * MINUTE_MS))
        };
        facts.into_iter().map(of).collect()
    })
}

fn states(facts: &[(ReviewEvent, Option<u64>)]) -> Vec<State> {
    let mut log = ReviewLog::default();
    for (fact, received_ms) in facts {
        log.add(fact, *received_ms);
    }
    (0..CARDS).map(|number| log.state(CardKey(number))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn s4_study_3_review_logs_of_three_devices_merge_to_the_same_state_in_every_order(
        (facts, shuffled) in logs().prop_flat_map(|facts| (Just(facts.clone()), Just(facts).prop_shuffle())),
        again in any::<prop::sample::Index>(),
    ) {
        let expected = states(&facts);
        prop_assert_eq!(&states(&shuffled), &expected);
        // Duplicates arrive later, and states are read in between.
        let mut log = ReviewLog::default();
        for (fact, received_ms) in &shuffled {
            log.add(fact, *received_ms);
            log.state(fact.card);
        }
        if !facts.is_empty() {
            let (fact, received_ms) = facts[again.index(facts.len())];
            log.add(&fact, received_ms.map(|received_ms| received_ms + 5));
        }
        let found: Vec<State> = (0..CARDS).map(|number| log.state(CardKey(number))).collect();
        prop_assert_eq!(&found, &expected);
    }
}

fn log_of(facts: &[ReviewEvent]) -> ReviewLog {
    let mut log = ReviewLog::default();
    for fact in facts {
        log.add(fact, None);
    }
    log
}

#[test]
fn an_undone_review_has_no_effect_even_if_the_undo_arrives_first() {
    let good = review(1, card(1), NOON_MS, Rating::Good);
    let wrong = review(2, card(1), NOON_MS + 10 * MINUTE_MS, Rating::Again);
    let undo = fact(3, card(1), NOON_MS + 11 * MINUTE_MS, Action::Undo { device: 1, sequence: 2 });
    let expected = log_of(&[good]).state(card(1));
    assert_eq!(expected.phase, Phase::Learning { step: 1 });
    assert_eq!(log_of(&[good, wrong, undo]).state(card(1)), expected);
    assert_eq!(log_of(&[undo, wrong, good]).state(card(1)), expected);
}

#[test]
fn a_review_time_after_the_time_of_its_receipt_is_replaced_by_the_time_of_receipt() {
    let ahead = review(1, card(1), NOON_MS + 300 * DAY_MS, Rating::Easy);
    let mut log = ReviewLog::default();
    log.add(&ahead, Some(NOON_MS));
    let expected = log_of(&[review(1, card(1), NOON_MS, Rating::Easy)]).state(card(1));
    assert_eq!(log.state(card(1)), expected);
}

#[test]
fn suspending_and_burying_can_be_undone() {
    let suspend = fact(1, card(1), NOON_MS, Action::Suspend);
    assert!(log_of(&[suspend]).state(card(1)).is_suspended);
    let back = fact(2, card(1), NOON_MS + 1, Action::Unsuspend);
    assert!(!log_of(&[suspend, back]).state(card(1)).is_suspended);
    let bury = fact(1, card(1), NOON_MS, Action::Bury);
    assert!(log_of(&[bury]).state(card(1)).buried_day.is_some());
    let undo = fact(2, card(1), NOON_MS + 1, Action::Undo { device: 1, sequence: 1 });
    assert_eq!(log_of(&[bury, undo]).state(card(1)), State::default());
}
