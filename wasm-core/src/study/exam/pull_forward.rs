//! Cards that an exam plan needs today, although they are not due.

use super::{Exam, ExamMaterial};
use crate::study::day::study_day;
use crate::study::event::CardKey;
use crate::study::review_log::{ExamPulls, ReviewLog};

impl ReviewLog {
    /// Moves forward to today the cards of a course that the exam plan needs today, even if they exceed the student's
    /// daily limits. Calls for several courses add up. From the next day on, the cards are due at their own time again.
    pub fn pull_forward(&mut self, exam: Exam, cards: &[CardKey], now_ms: u64, zone_minutes: i16) {
        let day = study_day(now_ms, zone_minutes);
        let plan = self.exam_plan(exam, ExamMaterial { cards, notes: &[], recordings: &[] }, now_ms, zone_minutes);
        if self.exam_pulls.day != day {
            let (new_a_day, reviews_a_day) = self.done_counts(day);
            self.exam_pulls = ExamPulls { day, new_a_day, reviews_a_day };
        }
        if let Some(today) = plan.days.first() {
            self.exam_pulls.new_a_day += today.new;
            self.exam_pulls.reviews_a_day += today.reviews;
        }
        for key in plan.due_today.iter().filter_map(|place| cards.get(*place)) {
            let place = self.index_of(key.short_key());
            self.cards[place].pulled_day = Some(day);
        }
    }
}
