use proptest::prelude::*;
use wasm_core::study::{Action, CardKey, Overview, Rating, ReviewEvent, ReviewLog, Settings, State};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, any_what, card, event, review};

/// Returns the key of one of the cards of these tests: two plain cards, and two gaps of another one.
fn key(number: u128) -> CardKey {
    match u32::try_from(number) {
        Ok(gap @ 2..) => card(2).gap(gap - 1).unwrap(),
        _ => card(number),
    }
}

const DEVICES: u64 = 3;
const CARDS: u128 = 4;
const LAST_MS: u64 = NOON_MS + 60 * DAY_MS;

/// A review event with the time at which the server received it.
type Received = (ReviewEvent, u64);

/// Review events of three devices: most are sent soon after they happen, some much later.
fn logs() -> impl Strategy<Value = Vec<Received>> {
    let late = prop_oneof![3 => 0u64..30, 1 => 0u64..20 * 24 * 60];
    let one = (0..DEVICES, 0..CARDS, 0u64..40 * 24 * 60, any_what(DEVICES, 12), late);
    prop::collection::vec(one, 0..24).prop_map(|events| {
        let mut sequences = [0; 3];
        let of = |(device, number, minute, what, late): (u64, u128, u64, Action, u64)| {
            let sequence = &mut sequences[usize::try_from(device).unwrap()];
            *sequence += 1;
            let when_ms = NOON_MS + minute * MINUTE_MS;
            let event = ReviewEvent {
                device,
                sequence: *sequence,
                card: key(number),
                when_ms,
                zone_minutes: -240,
                action: what,
            };
            (event, when_ms + late * MINUTE_MS)
        };
        events.into_iter().map(of).collect()
    })
}

/// Each device knows the cards of a course, whether or not they were answered.
fn in_course(mut log: ReviewLog) -> ReviewLog {
    log.set_course("CS246", &[key(0), key(2), key(3)]);
    log
}

fn log_of<'a>(events: impl IntoIterator<Item = &'a Received>) -> ReviewLog {
    let mut log = in_course(ReviewLog::default());
    for (event, received_ms) in events {
        log.add(event, Some(*received_ms));
    }
    log
}

/// Returns the log of a device that starts with this snapshot and adds the review events that it does not cover. Reads
/// all events if that is not enough.
fn continued(snapshot: &[u8], events: &[Received], until_ms: u64) -> ReviewLog {
    let mut log = ReviewLog::default();
    let covered_ms = log.restore(snapshot).unwrap();
    for (event, received_ms) in events.iter().filter(|(_, at_ms)| (covered_ms..until_ms).contains(at_ms)) {
        log.add(event, Some(*received_ms));
    }
    if log.needs_full_log() { log_of(events.iter().filter(|(_, at_ms)| *at_ms < until_ms)) } else { in_course(log) }
}

/// Returns everything in the log that a student can see.
fn seen(log: &mut ReviewLog) -> (Vec<State>, Overview, impl PartialEq + std::fmt::Debug) {
    let deck: Vec<CardKey> = (0..CARDS).map(key).collect();
    let settings = Settings::default();
    let states = deck.iter().map(|key| log.state(*key)).map(|state| State {
        first_day: 0,
        review_day: None,
        buried_day: None,
        ..state
    });
    let states = states.collect();
    let days = [LAST_MS, LAST_MS + DAY_MS].map(|now_ms| log.today(&deck, &settings, now_ms, -240));
    (states, log.overview(&settings, LAST_MS, -240), days)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn snapshots_taken_at_any_time_lead_to_the_same_state_as_the_whole_log(
        events in logs(),
        mut cuts in prop::collection::vec(0u64..60 * 24 * 60, 1..4),
        again in any::<prop::sample::Index>(),
        retention_percent in 70u8..=97,
    ) {
        cuts.sort_unstable();
        let mut events = events;
        if !events.is_empty() {
            // A duplicate that arrives much later.
            let (event, received_ms) = events[again.index(events.len())];
            events.push((event, received_ms + 3 * DAY_MS));
        }
        let mut snapshot = log_of(&[]).snapshot(0).unwrap();
        for minute in cuts {
            let until_ms = NOON_MS + minute * MINUTE_MS;
            snapshot = continued(&snapshot, &events, until_ms).snapshot(until_ms).unwrap();
        }
        let mut found = continued(&snapshot, &events, u64::MAX);
        let mut expected = log_of(&events);
        found.set_retention(retention_percent);
        expected.set_retention(retention_percent);
        prop_assert_eq!(seen(&mut found), seen(&mut expected));
    }

    #[test]
    fn damaged_snapshots_and_arbitrary_bytes_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), to: u8) {
        let mut log = log_of(&[(review(1, card(0), NOON_MS, Rating::Good), NOON_MS)]);
        let whole = log.snapshot(LAST_MS).unwrap();
        let mut damaged = whole.clone();
        let at = at.index(whole.len());
        damaged[at] = to;
        let mut other = ReviewLog::default();
        prop_assert_eq!(other.restore(&damaged).is_ok(), damaged == whole);
        prop_assert!(other.restore(&bytes).is_err());
    }
}

/// Returns a log that restores a snapshot with one answer at noon and adds these review events.
fn after(events: &[ReviewEvent]) -> ReviewLog {
    let mut log = ReviewLog::default();
    log.add(&review(1, card(1), NOON_MS, Rating::Good), Some(NOON_MS));
    let snapshot = log.snapshot(NOON_MS + DAY_MS).unwrap();
    let mut log = ReviewLog::default();
    assert_eq!(log.restore(&snapshot), Ok(NOON_MS + DAY_MS));
    for event in events {
        log.add(event, None);
    }
    log
}

#[test]
fn reading_review_events_newer_than_a_snapshot_does_not_need_the_whole_log() {
    assert!(!after(&[]).needs_full_log());
    let later_ms = NOON_MS + 2 * DAY_MS;
    let again = review(2, card(1), later_ms, Rating::Again);
    let undo = event(3, card(1), later_ms + 1, Action::Undo { device: 1, sequence: 2 });
    assert!(!after(&[again, undo, event(4, card(1), later_ms + 2, Action::Suspend)]).needs_full_log());
    assert!(
        !after(&[review(5, card(2), NOON_MS - DAY_MS, Rating::Good)]).needs_full_log(),
        "a card that it does not know"
    );
}

#[test]
fn review_events_older_than_a_snapshot_and_their_undos_need_the_whole_log() {
    assert!(after(&[review(2, card(1), NOON_MS, Rating::Again)]).needs_full_log());
    let mut undone = after(&[event(2, card(1), NOON_MS + 2 * DAY_MS, Action::Undo { device: 1, sequence: 1 })]);
    assert!(undone.needs_full_log());
    assert_eq!(undone.snapshot(NOON_MS + 3 * DAY_MS), None);
}
