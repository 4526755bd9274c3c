use std::collections::HashMap;

use fsrs::SimulatorConfig;
use wasm_core::limits::{STUDY_RETENTION_MAX_PERCENT, STUDY_RETENTION_MIN_PERCENT};
use wasm_core::study::day::study_day;
use wasm_core::study::{CardKey, Phase, Rating, ReviewLog, Settings, State};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, card, review};

/// Last default parameter of the model: the decay of the forgetting curve.
const DECAY: f64 = -0.1542;

/// Returns the probability of recall after this number of days, by the forgetting curve of the model.
pub(crate) fn chance(state: &State, days: f64) -> f64 {
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

/// A simulated student of the library, who forgets as the model predicts and gives ratings with the frequencies in its
/// data.
pub(crate) struct Reviewer {
    chance: Chance,
    model: SimulatorConfig,
    last: HashMap<CardKey, usize>,
    sequence: u32,
    /// Number of reviews after an interval of days.
    pub(crate) asked: u32,
    /// Expected number of them that the student remembers.
    pub(crate) known: f64,
}

impl Reviewer {
    pub(crate) fn new(seed: u64) -> Self {
        let (chance, model) = (Chance(seed), SimulatorConfig::default());
        Self { chance, model, last: HashMap::new(), sequence: 0, asked: 0, known: 0.0 }
    }

    /// Returns the rating of a card on a day.
    pub(crate) fn answer(&mut self, key: CardKey, state: &State, day: i32) -> Rating {
        let last = self.last.get(&key).copied().unwrap_or(0).min(2);
        let [hard, good, easy] = self.model.review_rating_prob;
        let answers = match state.phase {
            Phase::New => self.model.first_rating_prob,
            Phase::Learning { .. } => self.model.learning_step_transitions[last],
            Phase::Relearning { .. } => self.model.relearning_step_transitions[last],
            Phase::Review => {
                let chance = chance(state, f64::from(day - state.last_day));
                self.asked += 1;
                self.known += chance;
                if self.chance.next() < chance { [0.0, hard, good, easy] } else { [1.0, 0.0, 0.0, 0.0] }
            }
        };
        let mut left = self.chance.next();
        let drawn = answers.iter().position(|part| {
            left -= f64::from(*part);
            left < 0.0
        });
        let number = drawn.unwrap_or(2);
        self.last.insert(key, number);
        Rating::ALL[number]
    }

    /// Answers all cards that are due on a day, starting at this time.
    pub(crate) fn study(&mut self, log: &mut ReviewLog, deck: &[CardKey], settings: &Settings, mut now_ms: u64) {
        while let Some(place) = log.today(deck, settings, now_ms, 0).next {
            let state = log.state(deck[place]);
            let rating = self.answer(deck[place], &state, study_day(now_ms, 0));
            self.sequence += 1;
            log.add(&review(self.sequence, deck[place], now_ms, rating), None);
            now_ms += MINUTE_MS / 6;
        }
    }

    /// Returns the proportion of reviews in which the card was remembered.
    pub(crate) fn remembered(&self) -> f64 {
        self.known / f64::from(self.asked)
    }
}

/// Returns the proportion of reviews remembered by a simulated student over a term of 100 days with 500 cards.
fn remembered(retention_percent: u8) -> f64 {
    let deck: Vec<CardKey> = (0..500).map(card).collect();
    let settings = Settings { retention_percent, ..Settings::default() };
    let (mut log, mut student) = (ReviewLog::default(), Reviewer::new(u64::from(retention_percent)));
    log.set_retention(retention_percent);
    for day in 0..100 {
        student.study(&mut log, &deck, &settings, NOON_MS + day * DAY_MS);
    }
    assert!(student.asked > 1000, "{}", student.asked);
    student.remembered()
}

/// Fails unless the result is within two percentage points of the desired retention.
fn assert_as_wanted(found: f64, retention_percent: u8) {
    let wanted = f64::from(retention_percent) / 100.0;
    assert!((found - wanted).abs() <= 0.02, "{found} instead of {wanted}");
}

#[test]
fn s4_study_1_a_simulated_term_reaches_every_chosen_target_retention() {
    for percent in
        (STUDY_RETENTION_MIN_PERCENT..=STUDY_RETENTION_MAX_PERCENT).step_by(5).chain([STUDY_RETENTION_MAX_PERCENT])
    {
        assert_as_wanted(remembered(percent), percent);
    }
}
