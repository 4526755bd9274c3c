use wasm_core::study::{Action, CourseMemory, Overview, Rating, ReviewLog, Settings};

use crate::events::{DAY_MS, NOON_MS, card, event, review};

fn overview(log: &mut ReviewLog, days: u64) -> Overview {
    log.overview(&Settings::default(), NOON_MS + days * DAY_MS, 0)
}

#[test]
fn overview_is_empty_without_reviews() {
    let found = overview(&mut ReviewLog::default(), 0);
    assert_eq!((found.due, found.streak_days, found.answered_today), (0, 0, 0));
    assert_eq!((found.year, found.forecast), (vec![0; 371], vec![0; 30]));
    assert!(found.courses.is_empty());
}

#[test]
fn streak_ends_with_a_missed_day_and_ignores_undone_reviews() {
    let mut log = ReviewLog::default();
    for day in [0, 1, 2, 4, 5] {
        let number = u32::try_from(day).unwrap();
        log.add(&review(number, card(u128::from(day)), NOON_MS + day * DAY_MS, Rating::Good), None);
    }
    assert_eq!(overview(&mut log, 2).streak_days, 3);
    assert_eq!(overview(&mut log, 3).streak_days, 3, "today is not over");
    assert_eq!(overview(&mut log, 5).streak_days, 2);
    let year = overview(&mut log, 5).year;
    assert_eq!(year[365..], [1, 1, 1, 0, 1, 1]);
    log.add(&event(9, card(5), NOON_MS + 5 * DAY_MS + 1, Action::Undo { device: 1, sequence: 5 }), None);
    let found = overview(&mut log, 5);
    assert_eq!((found.answered_today, found.streak_days), (0, 1));
}

#[test]
fn forecast_lists_due_cards_by_day_and_estimates_time_from_past_reviews() {
    let mut log = ReviewLog::default();
    log.set_course("CS246", &[card(0), card(1)]);
    for number in 0..4 {
        log.add(&review(number, card(u128::from(number)), NOON_MS, Rating::Easy), None);
    }
    log.add(&event(8, card(3), NOON_MS, Action::Suspend), None);
    let today = overview(&mut log, 0);
    assert_eq!((today.due, today.due_ms, today.forecast.iter().sum::<u32>()), (0, 0, 3));
    let first = today.forecast.iter().position(|cards| *cards > 0).unwrap() as u64;
    assert_eq!(overview(&mut log, first).due, today.forecast[usize::try_from(first).unwrap()]);
    let late = overview(&mut log, 29);
    assert_eq!((late.due, late.due_ms, late.forecast[0]), (3, 3 * 4000, 3));
    let few = Settings { reviews_a_day: 2, ..Settings::default() };
    assert_eq!(log.overview(&few, NOON_MS + 29 * DAY_MS, 0).due, 2);
    log.add(&review(9, card(0), NOON_MS + 29 * DAY_MS, Rating::Again), None);
    log.add(&review(10, card(1), NOON_MS + 29 * DAY_MS, Rating::Good), None);
    let found = overview(&mut log, 29).courses;
    let memory = |code: Option<&str>, cards, due, recalls, lapses| CourseMemory {
        code: code.map(str::to_owned),
        cards,
        due,
        recalls,
        lapses,
    };
    assert_eq!(found, [memory(Some("CS246"), 2, 1, 1, 1), memory(None, 2, 1, 0, 0)]);
}

#[test]
fn overview_ignores_cards_that_are_no_longer_in_any_course() {
    let mut log = ReviewLog::default();
    log.set_course("CS246", &[card(0), card(1)]);
    log.add(&review(0, card(0), NOON_MS, Rating::Easy), None);
    log.add(&review(1, card(1), NOON_MS, Rating::Easy), None);
    log.set_course("CS246", &[card(1)]);
    let found = overview(&mut log, 60);
    assert_eq!((found.due, found.answered_today, found.courses[0].cards), (1, 0, 1));
}
