use proptest::prelude::*;
use wasm_core::study::{Action, CardKey, Phase, Rating, ReviewEvent, ReviewLog, State};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, any_what, card, event, review};

const DEVICES: u64 = 3;
const CARDS: u128 = 4;

/// Review events of three devices with inaccurate clocks, and the times at which the server received them.
fn logs() -> impl Strategy<Value = Vec<(ReviewEvent, Option<u64>)>> {
    let one = (0..DEVICES, 0..CARDS, 0u64..40 * 24 * 60, any_what(DEVICES, 12), 0u64..60 * 24 * 60);
    prop::collection::vec(one, 0..24).prop_map(|events| {
        let mut sequences = [0; 3];
        let of = |(device, number, minute, what, received): (u64, u128, u64, Action, u64)| {
            let sequence = &mut sequences[usize::try_from(device).unwrap()];
            *sequence += 1;
            let when_ms = NOON_MS + minute * MINUTE_MS;
            let event = ReviewEvent {
                device,
                sequence: *sequence,
                card: card(number),
                when_ms,
                zone_minutes: -240,
                action: what,
            };
            (event, Some(NOON_MS + received * MINUTE_MS))
        };
        events.into_iter().map(of).collect()
    })
}

fn states(events: &[(ReviewEvent, Option<u64>)]) -> Vec<State> {
    let mut log = ReviewLog::default();
    for (event, received_ms) in events {
        log.add(event, *received_ms);
    }
    (0..CARDS).map(|number| log.state(CardKey(number))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn s4_study_3_review_logs_of_three_devices_merge_to_the_same_state_in_every_order(
        (events, shuffled) in logs().prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
        again in any::<prop::sample::Index>(),
    ) {
        let expected = states(&events);
        prop_assert_eq!(&states(&shuffled), &expected);
        // Duplicates arrive later, and states are read in between.
        let mut log = ReviewLog::default();
        for (event, received_ms) in &shuffled {
            log.add(event, *received_ms);
            log.state(event.card);
        }
        if !events.is_empty() {
            let (event, received_ms) = events[again.index(events.len())];
            log.add(&event, received_ms.map(|received_ms| received_ms + 5));
        }
        let found: Vec<State> = (0..CARDS).map(|number| log.state(CardKey(number))).collect();
        prop_assert_eq!(&found, &expected);
    }
}

fn log_of(events: &[ReviewEvent]) -> ReviewLog {
    let mut log = ReviewLog::default();
    for event in events {
        log.add(event, None);
    }
    log
}

#[test]
fn an_undone_review_has_no_effect_even_if_the_undo_arrives_first() {
    let good = review(1, card(1), NOON_MS, Rating::Good);
    let wrong = review(2, card(1), NOON_MS + 10 * MINUTE_MS, Rating::Again);
    let undo = event(3, card(1), NOON_MS + 11 * MINUTE_MS, Action::Undo { device: 1, sequence: 2 });
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
    let suspend = event(1, card(1), NOON_MS, Action::Suspend);
    assert!(log_of(&[suspend]).state(card(1)).is_suspended);
    let back = event(2, card(1), NOON_MS + 1, Action::Unsuspend);
    assert!(!log_of(&[suspend, back]).state(card(1)).is_suspended);
    let bury = event(1, card(1), NOON_MS, Action::Bury);
    assert!(log_of(&[bury]).state(card(1)).buried_day.is_some());
    let undo = event(2, card(1), NOON_MS + 1, Action::Undo { device: 1, sequence: 1 });
    assert_eq!(log_of(&[bury, undo]).state(card(1)), State::default());
}
