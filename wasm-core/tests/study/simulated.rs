use std::collections::HashMap;

use fsrs::SimulatorConfig;
use wasm_core::study::day::study_day;
use wasm_core::study::{CardKey, Log, Phase, Rating, Settings, State};

use crate::facts::{DAY_MS, MINUTE_MS, NOON_MS, card, review};

/// The last of the model's default parameters: how fast forgetting slows down.
const DECAY: f64 = -0.1542;

/// How likely a card is remembered after so many days, by the model's forgetting curve.
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

/// A student as the library simulates one: who forgets as the model says, and gives each answer as often as its data have it.
pub(crate) struct Reviewer {
    chance: Chance,
    model: SimulatorConfig,
    last: HashMap<CardKey, usize>,
    sequence: u32,
    /// Cards that came after days,
    pub(crate) asked: u32,
    /// and those of them that were remembered.
    pub(crate) known: u32,
}

impl Reviewer {
    pub(crate) fn new(seed: u64) -> Self {
        let (chance, model) = (Chance(seed), SimulatorConfig::default());
        Self { chance, model, last: HashMap::new(), sequence: 0, asked: 0, known: 0 }
    }

    /// The answer to a card on a day.
    pub(crate) fn answer(&mut self, key: CardKey, state: &State, day: i32) -> Rating {
        let last = self.last.get(&key).copied().unwrap_or(0).min(2);
        let [hard, good, easy] = self.model.review_rating_prob;
        let answers = match state.phase {
            Phase::New => self.model.first_rating_prob,
            Phase::Learning { .. } => self.model.learning_step_transitions[last],
            Phase::Relearning { .. } => self.model.relearning_step_transitions[last],
            Phase::Review => {
                let is_known = self.chance.next() < chance(state, f64::from(day - state.last_day));
                self.asked += 1;
                self.known += u32::from(is_known);
                if is_known { [0.0, hard, good, easy] } else { [1.0, 0.0, 0.0, 0.0] }
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

    /// Answers all that comes on a day, from this time on.
    pub(crate) fn study(&mut self, log: &mut Log, deck: &[CardKey], settings: &Settings, mut now_ms: u64) {
        while let Some(place) = log.today(deck, settings, now_ms, 0).next {
            let state = log.state(deck[place]);
            let rating = self.answer(deck[place], &state, study_day(now_ms, 0));
            self.sequence += 1;
            log.add(&review(self.sequence, deck[place], now_ms, rating), None);
            now_ms += MINUTE_MS / 6;
        }
    }

    /// What share of the cards that came after days was remembered.
    pub(crate) fn remembered(&self) -> f64 {
        f64::from(self.known) / f64::from(self.asked)
    }
}

/// What share of the cards that came back a student remembered who forgets as the model says, over a term of 100 days with
/// 500 cards.
fn remembered(retention_percent: u8) -> f64 {
    let deck: Vec<CardKey> = (0..500).map(card).collect();
    let settings = Settings { retention_percent, ..Settings::default() };
    let (mut log, mut student) = (Log::default(), Reviewer::new(u64::from(retention_percent)));
    log.set_retention(retention_percent);
    for day in 0..100 {
        student.study(&mut log, &deck, &settings, NOON_MS + day * DAY_MS);
    }
    assert!(student.asked > 1000, "{}", student.asked);
    student.remembered()
}

/// What share of them the library's own schedule reaches with the same model of a student, over the same term and cards.
fn remembered_by_library(retention_percent: u8) -> f64 {
    let config = SimulatorConfig {
        deck_size: 500,
        learn_span: 100,
        learn_limit: 20,
        review_limit: 200,
        max_cost_perday: f32::INFINITY,
        ..SimulatorConfig::default()
    };
    let wanted = f32::from(retention_percent) / 100.0;
    let term = fsrs::simulate(&config, &[], wanted, Some(u64::from(retention_percent)), None).unwrap();
    let asked: usize = term.review_cnt_per_day.iter().sum();
    let known: usize = term.correct_cnt_per_day.iter().sum();
    known as f64 / asked as f64
}

/// Fails unless what was remembered is within two points of what was wanted, or between that and what the library reaches: no
/// schedule brings a card twice a day, so of those that are soon forgotten fewer are remembered.
pub(crate) fn assert_as_wanted(found: f64, retention_percent: u8) {
    let wanted = f64::from(retention_percent) / 100.0;
    let library = remembered_by_library(retention_percent);
    let (least, most) = (wanted.min(library) - 0.02, wanted.max(library) + 0.02);
    assert!((least..=most).contains(&found), "{found} instead of {wanted}, of which the library reaches {library}");
}

#[test]
fn over_a_term_as_much_is_remembered_as_was_wanted() {
    for percent in [80, 85, 90, 95] {
        assert_as_wanted(remembered(percent), percent);
    }
}
