//! Cards that an exam plan needs today, although they are not due.

use super::{Exam, Material};
use crate::study::day::study_day;
use crate::study::event::CardKey;
use crate::study::review_log::{ExamPulls, ReviewLog};

impl ReviewLog {
    /// Makes the cards of a course due today that the exam plan needs today, even if they exceed the student's daily
    /// limits. Calls for several courses add up. Cards called on an earlier day are no longer due.
    pub fn call_for_exam(&mut self, exam: Exam, cards: &[CardKey], now_ms: u64, zone_minutes: i16) {
        let day = study_day(now_ms, zone_minutes);
        let plan = self.exam_plan(exam, Material { cards, notes: &[], recordings: &[] }, now_ms, zone_minutes);
        if self.calls.day != day {
            let (new_a_day, reviews_a_day) = self.done_on(day);
            self.calls = ExamPulls { day, new_a_day, reviews_a_day };
        }
        if let Some(today) = plan.days.first() {
            self.calls.new_a_day += today.new;
            self.calls.reviews_a_day += today.reviews;
        }
        for key in plan.today.iter().filter_map(|place| cards.get(*place)) {
            let place = self.place_of(key.short());
            self.cards[place].called_day = Some(day);
        }
    }
}
