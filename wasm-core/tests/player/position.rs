//! Conflict resolution of positions.

use proptest::prelude::*;
use wasm_core::limits::POSITION_AHEAD_MAX_MS;
use wasm_core::player::position::{PlaybackReport, Position};
use wasm_core::position::{COUNTER_MAX, HlcStamped as _, hlc_tick, newer};

/// Few values for each field, so that positions often agree in some of them.
fn position() -> impl Strategy<Value = Position> {
    let device = prop_oneof![Just("desk"), Just("phone")];
    let position_ms = prop_oneof![Just(0), Just(4999), Just(5000), 0..90_000_u32];
    let duration_ms = prop_oneof![Just(None), Just(Some(90_000))];
    (0..6_u64, device, position_ms, duration_ms, any::<bool>(), any::<bool>()).prop_map(
        |(counter, device, position_ms, duration_ms, is_finished, is_restart)| Position {
            counter,
            device: device.to_owned(),
            position_ms,
            duration_ms,
            is_finished,
            is_restart,
        },
    )
}

fn heard(position_secs: f64) -> PlaybackReport {
    PlaybackReport { position_secs, duration_secs: Some(1000.0), is_finished: false, is_restart: false }
}

proptest! {
    #[test]
    fn merging_positions_does_not_depend_on_order_grouping_or_repetition(a in position(), b in position(), c in position()) {
        let both = |one: &Position, other: &Position| newer(one.clone(), other.clone());
        prop_assert_eq!(both(&a, &a), a.clone());
        prop_assert_eq!(both(&a, &b), both(&b, &a));
        prop_assert_eq!(both(&both(&a, &b), &c), both(&a, &both(&b, &c)));
        prop_assert_eq!(both(&both(&a, &b), &b), both(&a, &b));
        prop_assert!(!(a.wins_over(&b) && b.wins_over(&a)));
        prop_assert!(a == b || a.wins_over(&b) || b.wins_over(&a));
    }

    #[test]
    fn an_older_position_never_overwrites_a_newer_one(stored in position(), arriving in position()) {
        prop_assume!(arriving.counter < stored.counter && !stored.records_only_opening());
        prop_assert_eq!(newer(stored.clone(), arriving), stored);
    }

    #[test]
    fn a_position_never_returns_to_the_beginning_unless_the_user_restarted_the_recording(stored in position(), arriving in position()) {
        prop_assume!(!stored.records_only_opening());
        let now = newer(stored.clone(), arriving.clone());
        prop_assert!(now == stored || arriving.position_ms >= 5000 || arriving.is_restart || arriving.is_finished);
    }

    /// Two devices listen and sync occasionally. Messages arrive late, twice and in any order.
    #[test]
    fn devices_have_the_same_position_after_all_messages_have_arrived(
        steps in prop::collection::vec((0..2_usize, 0..900_u32, any::<bool>(), 0..50_u64, any::<bool>()), 1..30),
        order in any::<prop::sample::Index>(),
    ) {
        let mut known: [Option<Position>; 2] = [None, None];
        let mut said: Vec<Position> = Vec::new();
        for (device, secs, is_restart, now_ms, hears_other) in steps {
            if hears_other && let Some(other) = known[1 - device].clone() {
                known[device] = Some(known[device].take().map_or(other.clone(), |mine| newer(mine, other)));
            }
            let seen = known[device].clone();
            let name = ["desk", "phone"][device];
            let new = Position::record(seen.as_ref(), name, PlaybackReport { is_restart, ..heard(f64::from(secs)) }, now_ms);
            if let Some(seen) = seen {
                prop_assert!(new.counter > seen.counter);
                prop_assert!(new.records_only_opening() || new.wins_over(&seen));
                known[device] = Some(newer(seen, new.clone()));
            } else {
                known[device] = Some(new.clone());
            }
            said.push(new);
        }
        let all = said.iter().cloned().reduce(newer).unwrap();
        let turn = order.index(said.len());
        said.rotate_left(turn);
        said.extend(said.clone());
        said.reverse();
        prop_assert_eq!(said.into_iter().reduce(newer).unwrap(), all);
    }

    #[test]
    fn next_counter_exceeds_all_known_counters_whatever_the_clock_says(seen in 0..COUNTER_MAX, now_ms in any::<u64>()) {
        let next = hlc_tick(seen, now_ms);
        prop_assert!(next > seen && next <= COUNTER_MAX);
    }

    #[test]
    fn any_floating_point_number_of_seconds_gives_a_valid_position(secs in any::<f64>(), duration in any::<Option<f64>>()) {
        let made = Position::record(None, "desk", PlaybackReport { duration_secs: duration, ..heard(secs) }, 1);
        prop_assert!(made.start_secs() >= 0.0 && made.start_secs().is_finite());
        prop_assert!(made.duration_ms != Some(0));
    }
}

#[test]
fn positions_of_devices_that_have_not_synced_are_ordered_by_clock() {
    let desk = Position::record(None, "desk", heard(900.0), 1000);
    let phone = Position::record(None, "phone", heard(60.0), 2000);
    assert_eq!(newer(desk, phone.clone()), phone);
}

#[test]
fn setting_the_clock_back_does_not_lose_the_current_position() {
    let before = Position::record(None, "desk", heard(60.0), 9000);
    let after = Position::record(Some(&before), "desk", heard(90.0), 10);
    assert_eq!((after.counter, after.wins_over(&before)), (9001, true));
}

#[test]
fn opening_a_recording_keeps_the_stored_position_and_restarting_it_on_purpose_replaces_the_position() {
    let left = Position::record(None, "phone", heard(1800.0), 1000);
    let opened = Position::record(Some(&left), "desk", heard(0.4), 2000);
    assert_eq!(newer(left.clone(), opened), left);
    let restarted = Position::record(Some(&left), "desk", PlaybackReport { is_restart: true, ..heard(0.0) }, 2000);
    assert_eq!(newer(left, restarted.clone()), restarted);
}

#[test]
fn a_recording_is_finished_at_or_just_before_its_end() {
    let finished = |position_secs: f64, duration_secs: Option<f64>, is_finished: bool| {
        let heard = PlaybackReport { position_secs, duration_secs, is_finished, is_restart: false };
        Position::record(None, "desk", heard, 1).is_finished
    };
    assert!(finished(12.0, None, true));
    assert!(!finished(12.0, None, false));
    assert!(finished(1990.0, Some(2000.0), false));
    assert!(!finished(1989.9, Some(2000.0), false));
    assert!(finished(57.0, Some(60.0), false));
    assert!(!finished(56.9, Some(60.0), false));
    assert!(finished(70.0, Some(60.0), false));
    assert!(!finished(0.0, Some(0.0), false));
}

#[test]
fn a_recording_resumes_at_its_position_unless_finished_or_barely_started() {
    let start = |position_secs: f64| Position::record(None, "desk", heard(position_secs), 1).start_secs();
    assert_eq!([start(4.9), start(5.0), start(700.25), start(995.0)], [0.0, 5.0, 700.25, 0.0]);
}

#[test]
fn a_counter_more_than_a_day_ahead_of_the_server_is_rejected() {
    let made_at = |now_ms: u64| Position::record(None, "desk", heard(9.0), now_ms);
    let day = u64::from(POSITION_AHEAD_MAX_MS);
    assert!(made_at(1000 + day).is_plausible(1000));
    assert!(!made_at(1001 + day).is_plausible(1000));
    let beyond = Position { counter: u64::MAX, ..made_at(0) };
    assert!(!beyond.is_plausible(u64::MAX));
}

#[test]
fn position_serialises_with_the_documented_field_names() {
    let written = serde_json::to_value(Position::record(None, "desk", heard(61.5), 7)).unwrap();
    let expected = serde_json::json!({
        "counter": 7, "device": "desk", "positionMs": 61500, "durationMs": 1_000_000, "isFinished": false, "isRestart": false,
    });
    assert_eq!(written, expected);
}

#[test]
fn largest_counter_equals_the_largest_safe_integer_of_javascript() {
    assert_eq!(COUNTER_MAX, 9_007_199_254_740_991);
}

#[test]
fn only_positions_below_five_seconds_that_the_user_did_not_choose_count_as_just_opened() {
    let made = |position_secs: f64| Position::record(None, "desk", heard(position_secs), 1);
    assert_eq!([made(4.999).records_only_opening(), made(5.0).records_only_opening()], [true, false]);
    assert!(!Position { is_restart: true, ..made(0.0) }.records_only_opening());
    assert!(!Position { is_finished: true, ..made(0.0) }.records_only_opening());
}

#[test]
fn a_position_is_not_newer_than_itself() {
    let made = Position::record(None, "desk", heard(60.0), 1);
    assert!(!made.wins_over(&made));
}
