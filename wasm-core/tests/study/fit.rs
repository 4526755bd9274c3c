use wasm_core::limits::STUDY_FIT_REVIEWS;
use wasm_core::study::{PARAMETERS, Parameters, Phase, Rating, ReviewLog, Scheduler, State};

use crate::events::{DAY_MS, NOON_MS, card, review};

/// Parameters of a student who forgets much faster.
fn forgetful() -> Parameters {
    let mut numbers = *Parameters::default().numbers();
    numbers[..4].iter_mut().for_each(|number| *number *= 0.3);
    numbers[8] = 1.0;
    Parameters::new(&numbers).unwrap()
}

/// Adds the answers of a student with this memory, who studies as the app schedules by default. The card is remembered
/// in each review in which the chance exceeds the next number of a repeatable random sequence.
fn studied(log: &mut ReviewLog, memory: Parameters, cards: u128) {
    let (app, truth) = (Scheduler::default(), Scheduler::of(90, memory).without_fuzz());
    let decay = -f64::from(memory.numbers()[PARAMETERS - 1]);
    let factor = 0.9f64.powf(1.0 / decay) - 1.0;
    let mut random = 1u64;
    let mut sequence = 0;
    for number in 1..=cards {
        let (key, mut shown, mut real) = (card(number), State::default(), State::default());
        let mut day = i32::try_from(number / 10).unwrap();
        while day < 60 {
            let elapsed = f64::from(day - real.last_day);
            let chance = (1.0 + factor * elapsed / f64::from(real.stability.max(0.001))).powf(decay);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let drawn = f64::from(u32::try_from(random >> 32).unwrap()) / f64::from(u32::MAX);
            let is_known = shown.phase != Phase::Review || drawn < chance;
            let rating = if is_known { Rating::Good } else { Rating::Again };
            sequence += 1;
            let at_ms = NOON_MS + u64::from(day.unsigned_abs()) * DAY_MS + u64::from(sequence);
            log.add(&review(sequence, key, at_ms, rating), None);
            shown = app.answer(key.short_key(), &shown, rating, at_ms, day);
            real = truth.answer(key.short_key(), &real, rating, at_ms, day);
            day = if shown.phase == Phase::Review { shown.due_day } else { day };
        }
    }
}

#[test]
fn s4_study_9_parameters_are_fitted_from_400_reviews_on() {
    let mut log = ReviewLog::default();
    studied(&mut log, forgetful(), 40);
    assert!(log.fit_reviews() < STUDY_FIT_REVIEWS, "{}", log.fit_reviews());
    assert_eq!(log.fit(), None);
}

#[test]
fn s4_study_9_own_parameters_are_used_only_if_they_predict_later_reviews_better() {
    let mut log = ReviewLog::default();
    studied(&mut log, forgetful(), 300);
    let fit = log.fit().unwrap();
    assert!(fit.own_loss < 0.97 * fit.default_loss, "{fit:?}");
    let own = fit.parameters.unwrap();
    assert!(log.log_loss(&own, 0).0 < log.log_loss(&Parameters::default(), 0).0);

    let mut usual = ReviewLog::default();
    studied(&mut usual, Parameters::default(), 300);
    assert_eq!(usual.fit().unwrap().parameters, None);
}

#[test]
fn s4_study_9_states_are_recomputed_from_all_reviews_when_the_parameters_change() {
    let (mut log, mut fresh) = (ReviewLog::default(), ReviewLog::default());
    fresh.set_parameters(forgetful());
    studied(&mut log, forgetful(), 50);
    studied(&mut fresh, forgetful(), 50);
    let before = log.state(card(7));
    log.set_parameters(forgetful());
    assert_ne!(log.state(card(7)), before);
    for number in 1..=50 {
        assert_eq!(log.state(card(number)), fresh.state(card(number)));
    }
    log.set_retention(80);
    assert_eq!(log.parameters(), &forgetful(), "the desired retention changes no parameters");
}

#[test]
fn s4_study_9_a_snapshot_computed_with_other_parameters_does_not_replace_the_full_review_log() {
    let mut log = ReviewLog::default();
    studied(&mut log, forgetful(), 50);
    let usual = log.snapshot(NOON_MS + 100 * DAY_MS).unwrap();
    log.set_parameters(forgetful());
    let own = log.snapshot(NOON_MS + 100 * DAY_MS).unwrap();
    for (bytes, is_own) in [(&usual, false), (&own, true)] {
        let mut other = ReviewLog::default();
        other.restore(bytes).unwrap();
        assert_eq!(other.needs_full_log(), is_own);
        other.set_parameters(forgetful());
        assert_eq!(other.needs_full_log(), !is_own);
        assert_eq!(other.snapshot(NOON_MS + 100 * DAY_MS).is_some(), is_own);
    }
    let mut restored = ReviewLog::default();
    restored.set_parameters(forgetful());
    restored.restore(&own).unwrap();
    assert_eq!(restored.state(card(7)).stability, log.state(card(7)).stability);
}

#[test]
fn parameters_out_of_range_are_rejected() {
    let numbers = *Parameters::default().numbers();
    assert_eq!(Parameters::new(&numbers), Some(Parameters::default()));
    assert_eq!(numbers, fsrs::DEFAULT_PARAMETERS);
    assert_eq!(Parameters::new(&numbers[1..]), None);
    for wrong in [f32::NAN, -1.0, 1000.0] {
        for place in 0..PARAMETERS {
            let mut numbers = numbers;
            numbers[place] = wrong;
            assert_eq!(Parameters::new(&numbers), None);
        }
    }
}
