use std::fs;

use serde::Deserialize;
use wasm_core::study::day::study_day;
use wasm_core::study::{Phase, Rating, Scheduler, State};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, card};

#[derive(Deserialize)]
struct History {
    retention_percent: u8,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    rating: u8,
    at_ms: u64,
    state: String,
    step: Option<u8>,
    stability: f32,
    difficulty: f32,
    interval_secs: u64,
}

fn close(one: f32, other: f32) -> bool {
    (one - other).abs() <= 0.0005 * other.abs().max(1.0)
}

#[test]
fn s4_study_2_card_schedules_match_the_reference_implementation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/schedule.json");
    let histories: Vec<History> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut answers = 0;
    for (number, History { retention_percent, steps }) in histories.iter().enumerate() {
        let scheduler = Scheduler::new(*retention_percent).without_fuzz();
        let mut state = State::default();
        for (index, step) in steps.iter().enumerate() {
            let day = study_day(step.at_ms, 0);
            let rating = Rating::from_number(step.rating).unwrap();
            let interval_ms =
                scheduler.intervals(card(1).short_key(), &state, step.at_ms, day)[usize::from(step.rating) - 1];
            state = scheduler.answer(card(1).short_key(), &state, rating, step.at_ms, day);
            let place = format!("history {number}, answer {index}");
            let phase = match (step.state.as_str(), step.step) {
                ("Learning", Some(step)) => Phase::Learning { step },
                ("Relearning", Some(step)) => Phase::Relearning { step },
                _ => Phase::Review,
            };
            assert_eq!(state.phase, phase, "{place}");
            assert!(close(state.stability, step.stability), "{place}: {} {}", state.stability, step.stability);
            assert!(close(state.difficulty, step.difficulty), "{place}: {} {}", state.difficulty, step.difficulty);
            // The tolerance is one day in ten years, because the reference uses double precision.
            let slack_days = step.interval_secs * 1000 / DAY_MS / 3650;
            assert!(interval_ms.abs_diff(step.interval_secs * 1000) <= slack_days * DAY_MS, "{place}: {interval_ms}");
            answers += 1;
        }
    }
    assert!(answers > 300, "{answers}");
}

#[test]
fn intervals_vary_deterministically_by_card_and_day() {
    let scheduler = Scheduler::default();
    let mut seen = Vec::new();
    for number in 0..200 {
        let day = 20_000;
        let state = State {
            phase: Phase::Review,
            stability: 40.0,
            difficulty: 5.0,
            reviews: 4,
            last_day: day - 40,
            ..State::default()
        };
        let one = scheduler.answer(card(number).short_key(), &state, Rating::Good, NOON_MS, day);
        assert_eq!(one, scheduler.answer(card(number).short_key(), &state, Rating::Good, NOON_MS, day));
        let exact =
            Scheduler::default().without_fuzz().answer(card(number).short_key(), &state, Rating::Good, NOON_MS, day);
        let (days, exact) = (f64::from(one.due_day - day), f64::from(exact.due_day - day));
        assert!(days <= exact && days >= exact - (1.0 + 0.06 * exact + 1.3), "{days} {exact}");
        seen.push(one.due_day);
    }
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 5, "{seen:?}");
}

#[derive(Deserialize)]
struct Published {
    ratings: Vec<u8>,
    /// Days between answers; `None` if the card is answered when it is due.
    after_days: Option<Vec<u64>>,
    /// Expected interval after each answer.
    intervals_days: Option<Vec<u64>>,
    stability: Option<f32>,
    difficulty: Option<f32>,
}

#[test]
fn s4_study_2_card_schedules_match_the_published_test_vectors_of_the_reference_implementation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/published.json");
    let published: Vec<Published> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(published.len(), 3);
    for vector in published {
        let scheduler = Scheduler::default().without_fuzz();
        let (mut state, mut at_ms, mut intervals) = (State::default(), NOON_MS, Vec::new());
        for (index, number) in vector.ratings.iter().enumerate() {
            at_ms += vector.after_days.as_ref().map_or(0, |days| days[index] * DAY_MS);
            let (day, rating) = (study_day(at_ms, 0), Rating::from_number(*number).unwrap());
            let wait_ms = scheduler.intervals(card(1).short_key(), &state, at_ms, day)[usize::from(*number) - 1];
            state = scheduler.answer(card(1).short_key(), &state, rating, at_ms, day);
            intervals.push(wait_ms / DAY_MS);
            if vector.after_days.is_none() {
                at_ms += wait_ms;
            }
        }
        if let Some(days) = vector.intervals_days {
            assert_eq!(intervals, days);
        }
        for (found, wanted) in [(state.stability, vector.stability), (state.difficulty, vector.difficulty)] {
            assert!(wanted.is_none_or(|wanted| (found - wanted).abs() < 1e-4), "{found} instead of {wanted:?}");
        }
    }
}

#[test]
fn rating_buttons_of_a_new_card_show_the_resulting_intervals() {
    let scheduler = Scheduler::default().without_fuzz();
    let intervals = scheduler.intervals(card(1).short_key(), &State::default(), NOON_MS, 20_458);
    assert_eq!(intervals, [MINUTE_MS, 5 * MINUTE_MS + MINUTE_MS / 2, 10 * MINUTE_MS, 8 * DAY_MS]);
}

#[test]
fn intervals_are_at_most_a_hundred_years() {
    let state = State { phase: Phase::Review, stability: 36_000.0, difficulty: 1.0, reviews: 9, ..State::default() };
    for (scheduler, least) in [(Scheduler::new(70), 34_000), (Scheduler::new(70).without_fuzz(), 36_500)] {
        let next = scheduler.answer(card(1).short_key(), &state, Rating::Easy, NOON_MS, 20_458);
        assert!((least..=36_500).contains(&(next.due_day - 20_458)), "{}", next.due_day);
    }
}
