//! Study statistics and forecast over all cards of a student.

use super::day::study_day;
use super::plan::{Settings, is_available};
use super::review_log::{CourseMembership, Days, ReviewLog};
use super::schedule::Phase;
use crate::index_sort::sort_indices;
use crate::limits::{STUDY_FORECAST_DAYS, STUDY_TOOK_DEFAULT_MS, STUDY_YEAR_DAYS};

/// Number of days whose answers determine the pace.
const PACE_DAYS: i32 = 30;

/// The statistics at one moment. Past totals count every answer that was not undone. The forecast leaves out suspended
/// cards and cards without a course.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overview {
    /// Number of cards that were learnt before and are due today, up to the daily limit.
    pub due: u32,
    /// Estimated time for the due cards in milliseconds, from the answers of the last 30 days.
    pub due_ms: u64,
    /// Number of answers today.
    pub answered_today: u32,
    /// Number of consecutive days with an answer, up to today, or up to yesterday while today has none.
    pub streak_days: u32,
    /// Number of answers on each of the last `STUDY_YEAR_DAYS` days, oldest first; the last is today.
    pub year: Vec<u32>,
    /// Number of known cards due on each of the next `STUDY_FORECAST_DAYS` days. The first is today, including overdue
    /// cards.
    pub forecast: Vec<u32>,
    /// Courses with answered cards, by code; cards without a known course come last.
    pub courses: Vec<CourseMemory>,
}

/// Memory statistics of the cards of a course.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseMemory {
    /// Course code; `None` for cards without a known course.
    pub code: Option<String>,
    /// Number of cards that were answered at least once.
    pub cards: u32,
    /// Number of cards due today, regardless of the daily limit.
    pub due: u32,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub recalls: u32,
    /// Number of reviews, after an interval of days, in which the card was forgotten.
    pub lapses: u32,
}

impl ReviewLog {
    /// Returns the statistics and the forecast.
    pub fn overview(&mut self, settings: &Settings, now_ms: u64, zone_minutes: i16) -> Overview {
        let today = study_day(now_ms, zone_minutes);
        let (_, reviews_left) = self.remaining(settings, today);
        // One entry per course, and the last one for cards without a known course.
        let codes = self.courses.iter().cloned().map(Some).chain([None]);
        let mut courses: Vec<CourseMemory> = codes.map(|code| CourseMemory { code, ..Default::default() }).collect();
        let mut forecast = vec![0; STUDY_FORECAST_DAYS];
        let (mut in_steps, mut reviews) = (0, 0);
        let unknown = self.courses.len();
        let places: Vec<(usize, usize)> = (0..self.cards.len())
            .filter_map(|place| match self.cards[place].course {
                CourseMembership::Removed => None,
                CourseMembership::Unknown => Some((place, unknown)),
                CourseMembership::Course(number) => Some((place, number)),
            })
            .collect();
        // A gap without a known course may be deleted. It must not hold back those that are there.
        let first = [false, true].map(|is_known| {
            let placed = places.iter().filter(|(_, course)| (*course < unknown) == is_known);
            self.first_siblings(placed.map(|(place, _)| *place), today)
        });
        for (place, course) in places {
            let state = self.state_at(place);
            let is_waiting = self.is_waiting(&first[usize::from(course < unknown)], place, today);
            if state.reviews == 0 {
                continue;
            }
            let course = &mut courses[course];
            course.cards += 1;
            course.recalls += state.recalls;
            course.lapses += state.lapses;
            if state.is_suspended {
                continue;
            }
            let in_days = state.due_day.saturating_sub(today).max(0);
            let is_due = in_days == 0 && is_available(&state, today) && !is_waiting;
            course.due += u32::from(is_due);
            let is_review = state.phase == Phase::Review;
            in_steps += u32::from(is_due && !is_review);
            reviews += u32::from(is_due && is_review);
            // A card that was buried today or waits for a sibling is due tomorrow.
            let in_days = in_days.max(i32::from(!is_available(&state, today) || is_waiting));
            if let Some(cards) = usize::try_from(in_days).ok().and_then(|day| forecast.get_mut(day)) {
                *cards += 1;
            }
        }
        let due = in_steps + reviews.min(reviews_left);
        let days = self.all_days();
        courses.retain(|course| course.cards > 0);
        let place = |index: usize| (courses[index].code.is_none(), &courses[index].code);
        let order = sort_indices(courses.len(), &|one, other| place(one).cmp(&place(other)));
        let courses = order.into_iter().map(|index| std::mem::take(&mut courses[index as usize])).collect();
        Overview {
            due,
            due_ms: u64::from(due) * pace_ms(&days, today),
            answered_today: days.totals_of(today).answers,
            streak_days: streak(&days, today),
            year: (0..STUDY_YEAR_DAYS).rev().map(|ago| days.totals_of(before(today, ago)).answers).collect(),
            forecast,
            courses,
        }
    }
}

fn before(day: i32, ago: usize) -> i32 {
    day.saturating_sub(i32::try_from(ago).unwrap_or(i32::MAX))
}

/// Returns the mean duration of an answer in milliseconds.
pub(super) fn pace_ms(Days(days): &Days, today: i32) -> u64 {
    let lately = days.iter().rev().take_while(|(day, _)| *day >= today.saturating_sub(PACE_DAYS));
    let (answers, took_ms) =
        lately.fold((0, 0), |(answers, took_ms), (_, day)| (answers + u64::from(day.answers), took_ms + day.took_ms));
    took_ms.checked_div(answers).unwrap_or(u64::from(STUDY_TOOK_DEFAULT_MS))
}

fn streak(days: &Days, today: i32) -> u32 {
    let last = if days.totals_of(today).answers > 0 { today } else { today.saturating_sub(1) };
    let in_row = (0..).take_while(|ago| days.totals_of(before(last, *ago)).answers > 0);
    u32::try_from(in_row.count()).unwrap_or(u32::MAX)
}
