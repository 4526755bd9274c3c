use wasm_core::study::{Action, CardKey, Rating, RemainingCards, ReviewEvent, ReviewLog, Settings};

use crate::events::{DAY_MS, MINUTE_MS, NOON_MS, card, event, review};

struct Session {
    log: ReviewLog,
    deck: Vec<CardKey>,
    settings: Settings,
    now_ms: u64,
    sequence: u32,
}

impl Session {
    fn new(cards: u128) -> Self {
        let deck = (0..cards).map(card).collect();
        Self { log: ReviewLog::default(), deck, settings: Settings::default(), now_ms: NOON_MS, sequence: 0 }
    }

    fn next(&mut self) -> Option<CardKey> {
        self.log.today(&self.deck, &self.settings, self.now_ms, 0).next.map(|place| self.deck[place])
    }

    fn counts(&mut self) -> (u32, u32, u32) {
        let RemainingCards { new, learning, review } =
            self.log.today(&self.deck, &self.settings, self.now_ms, 0).counts;
        (new, learning, review)
    }

    fn add(&mut self, of: impl Fn(u32, u64) -> ReviewEvent) {
        self.sequence += 1;
        self.log.add(&of(self.sequence, self.now_ms), None);
    }

    fn answer(&mut self, rating: Rating) -> CardKey {
        let next = self.next().unwrap();
        self.add(|sequence, now_ms| review(sequence, next, now_ms, rating));
        self.now_ms += 5000;
        next
    }
}

#[test]
fn new_cards_are_shown_in_order_up_to_the_daily_limit() {
    let mut session = Session::new(30);
    session.settings.new_a_day = 3;
    assert_eq!(session.counts(), (3, 0, 0));
    for number in 0..3 {
        assert_eq!(session.answer(Rating::Easy), card(number));
    }
    assert_eq!((session.next(), session.counts()), (None, (0, 0, 0)));
    session.now_ms += DAY_MS;
    assert_eq!((session.next(), session.counts()), (Some(card(3)), (3, 0, 0)));
}

#[test]
fn learning_cards_are_shown_after_their_delay_or_if_nothing_else_is_left() {
    let mut session = Session::new(2);
    assert_eq!(session.answer(Rating::Again), card(0));
    assert_eq!(session.next(), Some(card(1)), "the minute is not over");
    session.now_ms += MINUTE_MS;
    assert_eq!(session.answer(Rating::Good), card(0));
    assert_eq!(session.answer(Rating::Easy), card(1));
    assert_eq!((session.next(), session.counts()), (Some(card(0)), (0, 1, 0)), "ahead of its time");
    session.answer(Rating::Good);
    assert_eq!((session.next(), session.counts()), (None, (0, 0, 0)));
}

#[test]
fn due_cards_are_shown_before_new_ones_up_to_the_daily_limit() {
    let mut session = Session::new(8);
    session.settings.new_a_day = 5;
    for _ in 0..5 {
        session.answer(Rating::Easy);
    }
    session.now_ms += 60 * DAY_MS;
    session.settings.reviews_a_day = 2;
    assert_eq!(session.counts(), (3, 0, 2));
    assert!(session.answer(Rating::Good) < card(5));
    assert!(session.answer(Rating::Good) < card(5));
    assert_eq!((session.next(), session.counts()), (Some(card(5)), (3, 0, 0)));
}

#[test]
fn suspended_cards_stay_hidden_and_buried_ones_return_at_four_in_the_morning() {
    let mut session = Session::new(2);
    session.add(|sequence, now_ms| event(sequence, card(0), now_ms, Action::Bury));
    session.add(|sequence, now_ms| event(sequence, card(1), now_ms, Action::Suspend));
    assert_eq!((session.next(), session.counts()), (None, (0, 0, 0)));
    session.now_ms = NOON_MS + 16 * 60 * MINUTE_MS - 1;
    assert_eq!(session.next(), None);
    session.now_ms += 1;
    assert_eq!((session.next(), session.counts()), (Some(card(0)), (1, 0, 0)));
}

#[test]
fn s2_study_2_suspended_cards_are_listed_and_can_be_resumed() {
    let mut session = Session::new(3);
    session.add(|sequence, now_ms| event(sequence, card(1), now_ms, Action::Suspend));
    session.add(|sequence, now_ms| event(sequence, card(2), now_ms, Action::Bury));
    assert_eq!(session.log.suspended(&session.deck), [1]);
    session.now_ms += 90 * DAY_MS;
    session.add(|sequence, now_ms| event(sequence, card(1), now_ms, Action::Unsuspend));
    assert!(session.log.suspended(&session.deck).is_empty());
    assert_eq!(session.counts(), (3, 0, 0));
}

#[test]
fn reviews_in_other_courses_count_towards_the_daily_limit() {
    let mut session = Session::new(4);
    session.settings.new_a_day = 2;
    session.answer(Rating::Easy);
    session.deck = vec![card(9), card(8)];
    assert_eq!(session.counts(), (1, 0, 0));
    assert_eq!(session.next(), Some(card(9)));
}
