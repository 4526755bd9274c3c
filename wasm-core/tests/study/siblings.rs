//! Gaps of one card are kept apart by a day.

use wasm_core::study::{Action, CardKey, Phase, Rating, ReviewEvent, ReviewLog, Settings};

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
