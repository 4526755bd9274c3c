//! Sessions with a time budget before an exam, compared with other orders of the cards, on simulated students.

use chores::run;
use wasm_core::study::day::study_day;
use wasm_core::study::{Action, CardKey, Phase, Rating, ReviewEvent, ReviewLog, Settings, State};

use super::memory::{Kind, Knowledge, Mind, Random};

const STUDENTS_OF_KIND: u64 = 24;
const MINUTES: [u64; 3] = [20, 40, 180];
const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;
const NOON_MS: u64 = 1_767_614_400_000;
const TOOK_MAX_MS: f64 = 60_000.0;

/// The orders that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The session with a time budget.
    Timed,
    /// The normal session without daily limits: due cards by their due day, then new cards, then the others by due day.
    Due,
    /// Due cards with the lowest probability of recall first, then new cards, then the others.
    Retrievability,
    /// Cards with the lowest probability of recall first, due or not. A new card counts as forgotten.
    NewFirst,
    /// Like the session with a time budget, but with the student's true memory and times instead of predictions: what
    /// no order can exceed by much.
    Ideal,
}

impl Order {
    const ALL: [Self; 5] = [Self::Timed, Self::Due, Self::Retrievability, Self::NewFirst, Self::Ideal];
}

/// Study habits before the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// On most days of six weeks, except the last five; 600 to 1,400 cards.
    Regular,
    /// On some days of two weeks, a month ago; 300 to 700 cards.
    Late,
}

impl Habit {
    fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Late => "late",
        }
    }
}

/// A student with a deck and the answers so far.
struct Student {
    mind: Mind,
    deck: Vec<CardKey>,
    knowledge: Vec<Knowledge>,
    /// Mean duration of an answer to each card in milliseconds, if it is remembered.
    card_ms: Vec<f64>,
    events: Vec<ReviewEvent>,
    /// Beginning of the session, and time of the exam.
    now_ms: u64,
    exam_ms: u64,
    random: Random,
}

/// One review session of a student.
struct Sitting<'a> {
    student: &'a Student,
    log: ReviewLog,
    knowledge: Vec<Knowledge>,
    states: Vec<State>,
    random: Random,
    now_ms: u64,
    /// Answers of this session.
    events: Vec<ReviewEvent>,
}

#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
fn secs(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

impl<'a> Sitting<'a> {
    fn new(student: &'a Student, now_ms: u64, seed: u64) -> Self {
        let mut log = ReviewLog::default();
        for event in &student.events {
            log.add(event, None);
        }
        let states = student.deck.iter().map(|key| log.state(*key)).collect();
        let knowledge = student.knowledge.clone();
        Self { student, log, knowledge, states, random: Random(seed), now_ms, events: Vec::new() }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "durations are small and positive")]
    fn answer(&mut self, index: usize) {
        let knowledge = &mut self.knowledge[index];
        let mind = &self.student.mind;
        let is_new = self.states[index].phase == Phase::New;
        let is_remembered = self.random.part() < mind.recall(knowledge, secs(self.now_ms));
        let slow = if is_new || !is_remembered { 2.0 } else { 1.0 };
        let took_ms = (self.student.card_ms[index] * slow * self.random.around(0.3)).clamp(500.0, TOOK_MAX_MS) as u32;
        let rating = match is_remembered {
            false => Rating::Again,
            true if self.random.part() < 0.1 => Rating::Hard,
            true => Rating::Good,
        };
        self.now_ms += u64::from(took_ms);
        mind.answer(knowledge, secs(self.now_ms), is_remembered);
        let card = self.student.deck[index];
        let sequence = u32::try_from(self.student.events.len() + self.events.len()).unwrap_or(u32::MAX);
        let what = Action::Review { rating, took_ms };
        let event = ReviewEvent { device: 1, sequence, card, when_ms: self.now_ms, zone_minutes: 0, action: what };
        self.log.add(&event, None);
        self.events.push(event);
        self.states[index] = self.log.state(card);
    }

    /// Studies in the order of the normal session, with daily limits.
    fn study_normally(&mut self, until_ms: u64) {
        while self.now_ms < until_ms
            && let Some(index) = self.log.today(&self.student.deck, &Settings::default(), self.now_ms, 0).next
        {
            self.answer(index);
        }
    }

    fn study(&mut self, order: Order, budget_ms: u64) {
        let until_ms = self.now_ms + budget_ms;
        if order == Order::Timed {
            let exam_days = vec![study_day(self.student.exam_ms, 0); self.student.deck.len()];
            let mut timed = self.log.timed_session(&self.student.deck, &exam_days, budget_ms, self.now_ms, 0);
            while let Some(index) = timed.next(self.now_ms) {
                self.answer(index);
                self.log.update_timed(&mut timed, self.student.deck[index]);
            }
        } else if order == Order::Ideal {
            let mut worths: Vec<f64> = (0..self.knowledge.len()).map(|index| self.true_worth(index)).collect();
            while self.now_ms < until_ms
                && let Some(index) = (0..worths.len()).max_by(|one, other| worths[*one].total_cmp(&worths[*other]))
            {
                self.answer(index);
                worths[index] = self.true_worth(index);
            }
        } else {
            while self.now_ms < until_ms
                && let Some(index) = self.first_by(order)
            {
                self.answer(index);
            }
        }
    }

    /// Returns the gain of an answer per millisecond, computed from the student's true memory.
    fn true_worth(&self, index: usize) -> f64 {
        let (mind, knowledge) = (&self.student.mind, &self.knowledge[index]);
        let (now, exam) = (secs(self.now_ms), secs(self.student.exam_ms));
        let after = |is_remembered| {
            let mut after = knowledge.clone();
            mind.answer(&mut after, now, is_remembered);
            mind.recall(&after, exam)
        };
        let chance = mind.recall(knowledge, now);
        let slow = if self.states[index].phase == Phase::New { 2.0 } else { 2.0 - chance };
        let gain = chance * after(true) + (1.0 - chance) * after(false) - mind.recall(knowledge, exam);
        gain / (self.student.card_ms[index] * slow)
    }

    /// Returns the first card by an order. Cards in learning steps come as soon as they are due.
    fn first_by(&self, order: Order) -> Option<usize> {
        let day = study_day(self.now_ms, 0);
        let ranked = self.states.iter().enumerate().filter_map(|(index, state)| {
            let is_due = state.due_day <= day;
            let rank = match (state.phase, order) {
                (Phase::Learning { .. } | Phase::Relearning { .. }, _) if state.due_ms <= self.now_ms => {
                    (0, secs(state.due_ms))
                }
                (Phase::Learning { .. } | Phase::Relearning { .. }, _) => (8, secs(state.due_ms)),
                (Phase::New, Order::NewFirst) => (1, 0.0),
                (Phase::New, _) => (3, 0.0),
                (Phase::Review, _) if state.last_day == day => return None,
                (Phase::Review, Order::Due) => (if is_due { 2 } else { 5 }, f64::from(state.due_day)),
                (Phase::Review, Order::NewFirst) => (2, predicted(state, day)),
                (Phase::Review, _) => (if is_due { 2 } else { 5 }, predicted(state, day)),
            };
            Some((rank, index))
        });
        let first = ranked
            .min_by(|((one, one_key), _), ((other, other_key), _)| one.cmp(other).then(one_key.total_cmp(other_key)));
        first.map(|(_, index)| index)
    }

    /// Returns the expected number of cards that the student knows at the exam.
    fn remembered(&self) -> f64 {
        let at = secs(self.student.exam_ms);
        self.knowledge.iter().map(|card| self.student.mind.recall(card, at)).sum()
    }
}

/// Returns the probability of recall that FSRS-6 predicts with its default parameters.
fn predicted(state: &State, day: i32) -> f64 {
    const DECAY: f64 = 0.1542;
    let days = f64::from(day - state.last_day);
    (1.0 + (0.9f64.powf(-1.0 / DECAY) - 1.0) * days / f64::from(state.stability)).powf(-DECAY)
}

impl Student {
    /// Creates a student who has studied with the normal session.
    fn new(kind: Kind, habit: Habit, seed: u64) -> Self {
        let mut random = Random(seed);
        let mind = Mind::new(kind, &mut random);
        let (least, step, days, part, pause) = match habit {
            Habit::Regular => (600, 100, 40, 0.6, 5),
            Habit::Late => (300, 50, 14, 0.4, 30),
        };
        let count = least + u128::from(seed % 9) * step;
        let known_before = random.between(0.1, 0.4);
        let pace_ms = 7000.0 * random.around(0.3);
        let mut student = Self {
            knowledge: (0..count).map(|_| Knowledge::new(known_before, &mut random)).collect(),
            card_ms: (0..count).map(|_| pace_ms * random.around(0.5)).collect(),
            deck: (0..count).map(|number| CardKey((number + 1) * 0x1_0000_0001_0003)).collect(),
            mind,
            events: Vec::new(),
            now_ms: NOON_MS,
            exam_ms: NOON_MS,
            random,
        };
        for day in 0..days {
            if student.random.part() < part {
                let minutes = student.random.between(10.0, 35.0);
                let begin_ms = NOON_MS + day * DAY_MS;
                let mut sitting = Sitting::new(&student, begin_ms, seed ^ (day << 32));
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes are few")]
                sitting.study_normally(begin_ms + minutes as u64 * MINUTE_MS);
                let Sitting { knowledge, events, .. } = sitting;
                student.knowledge = knowledge;
                student.events.extend(events);
            }
        }
        student.now_ms = NOON_MS + (days + pause) * DAY_MS;
        student.exam_ms = student.now_ms + (1 + seed % 4) * DAY_MS;
        student
    }
}

/// Plays all sessions and prints the expected numbers of remembered cards.
pub(super) fn bench() {
    run::print_line(&format!(
        "\nSession with a time budget, {STUDENTS_OF_KIND} students of each kind; cards known at the exam 1 to 4 days later:\n"
    ));
    run::print_line(
        "| minutes | students | memory | no session | time budget | due order | by retrievability | new first | ideal | cards: over due | over retrievability | gain: over due | over retrievability | over new first |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    );
    for habit in [Habit::Regular, Habit::Late] {
        let students: Vec<(Kind, Vec<Student>)> = Kind::ALL
            .into_iter()
            .map(|kind| (kind, (0..STUDENTS_OF_KIND).map(|seed| Student::new(kind, habit, 1001 * seed + 17)).collect()))
            .collect();
        for minutes in MINUTES {
            let mut all = [0.0; 6];
            for (kind, students) in &students {
                let sums = sums_of(students, minutes);
                print_row(minutes, habit, kind.name(), &sums, students.len());
                all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
            }
            print_row(minutes, habit, "all", &all, students.iter().map(|(_, students)| students.len()).sum());
        }
    }
}

/// Returns the numbers of remembered cards of all students: without a session, and after one in each order.
fn sums_of(students: &[Student], minutes: u64) -> [f64; 6] {
    let mut sums = [0.0; 6];
    for (seed, student) in (0..).zip(students) {
        sums[0] += Sitting::new(student, student.now_ms, seed).remembered();
        for (sum, order) in sums[1..].iter_mut().zip(Order::ALL) {
            let mut sitting = Sitting::new(student, student.now_ms, seed);
            sitting.study(order, minutes * MINUTE_MS);
            *sum += sitting.remembered();
        }
    }
    sums
}

#[expect(clippy::cast_precision_loss, reason = "students are few")]
fn print_row(minutes: u64, habit: Habit, name: &str, sums: &[f64; 6], students: usize) {
    let means = sums.map(|sum| format!("{:.0}", sum / students as f64)).join(" | ");
    let [before, ours, due, retrievability, new_first, _] = *sums;
    let over = |one: f64, other: f64| format!("{:+.1} %", 100.0 * (one / other - 1.0));
    let leads = [
        over(ours, due),
        over(ours, retrievability),
        over(ours - before, due - before),
        over(ours - before, retrievability - before),
        over(ours - before, new_first - before),
    ];
    run::print_line(&format!("| {minutes} | {} | {name} | {means} | {} |", habit.name(), leads.join(" | ")));
}
