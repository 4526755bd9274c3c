//! The study plan until an exam.
//!
//! A plan is a function of the remaining work and of the work done today. It is not stored, so the work of a missed day
//! is spread over the remaining days.

mod balance;
mod pull_forward;

use super::day::study_day;
use super::event::{CardKey, Rating, ShortKey};
use super::plan::is_available;
use super::review_log::ReviewLog;
use super::schedule::{Phase, Scheduler, State};
use crate::limits::{EXAM_AHEAD_MAX_DAYS, EXAM_PAGE_SECS, STUDY_TOOK_DEFAULT_MS};

use balance::{DayLoads, GapOfNote, Task};

/// Assumed duration of an answer, in seconds.
const ANSWER_SECS: u64 = STUDY_TOOK_DEFAULT_MS as u64 / 1000;
/// Number of answers to a new card on its first day.
const ANSWERS_TO_NEW: u64 = 3;
/// Number of quarters of the days before the exam in which new cards are introduced. The last one is for repetition.
const LEARNING_QUARTERS: usize = 3;

/// An exam, reduced to the input of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exam {
    /// Day of the exam, counted from 1970.
    pub day: i32,
    /// Desired retention on that day, in percent.
    pub retention_percent: u8,
}

/// A note to read or a recording to listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaterialItem {
    /// Remaining work: pages of a note, or seconds of a recording. For an item that was finished today, the work that
    /// remained this morning.
    pub size: u32,
    /// Whether it was finished today.
    pub is_done: bool,
}

/// The material of an exam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExamMaterial<'a> {
    /// Cards of the course. New ones come in this order.
    pub cards: &'a [CardKey],
    /// Notes that were unread before today, in reading order.
    pub notes: &'a [MaterialItem],
    /// Recordings that were unheard before today.
    pub recordings: &'a [MaterialItem],
}

/// The workload of one day; for today, the remaining workload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExamDay {
    /// Day number, counted from 1970.
    pub day: i32,
    /// Number of new cards to begin.
    pub new: u32,
    /// Number of reviews, if each card is remembered as expected.
    pub reviews: u32,
    /// Indexes of the notes to read in the material.
    pub notes: Vec<usize>,
    /// Indexes of the recordings in the material.
    pub recordings: Vec<usize>,
    /// Estimated total time in seconds.
    pub secs: u64,
}

/// The study plan until an exam.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExamPlan {
    /// Days from today to the day before the exam. On the day of the exam it contains only that day; after it, it is
    /// empty.
    pub days: Vec<ExamDay>,
    /// Indexes of today's reviews among the cards of the material.
    pub due_today: Vec<usize>,
    /// Number of cards begun today.
    pub new_done: u32,
    /// Number of cards reviewed today.
    pub reviews_done: u32,
}

/// The kind of a planned task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Work done today. It counts towards today's total and needs no more time.
    Done,
    New,
    /// Next review of a card that was learnt before.
    Review(usize),
    /// Later reviews of a card.
    Later,
    Note(usize),
    Recording(usize),
}

impl ReviewLog {
    /// Returns the study plan until an exam.
    ///
    /// A card whose retention on that day would be too low is scheduled before the exam. Its reviews follow the desired
    /// retention of the exam, until one more is enough. Cards on the one hand, notes and recordings on the other, are
    /// spread so that no day exceeds twice the mean. Only a single long note or recording may take longer, and then has
    /// the day for itself. Of the gaps of one card, at most one comes on a day; those that find no free day are left out.
    pub fn exam_plan(&mut self, exam: Exam, material: ExamMaterial<'_>, now_ms: u64, zone_minutes: i16) -> ExamPlan {
        let today = study_day(now_ms, zone_minutes);
        let span = exam.day.saturating_sub(today);
        if span < 0 {
            return ExamPlan::default();
        }
        let days = usize::try_from(span).unwrap_or(0).clamp(1, EXAM_AHEAD_MAX_DAYS as usize);
        let mut plan = ExamPlan {
            days: (today..).take(days).map(|day| ExamDay { day, ..ExamDay::default() }).collect(),
            ..ExamPlan::default()
        };
        let (cards, taken) = self.card_tasks(exam, material.cards, today, &mut plan);
        spread_over(&mut plan, &cards, &taken);
        spread_over(&mut plan, &piece_tasks(material, days), &[]);
        plan
    }

    /// Returns the card tasks, and the gap of each stored card that comes today in any case. Writes the card work done
    /// today into `plan`.
    fn card_tasks(
        &mut self,
        exam: Exam,
        cards: &[CardKey],
        today: i32,
        plan: &mut ExamPlan,
    ) -> (Vec<Task<Part>>, Vec<Option<usize>>) {
        let days = plan.days.len();
        let scheduler = Scheduler::of(exam.retention_percent, *self.scheduler.parameters()).without_fuzz();
        let course = Course { exam, today, days, scheduler };
        let (mut tasks, mut new) = (Vec::new(), Vec::new());
        let places: Vec<usize> = cards.iter().map(|key| self.index_of(key.short_key())).collect();
        let mut notes = self.first_siblings(places.iter().copied(), today);
        let mut taken = Vec::new();
        for (number, first) in notes.values_mut().enumerate() {
            taken.push(Some(*first).filter(|first| self.comes_in_any_case(*first, today)));
            *first = number;
        }
        for (index, (key, place)) in cards.iter().zip(places).enumerate() {
            let state = self.state_at(place);
            let note = key.short_key().note().and_then(|note| notes.get(&note));
            let mut gap = note.map(|note| GapOfNote { note: *note, card: place, is_repeat: false });
            plan.new_done += u32::from(state.reviews > 0 && state.first_day == today);
            plan.reviews_done += u32::from(state.review_day == Some(today));
            if state.is_suspended {
                continue;
            }
            if state.phase == Phase::New {
                new.push(gap);
            } else {
                let mut part = Part::Review(index);
                for ideal in course.reviews(key.short_key(), state, is_available(&state, today)) {
                    // A further review today, after an answer today, is not an additional card.
                    let earliest = usize::from(part == Part::Later);
                    tasks.push(Task { part, ideal, earliest, secs: ANSWER_SECS, gap });
                    part = Part::Later;
                    gap = gap.map(GapOfNote::again);
                }
            }
        }
        let done = |count: u32, secs| {
            (0..count).map(move |_| Task { part: Part::Done, ideal: 0, earliest: 0, secs, gap: None })
        };
        tasks.extend(done(plan.new_done, ANSWER_SECS * ANSWERS_TO_NEW));
        tasks.extend(done(plan.reviews_done, ANSWER_SECS));
        let begun = usize::try_from(plan.new_done).unwrap_or(0);
        let learning_days = (days * LEARNING_QUARTERS).div_ceil(4);
        let path = course.path_of_new();
        let all = begun + new.len();
        for (number, gap) in (begun..).zip(new) {
            let ideal = number * learning_days / all;
            tasks.push(Task { part: Part::New, ideal, earliest: 0, secs: ANSWER_SECS * ANSWERS_TO_NEW, gap });
            let gap = gap.map(GapOfNote::again);
            let later = course.later(&path, ideal);
            tasks.extend(later.map(|ideal| Task { part: Part::Later, ideal, earliest: 1, secs: ANSWER_SECS, gap }));
        }
        (tasks, taken)
    }
}

/// The review dates of the cards of a course until an exam.
struct Course {
    exam: Exam,
    today: i32,
    days: usize,
    scheduler: Scheduler,
}

impl Course {
    fn last(&self) -> i32 {
        self.today.saturating_add(i32::try_from(self.days).unwrap_or(i32::MAX) - 1)
    }

    /// Whether a card without further reviews is remembered well enough on the day of the exam.
    fn is_enough(&self, state: &State) -> bool {
        self.scheduler.is_remembered(state, self.exam.day)
    }

    /// Returns the days, counted from today, on which a card is reviewed until it is remembered well enough, assuming
    /// that it is always remembered.
    fn reviews(&self, card: ShortKey, mut state: State, is_open: bool) -> Vec<usize> {
        let mut ideals = Vec::new();
        let mut earliest =
            if is_open && state.last_day < self.today { self.today } else { self.today.saturating_add(1) };
        let in_steps = state.phase != Phase::Review;
        if in_steps && is_open {
            // The card is due within minutes.
            earliest = self.today;
        }
        while earliest <= self.last() && (state.phase != Phase::Review || !self.is_enough(&state)) {
            let due = self.scheduler.reschedule(card, &state).due_day;
            let day = due.clamp(earliest, self.last());
            ideals.push(usize::try_from(day.saturating_sub(self.today)).unwrap_or(0));
            state = self.remembered(card, state, day);
            earliest = day.saturating_add(1);
        }
        ideals
    }

    /// Returns the state of the card after a day on which it was remembered.
    fn remembered(&self, card: ShortKey, mut state: State, day: i32) -> State {
        loop {
            state = self.scheduler.answer(card, &state, Rating::Good, 0, day);
            if state.phase == Phase::Review {
                return state;
            }
        }
    }

    /// Returns the states of a card that is new on day 0, after each day on which it is reviewed.
    fn path_of_new(&self) -> Vec<State> {
        let card = CardKey(0).short_key();
        let mut path = vec![self.remembered(card, State::default(), 0)];
        while let Some(state) = path.last()
            && usize::try_from(state.due_day).is_ok_and(|day| day < self.days)
        {
            path.push(self.remembered(card, *state, state.due_day));
        }
        path
    }

    /// Returns the review days of a card that is begun on this day.
    fn later(&self, path: &[State], begun: usize) -> impl Iterator<Item = usize> {
        let exam = self.exam.day.saturating_sub(self.today).saturating_sub(i32::try_from(begun).unwrap_or(i32::MAX));
        let last = self.days - 1;
        let states = path.iter().take_while(move |state| !self.scheduler.is_remembered(state, exam));
        let mut before = begun;
        states
            .map(move |state| (begun + usize::try_from(state.due_day).unwrap_or(0)).min(last))
            .take_while(move |day| std::mem::replace(&mut before, *day) < *day)
    }
}

/// Returns the tasks for notes and recordings.
fn piece_tasks(ExamMaterial { notes, recordings, .. }: ExamMaterial<'_>, days: usize) -> Vec<Task<Part>> {
    let mut tasks = pieces(notes, u64::from(EXAM_PAGE_SECS), days, Part::Note);
    tasks.extend(pieces(recordings, 1, days, Part::Recording));
    tasks
}

/// Returns tasks for items of one kind, in order over all days. Items finished today come first.
fn pieces(pieces: &[MaterialItem], unit_secs: u64, days: usize, part: fn(usize) -> Part) -> Vec<Task<Part>> {
    let secs = |piece: &MaterialItem| u64::from(piece.size).max(1) * unit_secs;
    let total: u64 = pieces.iter().map(secs).sum();
    let mut before: u64 = pieces.iter().filter(|piece| piece.is_done).map(secs).sum();
    let mut tasks = Vec::with_capacity(pieces.len());
    for (place, piece) in pieces.iter().enumerate() {
        let secs = secs(piece);
        if piece.is_done {
            tasks.push(Task { part: Part::Done, ideal: 0, earliest: 0, secs, gap: None });
            continue;
        }
        // Position of the middle of the item in the total work.
        let ideal = (before + secs / 2).saturating_mul(days as u64).checked_div(total).unwrap_or(0);
        before += secs;
        let ideal = usize::try_from(ideal).unwrap_or(0).min(days - 1);
        tasks.push(Task { part: part(place), ideal, earliest: 0, secs, gap: None });
    }
    tasks
}

/// Assigns a day to each task. `taken` has the gap of each stored card that comes today in any case.
fn spread_over(plan: &mut ExamPlan, tasks: &[Task<Part>], taken: &[Option<usize>]) {
    let mut spread = DayLoads::new(plan.days.len(), tasks, taken);
    for task in tasks.iter().filter(|task| task.part == Part::Done) {
        spread.add(0, task.secs);
    }
    let is_open = |task: &Task<Part>| task.part != Part::Done;
    for (task, index) in tasks.iter().zip(spread.assign_days(tasks, is_open)) {
        let Some(index) = index else { continue };
        let day = &mut plan.days[index];
        let is_done = task.part == Part::Done;
        day.secs += if is_done { 0 } else { task.secs };
        match task.part {
            Part::Done => {}
            Part::New => day.new += 1,
            Part::Later => day.reviews += 1,
            Part::Review(place) => {
                day.reviews += 1;
                if index == 0 {
                    plan.due_today.push(place);
                }
            }
            Part::Note(place) => day.notes.push(place),
            Part::Recording(place) => day.recordings.push(place),
        }
    }
}
