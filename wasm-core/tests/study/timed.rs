use wasm_core::study::{Action, CardKey, Phase, Rating, ReviewLog, TimedSession};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, card, event, review};

const EXAM_DAYS: u64 = 2;

fn deck(count: u128) -> Vec<CardKey> {
    (0..count).map(card).collect()
}

/// Returns a log with a known card for each stability in `goods`: the number of days between its two good answers. All
/// were answered last 20 days before noon of day 100.
fn log_of(goods: &[u64]) -> ReviewLog {
    let mut log = ReviewLog::default();
    for (number, days) in (0u32..).zip(goods) {
        let key = card(u128::from(number));
        let last_ms = NOON_MS + 80 * DAY_MS;
        log.add(&review(3 * number, key, last_ms - days * DAY_MS, Rating::Good), None);
        log.add(&review(3 * number + 1, key, last_ms - days * DAY_MS + 20 * MINUTE_MS, Rating::Good), None);
        log.add(&review(3 * number + 2, key, last_ms, Rating::Good), None);
    }
    log
}

const NOW_MS: u64 = NOON_MS + 100 * DAY_MS;

fn session(log: &mut ReviewLog, deck: &[CardKey], minutes: u64) -> TimedSession {
    let exam_day = wasm_core::study::day::study_day(NOW_MS + EXAM_DAYS * DAY_MS, 0);
    log.timed_session(deck, &vec![exam_day; deck.len()], minutes * MINUTE_MS, NOW_MS, 0)
}

#[test]
fn s4_timed_1_the_next_card_is_the_one_that_gains_most_per_minute() {
    // The first card is well known, the second almost forgotten, and the third is new.
    let mut log = log_of(&[40, 1]);
    let deck = deck(3);
    let mut timed = session(&mut log, &deck, 10);
    let mut order = Vec::new();
    while let Some(index) = timed.next(NOW_MS) {
        order.push(index);
        let sequence = 100 + u32::try_from(order.len()).unwrap();
        log.add(&review(sequence, deck[index], NOW_MS, Rating::Easy), None);
        log.update_timed(&mut timed, deck[index]);
    }
    assert_eq!(order.last(), Some(&0), "{order:?}");
    assert_eq!(order.len(), 3, "each card comes once: {order:?}");
    let (before, after) = log.timed_gain(&timed);
    assert!(after > before + 0.5, "{before} {after}");
}

#[test]
fn s4_timed_1_a_card_that_takes_the_student_longer_comes_later() {
    let mut log = ReviewLog::default();
    let deck = deck(12);
    for (number, key) in (0u32..).zip(&deck) {
        let took_ms = if number == 0 { 30_000 } else { 3000 };
        for (step, at_ms) in (0..).zip([NOON_MS, NOON_MS + 20 * MINUTE_MS, NOON_MS + 5 * DAY_MS]) {
            let what = Action::Review { rating: Rating::Good, took_ms };
            log.add(&event(10 * number + step, *key, at_ms, what), None);
        }
    }
    let mut timed = session(&mut log, &deck, 10);
    let mut order = Vec::new();
    while let Some(index) = timed.next(NOW_MS) {
        order.push(index);
        log.add(&review(1000 + u32::try_from(order.len()).unwrap(), deck[index], NOW_MS, Rating::Good), None);
        log.update_timed(&mut timed, deck[index]);
    }
    assert_eq!((order.len(), order.last()), (12, Some(&0)), "{order:?}");
}

#[test]
fn s4_timed_2_no_card_follows_after_the_time_is_over() {
    let mut log = ReviewLog::default();
    let deck = deck(50);
    let timed = session(&mut log, &deck, 20);
    assert_eq!(timed.next(NOW_MS + 20 * MINUTE_MS - 1), Some(0));
    assert_eq!(timed.next(NOW_MS + 20 * MINUTE_MS), None);
}

#[test]
fn s4_timed_1_suspended_and_buried_cards_do_not_come() {
    let mut log = ReviewLog::default();
    let deck = deck(3);
    log.add(&event(1, deck[0], NOW_MS, Action::Suspend), None);
    log.add(&event(2, deck[1], NOW_MS, Action::Bury), None);
    let mut timed = session(&mut log, &deck, 20);
    assert_eq!(timed.next(NOW_MS), Some(2));
    log.add(&review(4, deck[2], NOW_MS, Rating::Easy), None);
    log.update_timed(&mut timed, deck[2]);
    assert_eq!(timed.next(NOW_MS), None);
    log.add(&event(3, deck[0], NOW_MS, Action::Unsuspend), None);
    log.update_timed(&mut timed, deck[0]);
    assert_eq!(timed.next(NOW_MS), Some(0));
}

#[test]
fn s4_timed_1_a_plan_covers_the_budget_and_predicts_a_gain() {
    let mut log = log_of(&[3; 30]);
    let deck = deck(400);
    let short = session(&mut log, &deck, 10);
    let plan = log.timed_plan(&short);
    assert!(plan.took_ms >= 10 * MINUTE_MS && plan.took_ms < 11 * MINUTE_MS, "{plan:?}");
    assert!(plan.cards <= plan.answers && plan.new <= plan.cards && plan.cards > 20, "{plan:?}");
    assert!(plan.after > plan.before, "{plan:?}");
    let long = session(&mut log, &deck, 60);
    let longer = log.timed_plan(&long);
    assert!(longer.after > plan.after && longer.cards > plan.cards, "{plan:?} {longer:?}");
    assert_eq!(log.timed_plan(&short), plan, "a plan changes nothing");
}

#[test]
fn s4_timed_1_without_cards_that_gain_the_plan_is_empty() {
    let mut log = ReviewLog::default();
    let timed = session(&mut log, &[], 20);
    let plan = log.timed_plan(&timed);
    assert_eq!((plan.cards, plan.answers, plan.took_ms, timed.next(NOW_MS)), (0, 0, 0, None));
    // An exam in the past counts as none.
    let deck = deck(1);
    let mut past = log.timed_session(&deck, &[1], 20 * MINUTE_MS, NOW_MS, 0);
    assert_eq!(past.next(NOW_MS), Some(0));
    log.add(&review(1, deck[0], NOW_MS, Rating::Easy), None);
    log.update_timed(&mut past, deck[0]);
    assert_eq!((log.state(deck[0]).phase, past.next(NOW_MS)), (Phase::Review, None));
}

#[test]
fn s4_timed_1_an_undone_answer_brings_the_card_back() {
    let mut log = ReviewLog::default();
    let deck = deck(1);
    let mut timed = session(&mut log, &deck, 20);
    log.add(&review(1, deck[0], NOW_MS, Rating::Easy), None);
    log.update_timed(&mut timed, deck[0]);
    assert_eq!(timed.next(NOW_MS), None);
    log.add(&event(2, deck[0], NOW_MS + 1, Action::Undo { device: 1, sequence: 1 }), None);
    log.update_timed(&mut timed, deck[0]);
    assert_eq!(timed.next(NOW_MS), Some(0));
    let (before, after) = log.timed_gain(&timed);
    assert!((before - after).abs() < 1e-6, "{before} {after}");
}

#[test]
fn s4_timed_1_the_students_own_forgetting_corrects_the_predictions() {
    let expected = |rating: Option<Rating>| {
        let mut log = log_of(&[5]);
        for number in 1..40 {
            let key = card(u128::from(number));
            for (step, day) in [(0, 0), (1, 0), (2, 3)] {
                let given = if step == 2 { rating } else { Some(Rating::Good) };
                let at_ms = NOON_MS + day * DAY_MS + u64::from(step) * 20 * MINUTE_MS;
                if let Some(given) = given {
                    log.add(&review(1000 + 10 * number + step, key, at_ms, given), None);
                }
            }
        }
        let timed = session(&mut log, &[card(0)], 10);
        log.timed_gain(&timed).0
    };
    let neither = expected(None);
    assert!(expected(Some(Rating::Again)) < neither - 0.05, "a student who forgets more");
    assert!(expected(Some(Rating::Good)) > neither + 0.01, "a student who forgets less");
}

#[test]
fn s4_timed_1_new_cards_come_even_if_the_student_knew_all_others_before_the_first_answer() {
    // Knows each card at the first answer, and forgets each of them later.
    let mut log = ReviewLog::default();
    for number in 0..60 {
        let key = card(u128::from(number));
        for (step, day, rating) in [(0, 0, Rating::Good), (1, 0, Rating::Good), (2, 3, Rating::Again)] {
            let at_ms = NOON_MS + day * DAY_MS + u64::from(step) * 20 * MINUTE_MS;
            log.add(&review(10 * number + step, key, at_ms, rating), None);
        }
    }
    let timed = session(&mut log, &[card(100)], 20);
    assert_eq!(timed.next(NOW_MS), Some(0));
    assert_eq!(log.timed_plan(&timed).new, 1);
}
