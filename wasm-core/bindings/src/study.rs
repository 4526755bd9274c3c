//! Studying: holds the review events and answers queries of the page about them.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::study::day::study_day;
use wasm_core::study::{
    self, Action, CardKey, Counts, CourseMemory, Exam, ExamDay, ExamPlan, Material, Overview, Parameters, Phase, Piece,
    Rating, ReviewLog, Settings, Today,
};

use super::{Answer, from_js, to_js};

/// An action on a card. The first four are ratings.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ReviewAction {
    /// The card was forgotten.
    Again,
    /// The card was remembered with effort.
    Hard,
    /// The card was remembered.
    Good,
    /// The card was remembered at once.
    Easy,
    /// An earlier review event is undone.
    Undo,
    /// The card is suspended.
    Suspend,
    /// The card is no longer suspended.
    Unsuspend,
    /// The card is postponed until tomorrow.
    Bury,
}

/// A reference to another review event.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct ReviewEventId {
    /// Id of the device.
    pub device: f64,
    /// Sequence number within the device.
    pub sequence: u32,
}

/// A review event in the wire format.
#[derive(Debug, Clone, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEvent {
    /// Sequence number within the device.
    pub sequence: u32,
    /// Id of the card.
    pub card_id: String,
    /// Time of the action (Unix milliseconds).
    pub when_ms: f64,
    /// Offset of the local time from UTC, in minutes.
    pub zone_minutes: i16,
    /// Action.
    pub action: ReviewAction,
    /// Duration of an answer in milliseconds.
    #[serde(default)]
    #[tsify(optional)]
    pub took_ms: Option<u32>,
    /// Review event that an undo removes.
    #[serde(default)]
    #[tsify(optional)]
    pub undone: Option<ReviewEventId>,
}

/// The memory model of a student.
#[derive(Debug, Clone, Deserialize, Tsify)]
pub struct StudyMemory {
    /// Parameters of FSRS-6; `undefined` if the default parameters predict as well.
    #[serde(default)]
    #[tsify(optional)]
    pub parameters: Option<Vec<f32>>,
}

/// Daily limits, desired retention and memory model.
#[derive(Debug, Clone, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudySettings {
    /// Maximum number of new cards per day.
    pub new_a_day: u32,
    /// Maximum number of reviews per day.
    pub reviews_a_day: u32,
    /// Desired retention in percent.
    pub retention_percent: u8,
    /// Memory model; `undefined` before the first fit.
    #[serde(default)]
    #[tsify(optional)]
    pub memory: Option<StudyMemory>,
}

/// The work that is due now.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyToday {
    /// Index of the next card in the deck.
    #[tsify(optional)]
    pub next: Option<usize>,
    /// Interval until the next review for each of the four ratings, in milliseconds.
    pub intervals_ms: Vec<f64>,
    /// Whether the card was never answered.
    pub is_new: bool,
    /// Number of new cards left today.
    pub new_left: u32,
    /// Number of cards in learning, due within minutes.
    pub learning_left: u32,
    /// Number of reviews left today.
    pub reviews_left: u32,
}

/// Study statistics and forecast over all cards.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyOverview {
    /// Number of cards that were answered before and are due today.
    pub due: u32,
    /// Estimated time for the due cards, in milliseconds.
    pub due_ms: f64,
    /// Number of answers today.
    pub answered_today: u32,
    /// Number of consecutive days with an answer.
    pub streak_days: u32,
    /// Number of today, in days since 1970.
    pub day: i32,
    /// Number of answers on each day of a year, oldest first; the last is today.
    pub year: Vec<u32>,
    /// Number of cards due on each of the next days; the first is today.
    pub forecast: Vec<u32>,
    /// Memory statistics of each course.
    pub courses: Vec<StudyCourse>,
}

/// Memory statistics of the cards of a course.
#[derive(Debug, Serialize, Tsify)]
pub struct StudyCourse {
    /// Course code; `undefined` for cards without a known course.
    #[tsify(optional)]
    pub code: Option<String>,
    /// Number of cards that were answered at least once.
    pub cards: u32,
    /// Number of due cards among them.
    pub due: u32,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub recalls: u32,
    /// Number of reviews, after an interval of days, in which the card was forgotten.
    pub lapses: u32,
}

/// The workload of one day before an exam; for today, the remaining workload.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyExamDay {
    /// Day number, in days since 1970.
    pub day: i32,
    /// Number of new cards to begin.
    pub new_cards: u32,
    /// Number of reviews.
    pub reviews: u32,
    /// Indexes of notes in the given list.
    pub notes: Vec<usize>,
    /// Indexes of recordings in the given list.
    pub recordings: Vec<usize>,
    /// Estimated total time in seconds.
    pub secs: f64,
}

/// The study plan until an exam.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyExamPlan {
    /// Days from today on; empty when the exam is over.
    pub days: Vec<StudyExamDay>,
    /// Number of cards begun today.
    pub new_done: u32,
    /// Number of cards reviewed today.
    pub reviews_done: u32,
}

/// One student's review events and the current deck.
#[wasm_bindgen]
pub struct StudyCore {
    log: ReviewLog,
    deck: Vec<CardKey>,
    settings: Settings,
}

#[wasm_bindgen]
impl StudyCore {
    /// Creates a core without review events and cards.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { log: ReviewLog::default(), deck: Vec::new(), settings: Settings::default() }
    }

    /// Adds a batch that the server received at `received_ms`. Returns false if the batch is damaged or has a newer
    /// version.
    pub fn read(&mut self, bytes: &[u8], received_ms: f64) -> bool {
        let Ok(events) = study::batch::decode(bytes) else { return false };
        for event in &events {
            self.log.add(event, Some(whole(received_ms)));
        }
        true
    }

    /// Adds the review events of this browser, which the server may not have yet. Returns false if one of them is
    /// invalid.
    pub fn add(
        &mut self,
        device: f64,
        #[wasm_bindgen(unchecked_param_type = "ReviewEvent[]")] events: JsValue,
    ) -> Result<bool, serde_wasm_bindgen::Error> {
        let events: Vec<ReviewEvent> = from_js(events)?;
        let Some(events) = events.iter().map(|event| meant(device, event)).collect::<Option<Vec<study::ReviewEvent>>>()
        else {
            return Ok(false);
        };
        for event in &events {
            self.log.add(event, None);
        }
        Ok(true)
    }

    /// Replaces the whole state with a snapshot. Returns the server time before which the snapshot is complete, or
    /// `undefined` if it is damaged or has another version.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<f64> {
        self.log.restore(bytes).ok().map(exact)
    }

    /// Returns the state as a snapshot of everything that the server received before `before_ms`, or `undefined` if all
    /// review events are needed.
    pub fn snapshot(&mut self, before_ms: f64) -> Option<Vec<u8>> {
        self.log.snapshot(whole(before_ms))
    }

    /// Whether a snapshot is not enough to compute the state.
    #[wasm_bindgen(js_name = needsAll)]
    pub fn needs_all(&self) -> bool {
        self.log.needs_all()
    }

    /// Sets the ids of all cards of a course, separated by spaces.
    #[wasm_bindgen(js_name = setCourse)]
    pub fn set_course(&mut self, code: &str, ids: &str) {
        self.log.set_course(code, &keys(ids));
    }

    /// Sets the deck to study. New cards come in this order. The ids are separated by spaces; invalid ids are skipped.
    #[wasm_bindgen(js_name = setDeck)]
    pub fn set_deck(&mut self, ids: &str) {
        self.deck = keys(ids);
    }

    /// Returns the study statistics and the forecast over all cards.
    #[wasm_bindgen(unchecked_return_type = "StudyOverview")]
    pub fn overview(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let now_ms = whole(now_ms);
        let Overview { due, due_ms, answered_today, streak_days, year, forecast, courses } =
            self.log.overview(&self.settings, now_ms, zone_minutes);
        let courses = courses.into_iter().map(|CourseMemory { code, cards, due, recalls, lapses }| StudyCourse {
            code,
            cards,
            due,
            recalls,
            lapses,
        });
        to_js(&StudyOverview {
            due,
            due_ms: exact(due_ms),
            answered_today,
            streak_days,
            day: study_day(now_ms, zone_minutes),
            year,
            forecast,
            courses: courses.collect(),
        })
    }

    /// Returns the study plan until an exam. `day` is the day of the exam since 1970, and `retention_percent` is the
    /// desired retention on that day. `cards` are the ids of all cards of the course. Notes and recordings have two
    /// numbers each, in their order: the remaining pages or seconds, and 1 if the item was finished today, else 0.
    #[expect(
        clippy::too_many_arguments,
        reason = "plain numbers, because reading objects would be a sixth of the module"
    )]
    #[wasm_bindgen(js_name = examPlan, unchecked_return_type = "StudyExamPlan")]
    pub fn exam_plan(
        &mut self,
        day: i32,
        retention_percent: u8,
        cards: &str,
        notes: &[u32],
        recordings: &[u32],
        now_ms: f64,
        zone_minutes: i16,
    ) -> Answer {
        let (cards, notes, recordings) = (keys(cards), pieces(notes), pieces(recordings));
        let material = Material { cards: &cards, notes: &notes, recordings: &recordings };
        let exam = Exam { day, retention_percent };
        let ExamPlan { days, new_done, reviews_done, .. } =
            self.log.exam_plan(exam, material, whole(now_ms), zone_minutes);
        let days = days.into_iter().map(|ExamDay { day, new, reviews, notes, recordings, secs }| StudyExamDay {
            day,
            new_cards: new,
            reviews,
            notes,
            recordings,
            secs: exact(secs),
        });
        to_js(&StudyExamPlan { days: days.collect(), new_done, reviews_done })
    }

    /// Makes the cards due today that the exam plan needs today. `cards` are the ids of all cards of the course.
    #[wasm_bindgen(js_name = callForExam)]
    pub fn call_for_exam(&mut self, day: i32, retention_percent: u8, cards: &str, now_ms: f64, zone_minutes: i16) {
        self.log.call_for_exam(Exam { day, retention_percent }, &keys(cards), whole(now_ms), zone_minutes);
    }

    /// Changes the study settings. Invalid parameters count as none.
    pub fn configure(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "StudySettings")] settings: JsValue,
    ) -> Result<(), serde_wasm_bindgen::Error> {
        let StudySettings { new_a_day, reviews_a_day, retention_percent, memory } = from_js(settings)?;
        let numbers = memory.and_then(|memory| memory.parameters);
        let parameters = numbers.and_then(|numbers| Parameters::new(&numbers)).unwrap_or_default();
        if self.log.parameters() != &parameters {
            self.log.set_parameters(parameters);
        }
        if self.settings.retention_percent != retention_percent {
            self.log.set_retention(retention_percent);
        }
        self.settings = Settings { new_a_day, reviews_a_day, retention_percent };
        Ok(())
    }

    /// Returns the indexes of the suspended cards in the deck.
    pub fn suspended(&mut self) -> Vec<usize> {
        self.log.suspended(&self.deck)
    }

    /// Returns the work that is due now.
    #[wasm_bindgen(unchecked_return_type = "StudyToday")]
    pub fn today(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let now_ms = whole(now_ms);
        let Today { next, counts } = self.log.today(&self.deck, &self.settings, now_ms, zone_minutes);
        let Counts { new, learning, review } = counts;
        let card = next.and_then(|place| self.deck.get(place)).copied();
        let intervals = card.map(|card| self.log.intervals(card, now_ms, study_day(now_ms, zone_minutes)));
        let intervals_ms = intervals.into_iter().flatten().map(exact).collect();
        to_js(&StudyToday {
            next,
            intervals_ms,
            is_new: card.is_some_and(|card| self.log.state(card).phase == Phase::New),
            new_left: new,
            learning_left: learning,
            reviews_left: review,
        })
    }
}

impl Default for StudyCore {
    fn default() -> Self {
        Self::new()
    }
}

fn meant(device: f64, event: &ReviewEvent) -> Option<study::ReviewEvent> {
    let rating = |rating| Some(Action::Review { rating, took_ms: event.took_ms.unwrap_or(0) });
    let what = match event.action {
        ReviewAction::Again => rating(Rating::Again),
        ReviewAction::Hard => rating(Rating::Hard),
        ReviewAction::Good => rating(Rating::Good),
        ReviewAction::Easy => rating(Rating::Easy),
        ReviewAction::Undo => {
            let ReviewEventId { device, sequence } = event.undone?;
            Some(Action::Undo { device: whole(device), sequence })
        }
        ReviewAction::Suspend => Some(Action::Suspend),
        ReviewAction::Unsuspend => Some(Action::Unsuspend),
        ReviewAction::Bury => Some(Action::Bury),
    }?;
    Some(study::ReviewEvent {
        device: whole(device),
        sequence: event.sequence,
        card: event.card_id.parse().ok()?,
        when_ms: whole(event.when_ms),
        zone_minutes: event.zone_minutes,
        what,
    })
}

fn pieces(numbers: &[u32]) -> Vec<Piece> {
    numbers.chunks_exact(2).map(|piece| Piece { size: piece[0], is_done: piece[1] != 0 }).collect()
}

fn keys(ids: &str) -> Vec<CardKey> {
    ids.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a hundred years of milliseconds are exact")]
fn exact(time_ms: u64) -> f64 {
    time_ms as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
fn whole(number: f64) -> u64 {
    number as u64
}
