use wasm_core::limits::{STUDY_FORECAST_DAYS, STUDY_PROGRESS_DAYS};
use wasm_core::study::{Action, CardKey, Progress, Rating, ReviewLog, Settings, StudiedDay};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, card, event};
use crate::simulated::Reviewer;

fn progress(log: &mut ReviewLog, days: u64) -> Progress {
    log.progress(&Settings::default(), NOON_MS + days * DAY_MS, 0)
}

#[test]
fn s4_progress_1_progress_is_empty_without_reviews() {
    let found = progress(&mut ReviewLog::default(), 0);
    assert_eq!((found.cards, found.streak_days, found.longest_streak_days), (0, 0, 0));
    assert_eq!(found.days, vec![StudiedDay::default(); STUDY_PROGRESS_DAYS]);
    assert_eq!(found.forecast, vec![0; STUDY_FORECAST_DAYS]);
    assert!(found.prices.is_empty());
}

#[test]
fn s4_progress_1_each_day_has_its_time_and_its_remembered_reviews() {
    let mut log = ReviewLog::default();
    let answer = |sequence, day, minute, rating, took_ms| {
        event(sequence, card(1), NOON_MS + day * DAY_MS + minute * MINUTE_MS, Action::Review { rating, took_ms })
    };
    // Two learning steps, a remembered review, a forgotten one with its step, and an undone answer.
    for each in [
        answer(1, 0, 0, Rating::Good, 9000),
        answer(2, 0, 15, Rating::Good, 4000),
        answer(3, 3, 0, Rating::Good, 5000),
        answer(4, 4, 0, Rating::Again, 20_000),
        answer(5, 4, 15, Rating::Good, 3000),
        answer(6, 4, 16, Rating::Good, 3000),
        event(7, card(1), NOON_MS + 4 * DAY_MS + 17 * MINUTE_MS, Action::Undo { device: 1, sequence: 6 }),
    ] {
        log.add(&each, None);
    }
    let found = progress(&mut log, 5);
    let day = |answers, took_ms, recalls, lapses| StudiedDay { answers, took_ms, recalls, lapses };
    let last = &found.days[STUDY_PROGRESS_DAYS - 6..];
    let none = StudiedDay::default();
    assert_eq!(last, [day(2, 13_000, 0, 0), none, none, day(1, 5000, 1, 0), day(2, 23_000, 0, 1), none]);
    assert_eq!((found.cards, found.streak_days, found.longest_streak_days), (1, 2, 2));
    assert!(found.remembered > 0.5 && found.remembered <= 1.0, "{}", found.remembered);
}

#[test]
fn s4_progress_1_days_read_from_a_snapshot_are_the_same() {
    let deck: Vec<CardKey> = (0..30).map(card).collect();
    let (mut log, mut student) = (ReviewLog::default(), Reviewer::new(3));
    for day in 0..20 {
        student.study(&mut log, &deck, &Settings::default(), NOON_MS + day * DAY_MS);
    }
    let whole = progress(&mut log, 20);
    let snapshot = log.snapshot(NOON_MS + 20 * DAY_MS).unwrap();
    let mut restored = ReviewLog::default();
    restored.restore(&snapshot).unwrap();
    let found = progress(&mut restored, 20);
    // The cards are in another order, so the sum differs in its last digits.
    assert!((found.remembered - whole.remembered).abs() < 0.01, "{} {}", found.remembered, whole.remembered);
    assert_eq!(Progress { remembered: whole.remembered, ..found }, whole);
    assert!(whole.days.iter().any(|day| day.recalls > 0));
    assert_eq!(restored.state(deck[0]).pace, log.state(deck[0]).pace);
    assert!(log.state(deck[0]).pace.ms().is_some());
}

#[test]
fn s4_progress_2_a_higher_target_costs_more_reviews_and_a_simulated_student_needs_about_as_many() {
    let deck: Vec<CardKey> = (0..200).map(card).collect();
    let settings = Settings { new_a_day: 20, ..Settings::default() };
    let (mut log, mut student) = (ReviewLog::default(), Reviewer::new(5));
    for day in 0..40 {
        student.study(&mut log, &deck, &settings, NOON_MS + day * DAY_MS);
    }
    let prices = log.prices(&settings, NOON_MS + 40 * DAY_MS, 0);
    let percents: Vec<u8> = prices.iter().map(|price| price.retention_percent).collect();
    assert_eq!(percents, [80, 85, 90, 95]);
    assert!(prices.is_sorted_by(|one, other| one.reviews_a_day < other.reviews_a_day), "{prices:?}");
    assert!(prices.iter().all(|price| price.ms_a_day > 0), "{prices:?}");
    let own = Settings { retention_percent: 88, ..settings };
    assert_eq!(log.prices(&own, NOON_MS + 40 * DAY_MS, 0).len(), 5);

    let before: u32 = log.overview(&settings, NOON_MS + 39 * DAY_MS, 0).year.iter().sum();
    for day in 40..100 {
        student.study(&mut log, &deck, &settings, NOON_MS + day * DAY_MS);
    }
    let after: u32 = log.overview(&settings, NOON_MS + 99 * DAY_MS, 0).year.iter().sum();
    let needed = f64::from(after - before) / 60.0;
    let price = f64::from(prices[2].reviews_a_day);
    assert!((price / needed - 1.0).abs() < 0.25, "{price} instead of {needed}");
}
