//! Gaps of one card are kept apart by a day.

use wasm_core::study::day::study_day;
use wasm_core::study::{Action, CardKey, Exam, ExamMaterial, Phase, Rating, ReviewEvent, ReviewLog, Settings};

const DAY_MS: u64 = 24 * 3_600_000;
/// Noon in UTC.
const NOON_MS: u64 = 1_795_608_000_000 / DAY_MS * DAY_MS + DAY_MS / 2;

fn event(card: CardKey, sequence: u32, when_ms: u64, action: Action) -> ReviewEvent {
    ReviewEvent { device: 7, sequence, card, when_ms, zone_minutes: 0, action }
}

fn review(rating: Rating) -> Action {
    Action::Review { rating, took_ms: 4000 }
}

/// Two gaps of one card, and another card.
fn deck() -> [CardKey; 3] {
    let [note, other] = [5, 6].map(|low| CardKey((1_795_000_000_000 << 80) + low));
    [note.gap(1).unwrap(), note.gap(2).unwrap(), other]
}

#[test]
fn s4_gap_1_only_one_gap_of_a_card_comes_on_a_day() {
    let [first, second, other] = deck();
    let deck = [first, second, other];
    let settings = Settings::default();
    let mut log = ReviewLog::default();
    let today = log.today(&deck, &settings, NOON_MS, 0);
    assert_eq!((today.next, today.counts.new), (Some(0), 2));

    log.add(&event(first, 1, NOON_MS, review(Rating::Again)), None);
    let today = log.today(&deck, &settings, NOON_MS + 1000, 0);
    assert_eq!((today.next, today.counts.new, today.counts.learning), (Some(2), 1, 1));
    log.add(&event(other, 2, NOON_MS + 2000, review(Rating::Easy)), None);
    // The learning steps of the first gap go on.
    assert_eq!(log.today(&deck, &settings, NOON_MS + 3000, 0).next, Some(0));
    log.add(&event(first, 3, NOON_MS + 4000, review(Rating::Easy)), None);
    assert_eq!(log.today(&deck, &settings, NOON_MS + 5000, 0), Default::default());

    // A due review comes before a new gap of the same card.
    let tomorrow = log.today(&deck, &settings, NOON_MS + DAY_MS, 0);
    assert_eq!((tomorrow.next, tomorrow.counts.new, tomorrow.counts.review), (Some(0), 0, 1));
    // After an undo, the second gap waits no longer.
    let undo = |sequence, of| event(first, sequence, NOON_MS + 6000, Action::Undo { device: 7, sequence: of });
    log.add(&undo(4, 3), None);
    log.add(&undo(5, 1), None);
    let today = log.today(&deck, &settings, NOON_MS + 7000, 0);
    assert_eq!((today.next, today.counts.new), (Some(0), 1));
    // A suspended gap does not hold back the other one.
    log.add(&event(first, 6, NOON_MS + 8000, Action::Suspend), None);
    assert_eq!(log.today(&deck, &settings, NOON_MS + 9000, 0).next, Some(1));
}

#[test]
fn s4_gap_1_gaps_that_two_offline_devices_began_on_one_day_both_finish_their_steps() {
    let [first, second, _] = deck();
    let mut log = ReviewLog::default();
    log.add(&event(first, 1, NOON_MS, review(Rating::Again)), None);
    log.add(&ReviewEvent { device: 8, ..event(second, 1, NOON_MS, review(Rating::Again)) }, None);
    let today = log.today(&[first, second], &Settings::default(), NOON_MS + 120_000, 0);
    assert_eq!(today.counts.learning, 2);
    assert!(today.next.is_some());
}

#[test]
fn s4_gap_1_the_due_reviews_of_a_card_count_once_and_the_more_urgent_gap_comes() {
    let [first, second, _] = deck();
    let deck = [first, second];
    let mut log = ReviewLog::default();
    log.add(&event(first, 1, NOON_MS, review(Rating::Easy)), None);
    log.add(&event(second, 2, NOON_MS - DAY_MS, review(Rating::Easy)), None);
    log.set_course("CS246", &deck);
    let later_ms = NOON_MS + 300 * DAY_MS;
    let today = log.today(&deck, &Settings::default(), later_ms, 0);
    assert_eq!((today.next, today.counts.review), (Some(1), 1));
    let overview = log.overview(&Settings::default(), later_ms, 0);
    assert_eq!((overview.due, &overview.forecast[..2]), (1, &[1, 1][..]));
}

#[test]
fn s4_gap_1_a_session_with_a_time_budget_asks_only_one_gap_of_a_card() {
    let [first, second, other] = deck();
    let deck = [first, second, other];
    let mut log = ReviewLog::default();
    let mut session = log.timed_session(&deck, &[], 3_600_000, NOON_MS, 0);
    let plan = log.timed_plan(&session);
    assert_eq!(plan.cards, 2);
    let at = session.next(NOON_MS).unwrap();
    assert_eq!(at, 0);
    log.add(&event(first, 1, NOON_MS, review(Rating::Easy)), None);
    log.update_timed(&mut session, first);
    assert_eq!(session.next(NOON_MS + 1000), Some(2));
    assert_eq!(log.state(second).phase, Phase::New);
}

#[test]
fn s4_gap_1_an_undone_answer_brings_the_other_gap_back_into_a_session_with_a_time_budget() {
    let [first, second, other] = deck();
    let mut log = ReviewLog::default();
    log.add(&event(other, 1, NOON_MS, review(Rating::Easy)), None);
    let mut session = log.timed_session(&[second, first, other], &[], 3_600_000, NOON_MS, 0);
    log.add(&event(first, 2, NOON_MS, review(Rating::Easy)), None);
    log.update_timed(&mut session, first);
    assert_eq!(session.next(NOON_MS + 1000), None);
    log.revalue_timed(&mut session);
    assert_eq!(session.next(NOON_MS + 1000), None);
    log.add(&event(first, 3, NOON_MS + 2000, Action::Undo { device: 7, sequence: 2 }), None);
    log.update_timed(&mut session, first);
    assert_eq!(session.next(NOON_MS + 3000), Some(0));
}

/// Returns a log in which both gaps of the card are due in a year, and the plain card was answered.
fn answered() -> ReviewLog {
    let mut log = ReviewLog::default();
    for ((card, sequence), ago) in deck().into_iter().zip(1..).zip(0..) {
        log.add(&event(card, sequence, NOON_MS - ago * DAY_MS, review(Rating::Easy)), Some(NOON_MS));
    }
    log
}

#[test]
fn s4_gap_1_a_snapshot_remembers_which_gaps_belong_to_one_card() {
    let [first, second, other] = deck();
    let later_ms = NOON_MS + 300 * DAY_MS;
    // With cards of a known course, and of none.
    for has_course in [true, false] {
        let mut log = answered();
        if has_course {
            log.set_course("CS246", &[first, second, other]);
        }
        let expected = log.overview(&Settings::default(), later_ms, 0);
        assert_eq!((expected.due, &expected.forecast[..2]), (2, &[2, 1][..]));
        let snapshot = log.snapshot(NOON_MS + DAY_MS).unwrap();
        let mut restored = ReviewLog::default();
        restored.restore(&snapshot).unwrap();
        assert_eq!(restored.overview(&Settings::default(), later_ms, 0), expected);
        // A gap that the snapshot does not know is a sibling too.
        let third = first.note_and_gap().0.gap(3).unwrap();
        restored.add(&event(first, 9, later_ms, review(Rating::Good)), Some(later_ms));
        assert_eq!(restored.today(&[third], &Settings::default(), later_ms, 0).counts.new, 1);
        assert_eq!(restored.today(&[first, second, third], &Settings::default(), later_ms, 0).counts.new, 0);
    }
}

#[test]
fn s4_gap_1_a_deleted_gap_does_not_hold_back_the_others() {
    let [first, second, other] = deck();
    let later_ms = NOON_MS + 300 * DAY_MS;
    let mut log = answered();
    log.set_course("CS246", &[first, second]);
    // The second gap is due first, and is deleted.
    log.set_course("CS246", &[first]);
    let overview = log.overview(&Settings::default(), later_ms, 0);
    assert_eq!((overview.due, overview.courses[0].due, overview.forecast[0]), (2, 1, 2));
    // A gap of which no course is known does not make its sibling wait either.
    let mut log = answered();
    log.set_course("CS246", &[first, other]);
    log.add(&event(second, 9, later_ms, review(Rating::Good)), None);
    assert_eq!(log.overview(&Settings::default(), later_ms, 0).courses[0].due, 2);
}

#[test]
fn s4_gap_1_an_exam_plan_has_at_most_one_gap_of_a_card_on_a_day() {
    let note = deck()[0].note_and_gap().0;
    let gaps: Vec<CardKey> = (1..=6).map(|number| note.gap(number).unwrap()).collect();
    let today = study_day(NOON_MS, 0);
    let material = ExamMaterial { cards: &gaps, notes: &[], recordings: &[] };
    let exam = |days| Exam { day: today + days, retention_percent: 97 };
    let mut log = ReviewLog::default();
    let new = log.exam_plan(exam(8), material, NOON_MS, 0).days;
    assert_eq!(new.iter().map(|day| day.new).sum::<u32>(), 6);
    assert!(new.iter().all(|day| day.new <= 1), "{new:?}");
    // There are more gaps than days.
    let new = log.exam_plan(exam(4), material, NOON_MS, 0).days;
    assert_eq!(new.iter().map(|day| day.new).collect::<Vec<_>>(), [1, 1, 1, 1]);

    // Four gaps that the exam needs sooner than they are due, and two new ones.
    for (gap, sequence) in gaps.iter().take(4).zip(1..) {
        log.add(&event(*gap, sequence, NOON_MS - 5 * DAY_MS, review(Rating::Easy)), None);
    }
    let plan = log.exam_plan(exam(8), material, NOON_MS, 0);
    assert_eq!(plan.days.iter().map(|day| day.new).sum::<u32>(), 2);
    assert!(plan.due_today.len() <= 1 && plan.days[0].new + plan.days[0].reviews <= 1, "{plan:?}");
    let pulled = |log: &mut ReviewLog| {
        log.pull_forward(exam(1), &gaps, NOON_MS, 0);
        log.today(&gaps, &Settings::default(), NOON_MS, 0)
    };
    let one_day = log.exam_plan(exam(1), material, NOON_MS, 0);
    assert_eq!((one_day.due_today.len(), one_day.days[0].reviews, one_day.days[0].new), (1, 1, 0));
    // The plan asks the same card again until it is answered, and then none of its siblings.
    for _ in 0..2 {
        let today = pulled(&mut log);
        assert_eq!((today.next, today.counts.review, today.counts.new), (Some(one_day.due_today[0]), 1, 0));
    }
    log.add(&event(gaps[one_day.due_today[0]], 9, NOON_MS, review(Rating::Easy)), None);
    let after = log.exam_plan(exam(1), material, NOON_MS, 0);
    assert_eq!((after.due_today.len(), after.days[0].reviews, after.days[0].new, after.reviews_done), (0, 0, 0, 1));
    assert_eq!(pulled(&mut log), Default::default());
}
