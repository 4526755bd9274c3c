//! The values that JavaScript passes and receives.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_core::study::{Price, StudiedDay};

use super::exact;

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

/// Prediction of what a session with a time budget covers and gains.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyTimedPlan {
    /// Number of different cards.
    pub cards: u32,
    /// Number of new cards among them.
    pub new_cards: u32,
    /// Number of answers.
    pub answers: u32,
    /// Duration in milliseconds.
    pub took_ms: f64,
    /// Expected number of cards of the deck that are remembered on the target day without the session.
    pub before: f32,
    /// The same number after the session.
    pub after: f32,
}

/// Expected numbers of cards that are remembered on the target day.
#[derive(Debug, Serialize, Tsify)]
pub struct StudyTimedGain {
    /// At the start of the session.
    pub before: f32,
    /// Now.
    pub after: f32,
}

/// The totals of one day.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyDay {
    /// Number of answers.
    pub answers: u32,
    /// Time spent on them in milliseconds.
    pub took_ms: f64,
    /// Number of reviews, after an interval of days, in which the card was remembered.
    pub recalls: u32,
    /// Number of those in which it was forgotten.
    pub lapses: u32,
}

/// The work that a desired retention costs.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyPrice {
    /// Desired retention in percent.
    pub retention_percent: u8,
    /// Expected number of reviews per day.
    pub reviews_a_day: f32,
    /// Expected duration per day in milliseconds.
    pub ms_a_day: f64,
}

/// The student's progress.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyProgress {
    /// Number of today, in days since 1970.
    pub day: i32,
    /// The last `STUDY_PROGRESS_DAYS` days, oldest first; the last is today.
    pub days: Vec<StudyDay>,
    /// Number of cards due on each of the next days; the first is today.
    pub forecast: Vec<u32>,
    /// Mean duration of an answer in milliseconds.
    pub pace_ms: f64,
    /// Number of consecutive days with an answer.
    pub streak_days: u32,
    /// Largest number of consecutive days with an answer.
    pub longest_streak_days: u32,
    /// Number of cards that were answered and are neither suspended nor removed from their course.
    pub cards: u32,
    /// Expected number of them that the student remembers today.
    pub remembered: f32,
    /// Desired retention in percent.
    pub retention_percent: u8,
    /// Work that some desired retentions cost, lowest first.
    pub prices: Vec<StudyPrice>,
}

impl From<StudiedDay> for StudyDay {
    fn from(StudiedDay { answers, took_ms, recalls, lapses }: StudiedDay) -> Self {
        Self { answers, took_ms: exact(took_ms), recalls, lapses }
    }
}

impl From<Price> for StudyPrice {
    fn from(Price { retention_percent, reviews_a_day, ms_a_day }: Price) -> Self {
        Self { retention_percent, reviews_a_day, ms_a_day: exact(ms_a_day) }
    }
}
