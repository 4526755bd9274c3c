use wasm_core::study::{CardKey, Log, Phase, Rating, Settings, State};

use crate::facts::{DAY_MS, MINUTE_MS, NOON_MS, card, review};

/// The last of the model's default parameters: how fast forgetting slows down.
const DECAY: f64 = -0.1542;

/// How likely a card is remembered after so many days, by the model's forgetting curve.
fn chance(state: &State, days: f64) -> f64 {
    let factor = 0.9f64.powf(1.0 / DECAY) - 1.0;
    (1.0 + factor * days / f64::from(state.stability)).powf(DECAY)
}

struct Chance(u64);

impl Chance {
    #[expect(clippy::cast_precision_loss, reason = "chances need few digits")]
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// What share of the cards that came back a student remembered who forgets as the model says, over a term of 100 days with
/// 500 cards.
fn remembered(retention_percent: u8) -> f64 {
    let deck: Vec<CardKey> = (0..500).map(card).collect();
    let settings = Settings { retention_percent, ..Settings::default() };
    let (mut log, mut chance_of) = (Log::default(), Chance(u64::from(retention_percent)));
    log.set_retention(retention_percent);
    let (mut sequence, mut asked, mut known) = (0, 0u32, 0u32);
    for day in 0..100 {
        let mut now_ms = NOON_MS + day * DAY_MS;
        while let Some(place) = log.today(&deck, &settings, now_ms, 0).next {
            let state = log.state(deck[place]);
            let rating = match state.phase {
                Phase::Review => {
                    let days = f64::from(i32::try_from(day).unwrap() + first_day() - state.last_day);
                    let is_known = chance_of.next() < chance(&state, days);
                    asked += 1;
                    known += u32::from(is_known);
                    if is_known { Rating::Good } else { Rating::Again }
                }
                _ => Rating::Good,
            };
            sequence += 1;
            log.add(&review(sequence, deck[place], now_ms, rating), None);
            now_ms += MINUTE_MS / 6;
        }
    }
    assert!(asked > 1000, "{asked}");
    f64::from(known) / f64::from(asked)
}

fn first_day() -> i32 {
    wasm_core::study::day::study_day(NOON_MS, 0)
}

#[test]
fn over_a_term_as_much_is_remembered_as_was_wanted() {
    for percent in [80, 90, 95] {
        let found = remembered(percent);
        assert!((found - f64::from(percent) / 100.0).abs() <= 0.02, "{found} instead of {percent} %");
    }
}
