//! Resume positions in notes: the rules of recordings, over pages.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use proptest::prelude::*;
use wasm_core::position::{HlcStamped as _, newer};
use wasm_core::reading::{ReadingPosition, ScrollReport};

fn shown(page: u32, above: f64) -> ScrollReport {
    ScrollReport { page, above, pages: 40, is_finished: false, is_restart: false }
}

/// Few values for each field, so that positions often agree in some of them.
fn position() -> impl Strategy<Value = ReadingPosition> {
    let device = prop_oneof![Just("desk"), Just("phone")];
    (0..6_u64, device, 1..4_u32, 0..1001_u16, any::<bool>(), any::<bool>()).prop_map(
        |(counter, device, page, above_permille, is_finished, is_restart)| ReadingPosition {
            counter,
            device: device.to_owned(),
            page,
            above_permille,
            pages: 3,
            is_finished,
            is_restart,
        },
    )
}

proptest! {
    #[test]
    fn merging_positions_in_notes_does_not_depend_on_order_grouping_or_repetition(a in position(), b in position(), c in position()) {
        let both = |one: &ReadingPosition, other: &ReadingPosition| newer(one.clone(), other.clone());
        prop_assert_eq!(both(&a, &a), a.clone());
        prop_assert_eq!(both(&a, &b), both(&b, &a));
        prop_assert_eq!(both(&both(&a, &b), &c), both(&a, &both(&b, &c)));
        prop_assert!(a == b || a.wins_over(&b) || b.wins_over(&a));
    }

    #[test]
    fn any_page_shown_gives_a_valid_position_within_the_note(
        page in any::<u32>(), above in any::<f64>(), pages in 0..2001_u32, now in 1..2001_u32,
    ) {
        let made = ReadingPosition::record(None, "desk", ScrollReport { page, pages, ..shown(1, above) }, 1);
        prop_assert!(made.is_plausible(1), "{:?}", made);
        let (start, above_permille) = made.start(now);
        prop_assert!((1..=now).contains(&start) && above_permille <= 1000);
    }
}

#[test]
fn opening_a_note_keeps_the_stored_position_and_going_back_on_purpose_replaces_it() {
    let left = ReadingPosition::record(None, "phone", shown(17, 0.5), 1000);
    let opened = ReadingPosition::record(Some(&left), "desk", shown(1, 0.2), 2000);
    assert_eq!(newer(left.clone(), opened), left);
    let restarted =
        ReadingPosition::record(Some(&left), "desk", ScrollReport { is_restart: true, ..shown(1, 0.0) }, 2000);
    assert_eq!(newer(left, restarted.clone()), restarted);
}

#[test]
fn a_note_opens_at_its_position_unless_finished_or_barely_started() {
    let start = |shown: ScrollReport, pages: u32| ReadingPosition::record(None, "desk", shown, 1).start(pages);
    assert_eq!(start(shown(17, 0.5), 40), (17, 500));
    assert_eq!(start(shown(17, 0.5), 12), (12, 0), "it was replaced by a shorter one");
    assert_eq!(start(shown(1, 0.3), 40), (1, 300));
    assert_eq!(start(shown(1, 0.2), 40), (1, 0));
    assert_eq!(start(ScrollReport { is_finished: true, ..shown(40, 0.9) }, 40), (1, 0));
}

#[test]
fn an_out_of_range_position_is_rejected() {
    let made = ReadingPosition::record(None, "desk", shown(17, 0.5), 1);
    assert!(made.is_plausible(1));
    for impossible in [
        ReadingPosition { page: 0, ..made.clone() },
        ReadingPosition { page: 41, ..made.clone() },
        ReadingPosition { pages: 2001, ..made.clone() },
        ReadingPosition { above_permille: 1001, ..made.clone() },
        ReadingPosition { counter: u64::MAX, ..made },
    ] {
        assert!(!impossible.is_plausible(1), "{impossible:?}");
    }
}

#[test]
fn position_serialises_with_the_documented_field_names() {
    let written = serde_json::to_value(ReadingPosition::record(None, "desk", shown(7, 0.35), 9)).unwrap();
    let expected = serde_json::json!({
        "counter": 9, "device": "desk", "page": 7, "abovePermille": 350, "pages": 40, "isFinished": false,
        "isRestart": false,
    });
    assert_eq!(written, expected);
}
