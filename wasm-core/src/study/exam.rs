//! What to do each day until an exam.
//!
//! A plan is a function of what is left and of what was done today. Nothing of it is kept, so what a missed day has left is
//! spread over the days that are left.

mod calls;
mod spread;

use super::day::study_day;
use super::fact::{CardKey, Rating, ShortKey};
use super::log::Log;
use super::plan::is_open;
use super::schedule::{Phase, Scheduler, State};
use crate::limits::{EXAM_AHEAD_MAX_DAYS, EXAM_PAGE_SECS, STUDY_TOOK_DEFAULT_MS};

use spread::{Spread, Task};

/// An answer to a card, in seconds.
const ANSWER_SECS: u64 = STUDY_TOOK_DEFAULT_MS as u64 / 1000;
/// How often a new card is answered on its first day.
const ANSWERS_TO_NEW: u64 = 3;
/// So many quarters of the days bring new cards; the last one is for what was learnt.
const LEARNING_QUARTERS: usize = 3;

/// An exam, as far as a plan needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exam {
    /// The day of it, counted from 1970.
    pub day: i32,
    /// How many of a hundred cards are to be remembered on that day.
    pub retention_percent: u8,
}

/// A note that is to be read, or a recording that is to be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// What is left of it, or was left this morning: pages of a note, seconds of a recording.
    pub size: u32,
    /// Whether it was finished today.
    pub is_done: bool,
}

/// What is to be studied for an exam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material<'a> {
    /// The cards of the course; new ones come in this order.
    pub cards: &'a [CardKey],
    /// The notes that were not read before today, in the order in which to read them.
    pub notes: &'a [Piece],
    /// The recordings that were not heard before today.
    pub recordings: &'a [Piece],
}

/// What to do on one day. Of today, what is left to do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExamDay {
    /// The day, counted from 1970.
    pub day: i32,
    /// Cards to begin with.
    pub new: u32,
    /// Cards that come again, if each is remembered as it is expected to be.
    pub reviews: u32,
    /// The notes to read, by their places in the material,
    pub notes: Vec<usize>,
    /// and the recordings to hear.
    pub recordings: Vec<usize>,
    /// About how long all of it takes, in seconds.
    pub secs: u64,
}

/// What to do until an exam.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExamPlan {
    /// Each day from today to the one before the exam; on the day of the exam that day alone; none when it is over.
    pub days: Vec<ExamDay>,
    /// The cards that come again today, by their places in the material.
    pub today: Vec<usize>,
    /// Cards that were begun today,
    pub new_done: u32,
    /// and those that came again.
    pub reviews_done: u32,
}

/// What is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What was done today: it counts, and is not to be done any more.
    Done,
    New,
    /// The next time of a card that was learnt before.
    Review(usize),
    /// Later times of a card.
    Later,
    Note(usize),
    Recording(usize),
}

impl Log {
    /// What to do each day until an exam. A card that would be remembered too seldom on that day comes before it, each time
    /// when it is remembered as the exam wants it, until once is enough. Cards for themselves, and notes and recordings for
    /// themselves, are spread so that no day has more than twice the mean of the days; only what cannot be divided, one
    /// note or recording, may take longer, and then has its day for itself.
    pub fn exam_plan(&mut self, exam: Exam, material: Material<'_>, now_ms: u64, zone_minutes: i16) -> ExamPlan {
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
        let cards = self.card_tasks(exam, material.cards, today, &mut plan);
        for tasks in [cards, piece_tasks(material, days)] {
            spread_over(&mut plan, &tasks);
        }
        plan
    }

    /// What there is to do with cards, and in `plan` what was done with them today.
    fn card_tasks(&mut self, exam: Exam, cards: &[CardKey], today: i32, plan: &mut ExamPlan) -> Vec<Task<Part>> {
        let days = plan.days.len();
        let course = Course { exam, today, days, scheduler: Scheduler::new(exam.retention_percent).without_fuzz() };
        let (mut tasks, mut new) = (Vec::new(), 0);
        for (place, key) in cards.iter().enumerate() {
            let state = self.state(*key);
            plan.new_done += u32::from(state.reviews > 0 && state.first_day == today);
            plan.reviews_done += u32::from(state.review_day == Some(today));
            if state.is_suspended {
                continue;
            }
            if state.phase == Phase::New {
                new += 1;
            } else {
                let mut part = Part::Review(place);
                for ideal in course.reviews(key.short(), state, is_open(&state, today)) {
                    // What comes later today, after an answer today, is no card that is called.
                    tasks.push(Task { part, ideal, earliest: usize::from(part == Part::Later), secs: ANSWER_SECS });
                    part = Part::Later;
                }
            }
        }
        let done = |count: u32, secs| (0..count).map(move |_| Task { part: Part::Done, ideal: 0, earliest: 0, secs });
        tasks.extend(done(plan.new_done, ANSWER_SECS * ANSWERS_TO_NEW));
        tasks.extend(done(plan.reviews_done, ANSWER_SECS));
        let begun = usize::try_from(plan.new_done).unwrap_or(0);
        let learning_days = (days * LEARNING_QUARTERS).div_ceil(4);
        let path = course.path_of_new();
        for number in begun..begun + new {
            let ideal = number * learning_days / (begun + new);
            tasks.push(Task { part: Part::New, ideal, earliest: 0, secs: ANSWER_SECS * ANSWERS_TO_NEW });
            let later = course.later(&path, ideal);
            tasks.extend(later.map(|ideal| Task { part: Part::Later, ideal, earliest: 1, secs: ANSWER_SECS }));
        }
        tasks
    }
}

/// When cards come until an exam.
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

    /// Whether a card is remembered well enough on the day of the exam if it does not come before.
    fn is_enough(&self, state: &State) -> bool {
        self.scheduler.is_remembered(state, self.exam.day)
    }

    /// The days, counted from today, on which a card comes until it is remembered well enough, as long as it is remembered.
    fn reviews(&self, card: ShortKey, mut state: State, is_open: bool) -> Vec<usize> {
        let mut ideals = Vec::new();
        let mut earliest =
            if is_open && state.last_day < self.today { self.today } else { self.today.saturating_add(1) };
        let in_steps = state.phase != Phase::Review;
        if in_steps && is_open {
            // It comes within minutes.
            earliest = self.today;
        }
        while earliest <= self.last() && (state.phase != Phase::Review || !self.is_enough(&state)) {
            let due = self.scheduler.due(card, &state).due_day;
            let day = due.clamp(earliest, self.last());
            ideals.push(usize::try_from(day.saturating_sub(self.today)).unwrap_or(0));
            state = self.remembered(card, state, day);
            earliest = day.saturating_add(1);
        }
        ideals
    }

    /// The card after a day on which it was remembered.
    fn remembered(&self, card: ShortKey, mut state: State, day: i32) -> State {
        loop {
            state = self.scheduler.answer(card, &state, Rating::Good, 0, day);
            if state.phase == Phase::Review {
                return state;
            }
        }
    }

    /// The states of a card that is new on day 0, after each day on which it comes.
    fn path_of_new(&self) -> Vec<State> {
        let card = CardKey(0).short();
        let mut path = vec![self.remembered(card, State::default(), 0)];
        while let Some(state) = path.last()
            && usize::try_from(state.due_day).is_ok_and(|day| day < self.days)
        {
            path.push(self.remembered(card, *state, state.due_day));
        }
        path
    }

    /// On which days a card comes again that is begun on this one.
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

/// What there is to read and to hear.
fn piece_tasks(Material { notes, recordings, .. }: Material<'_>, days: usize) -> Vec<Task<Part>> {
    let mut tasks = pieces(notes, u64::from(EXAM_PAGE_SECS), days, Part::Note);
    tasks.extend(pieces(recordings, 1, days, Part::Recording));
    tasks
}

/// Pieces of one kind, in their order over all days; what was done today comes first.
fn pieces(pieces: &[Piece], unit_secs: u64, days: usize, part: fn(usize) -> Part) -> Vec<Task<Part>> {
    let secs = |piece: &Piece| u64::from(piece.size).max(1) * unit_secs;
    let total: u64 = pieces.iter().map(secs).sum();
    let mut before: u64 = pieces.iter().filter(|piece| piece.is_done).map(secs).sum();
    let mut tasks = Vec::with_capacity(pieces.len());
    for (place, piece) in pieces.iter().enumerate() {
        let secs = secs(piece);
        if piece.is_done {
            tasks.push(Task { part: Part::Done, ideal: 0, earliest: 0, secs });
            continue;
        }
        // Where its middle is among all.
        let ideal = (before + secs / 2).saturating_mul(days as u64).checked_div(total).unwrap_or(0);
        before += secs;
        let ideal = usize::try_from(ideal).unwrap_or(0).min(days - 1);
        tasks.push(Task { part: part(place), ideal, earliest: 0, secs });
    }
    tasks
}

/// Gives each task its day.
fn spread_over(plan: &mut ExamPlan, tasks: &[Task<Part>]) {
    let mut spread = Spread::new(plan.days.len(), tasks);
    for task in tasks.iter().filter(|task| task.part == Part::Done) {
        spread.add(0, task.secs);
    }
    let is_open = |task: &Task<Part>| task.part != Part::Done;
    for (task, index) in tasks.iter().zip(spread.place_all(tasks, is_open)) {
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
                    plan.today.push(place);
                }
            }
            Part::Note(place) => day.notes.push(place),
            Part::Recording(place) => day.recordings.push(place),
        }
    }
}
