use proptest::prelude::*;
use wasm_core::limits::STUDY_BATCH_MAX;
use wasm_core::study::batch::{BatchError, decode, encode};
use wasm_core::study::{Action, CardKey, DEVICE_MAX, Rating, ReviewEvent};

use crate::events::{NOON_MS, any_what, card, event, review};

fn events() -> impl Strategy<Value = Vec<ReviewEvent>> {
    let event = (1u32..1000, any::<u128>(), 0u64..=1 << 48, -960i16..=960, any_what(DEVICE_MAX, u32::MAX));
    (0..=DEVICE_MAX, prop::collection::vec(event, 1..=STUDY_BATCH_MAX)).prop_map(|(device, events)| {
        let mut sequence = 0;
        events
            .into_iter()
            .map(|(step, card, when_ms, zone_minutes, what)| {
                sequence += step;
                ReviewEvent { device, sequence, card: CardKey(card), when_ms, zone_minutes, action: what }
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn review_batches_round_trip(events in events()) {
        prop_assert_eq!(decode(&encode(&events).unwrap()), Ok(events));
    }

    #[test]
    fn arbitrary_bytes_decode_to_review_events_or_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(decode(&bytes), Err(BatchError::Damaged));
    }

    #[test]
    fn bytes_with_a_valid_checksum_decode_to_review_events_or_are_rejected(
        events in events(), place in any::<prop::sample::Index>(), byte in any::<u8>(),
    ) {
        let mut bytes = encode(&events).unwrap();
        let body = bytes.len() - 4;
        bytes[place.index(body)] = byte;
        let sum = bytes[..body].iter().fold(0x811C_9DC5u32, |sum, byte| {
            (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
        });
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
        if let Ok(read) = decode(&bytes) {
            prop_assert_eq!(decode(&encode(&read).unwrap()), Ok(read));
        }
    }
}

fn session() -> Vec<ReviewEvent> {
    let begin = NOON_MS;
    (0..20)
        .map(|number| {
            let rating = Rating::ALL[number as usize % 4];
            let key = card(0x0197_0000_0000_1234_5678_9ABC_DEF0_1234 + u128::from(number) * 0x1_0000_0001);
            ReviewEvent {
                device: DEVICE_MAX,
                ..review(1_000_000 + number, key, begin + u64::from(number) * 61_234, rating)
            }
        })
        .collect()
}

#[test]
fn twenty_review_events_take_at_most_half_a_kilobyte() {
    let bytes = encode(&session()).unwrap();
    assert!(bytes.len() <= 520, "{}", bytes.len());
}

#[test]
fn damage_to_any_byte_is_detected() {
    let bytes = encode(&session()).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert_eq!(decode(&damaged), Err(BatchError::Damaged), "{place}");
        assert_eq!(decode(&bytes[..place]), Err(BatchError::Damaged), "{place}");
    }
}

#[test]
fn invalid_review_batches_are_not_encoded() {
    let good = review(1, card(1), NOON_MS, Rating::Good);
    assert_eq!(encode(&[]), Err(BatchError::Count));
    let many: Vec<ReviewEvent> = (0..=30).map(|sequence| ReviewEvent { sequence, ..good }).collect();
    assert_eq!(encode(&many), Err(BatchError::Count));
    assert_eq!(encode(&[good, good]), Err(BatchError::Order));
    assert_eq!(encode(&[good, ReviewEvent { device: 2, sequence: 2, ..good }]), Err(BatchError::Order));
    assert_eq!(encode(&[ReviewEvent { when_ms: u64::MAX, ..good }]), Err(BatchError::Range));
    assert_eq!(encode(&[ReviewEvent { zone_minutes: 961, ..good }]), Err(BatchError::Range));
    assert_eq!(encode(&[ReviewEvent { device: DEVICE_MAX + 1, ..good }]), Err(BatchError::Range));
    let undo = Action::Undo { device: u64::MAX, sequence: 0 };
    assert_eq!(encode(&[event(1, card(1), NOON_MS, undo)]), Err(BatchError::Range));
}
