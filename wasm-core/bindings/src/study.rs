//! Studying, as the page drives it: the facts stay in here, and small questions are answered.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::study::day::study_day;
use wasm_core::study::{
    self, CardKey, Counts, CourseMemory, Exam, ExamDay, ExamPlan, Fact, Log, Material, Overview, Phase, Piece, Rating,
    Settings, Today, What,
};

use super::{Answer, from_js, to_js};

/// What was done with a card. The first four are answers.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StudyAct {
    /// It was forgotten.
    Again,
    /// It was remembered, with effort.
    Hard,
    /// It was remembered.
    Good,
    /// It was remembered at once.
    Easy,
    /// What was done before is taken back.
    Undo,
    /// It does not come any more,
    Suspend,
    /// and comes again.
    Unsuspend,
    /// It does not come before tomorrow.
    Bury,
}

/// Another fact, by its id.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct StudyFactId {
    /// Who did it.
    pub device: f64,
    /// Its number there.
    pub sequence: u32,
}

/// A fact, as it is sent.
#[derive(Debug, Clone, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyFact {
    /// Its number on its device.
    pub sequence: u32,
    /// The card it is about.
    pub card_id: String,
    /// When it happened, in milliseconds since 1970.
    pub when_ms: f64,
    /// How many minutes the clock there was ahead of UTC.
    pub zone_minutes: i16,
    /// What was done.
    pub act: StudyAct,
    /// How long an answer took, in milliseconds.
    #[serde(default)]
    #[tsify(optional)]
    pub took_ms: Option<u32>,
    /// What an undo takes back.
    #[serde(default)]
    #[tsify(optional)]
    pub undone: Option<StudyFactId>,
}

/// How many a day, and how well.
#[derive(Debug, Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudySettings {
    /// New cards a day.
    pub new_a_day: u32,
    /// Cards that come again a day.
    pub reviews_a_day: u32,
    /// How many of a hundred cards are to be remembered when they come again.
    pub retention_percent: u8,
}

/// What there is to do now.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyToday {
    /// The place of the card that comes now among those that were named.
    #[tsify(optional)]
    pub next: Option<usize>,
    /// How long it is until it comes again, for each of the four answers.
    pub intervals_ms: Vec<f64>,
    /// Whether it was never answered.
    pub is_new: bool,
    /// New cards that are left today,
    pub new_left: u32,
    /// those that come again within minutes,
    pub learning_left: u32,
    /// and those that come again after days.
    pub reviews_left: u32,
}

/// What was done and what is to come, over all cards.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyOverview {
    /// Cards that were learnt before and are due today.
    pub due: u32,
    /// How long they take, in milliseconds.
    pub due_ms: f64,
    /// Answers of today.
    pub answered_today: u32,
    /// Days in a row with an answer.
    pub streak_days: u32,
    /// The number of today, counted from 1970.
    pub day: i32,
    /// Answers on each day of a year, the oldest first; the last is today.
    pub year: Vec<u32>,
    /// Cards that come on each of the next days; the first is today.
    pub forecast: Vec<u32>,
    /// How well the cards of each course are remembered.
    pub courses: Vec<StudyCourse>,
}

/// How well the cards of a course are remembered.
#[derive(Debug, Serialize, Tsify)]
pub struct StudyCourse {
    /// Its code; nothing for cards of which no course is known.
    #[tsify(optional)]
    pub code: Option<String>,
    /// Cards that were answered at least once.
    pub cards: u32,
    /// Those of them that are due.
    pub due: u32,
    /// How often a card that had come after days was remembered,
    pub recalls: u32,
    /// and how often forgotten.
    pub lapses: u32,
}

/// What to do on one day before an exam; of today, what is left.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyExamDay {
    /// The day, counted from 1970.
    pub day: i32,
    /// Cards to begin.
    pub new_cards: u32,
    /// Cards that come again.
    pub reviews: u32,
    /// Places of notes among those that were named.
    pub notes: Vec<usize>,
    /// Places of recordings among those that were named.
    pub recordings: Vec<usize>,
    /// About how long all of it takes, in seconds.
    pub secs: f64,
}

/// What to do until an exam.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyExamPlan {
    /// From today on; none when the exam is over.
    pub days: Vec<StudyExamDay>,
    /// Cards that were begun today.
    pub new_done: u32,
    /// Cards that came again today.
    pub reviews_done: u32,
}

/// One student's facts, and the cards that are studied now.
#[wasm_bindgen]
pub struct StudyCore {
    log: Log,
    deck: Vec<CardKey>,
    settings: Settings,
}

#[wasm_bindgen]
impl StudyCore {
    /// Without facts and cards.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { log: Log::default(), deck: Vec::new(), settings: Settings::default() }
    }

    /// Takes a batch in that the server had at this time; `false` when it is damaged or of a newer version.
    pub fn read(&mut self, bytes: &[u8], received_ms: f64) -> bool {
        let Ok(facts) = study::batch::decode(bytes) else { return false };
        for fact in &facts {
            self.log.add(fact, Some(whole(received_ms)));
        }
        true
    }

    /// Takes in what this browser has done and the server may not have yet; `false` when something in it is no fact.
    pub fn add(
        &mut self,
        device: f64,
        #[wasm_bindgen(unchecked_param_type = "StudyFact[]")] facts: JsValue,
    ) -> Result<bool, serde_wasm_bindgen::Error> {
        let facts: Vec<StudyFact> = from_js(facts)?;
        let Some(facts) = facts.iter().map(|fact| meant(device, fact)).collect::<Option<Vec<Fact>>>() else {
            return Ok(false);
        };
        for fact in &facts {
            self.log.add(fact, None);
        }
        Ok(true)
    }

    /// Knows what a snapshot says in place of all that was known. Returns before when the server had what it covers, or
    /// nothing when it is damaged or of another version.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<f64> {
        self.log.restore(bytes).ok().map(exact)
    }

    /// Everything that is known as a snapshot; the server had it, and nothing else, before this time. Nothing when all
    /// facts are needed.
    pub fn snapshot(&mut self, before_ms: f64) -> Option<Vec<u8>> {
        self.log.snapshot(whole(before_ms))
    }

    /// Whether a snapshot is not enough to know how all this ends.
    #[wasm_bindgen(js_name = needsAll)]
    pub fn needs_all(&self) -> bool {
        self.log.needs_all()
    }

    /// These are all cards of a course now, by their ids.
    #[wasm_bindgen(js_name = setCourse)]
    pub fn set_course(&mut self, code: &str, ids: &str) {
        self.log.set_course(code, &keys(ids));
    }

    /// Studies these cards from now on; new ones come in this order. Ids are separated by spaces; what is no id is left out.
    #[wasm_bindgen(js_name = setDeck)]
    pub fn set_deck(&mut self, ids: &str) {
        self.deck = keys(ids);
    }

    /// What was done and what is to come, over all cards.
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

    /// What to do each day until an exam: its day, counted from 1970, and how many of a hundred cards are to be remembered
    /// then; the ids of all cards of the course; and two numbers for each note and each recording, in their order: what is
    /// left of it, pages or seconds, and 1 for one that was finished today, else 0.
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

    /// Lets the cards come today that an exam wants today, by the ids of all cards of its course.
    #[wasm_bindgen(js_name = callForExam)]
    pub fn call_for_exam(&mut self, day: i32, retention_percent: u8, cards: &str, now_ms: f64, zone_minutes: i16) {
        self.log.call_for_exam(Exam { day, retention_percent }, &keys(cards), whole(now_ms), zone_minutes);
    }

    /// Goes by other settings from now on.
    pub fn configure(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "StudySettings")] settings: JsValue,
    ) -> Result<(), serde_wasm_bindgen::Error> {
        let StudySettings { new_a_day, reviews_a_day, retention_percent } = from_js(settings)?;
        if self.settings.retention_percent != retention_percent {
            self.log.set_retention(retention_percent);
        }
        self.settings = Settings { new_a_day, reviews_a_day, retention_percent };
        Ok(())
    }

    /// Places of the cards that are suspended among those that are studied now.
    pub fn suspended(&mut self) -> Vec<usize> {
        self.log.suspended(&self.deck)
    }

    /// What there is to do now.
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

fn meant(device: f64, fact: &StudyFact) -> Option<Fact> {
    let rating = |rating| Some(What::Review { rating, took_ms: fact.took_ms.unwrap_or(0) });
    let what = match fact.act {
        StudyAct::Again => rating(Rating::Again),
        StudyAct::Hard => rating(Rating::Hard),
        StudyAct::Good => rating(Rating::Good),
        StudyAct::Easy => rating(Rating::Easy),
        StudyAct::Undo => {
            let StudyFactId { device, sequence } = fact.undone?;
            Some(What::Undo { device: whole(device), sequence })
        }
        StudyAct::Suspend => Some(What::Suspend),
        StudyAct::Unsuspend => Some(What::Unsuspend),
        StudyAct::Bury => Some(What::Bury),
    }?;
    Some(Fact {
        device: whole(device),
        sequence: fact.sequence,
        card: fact.card_id.parse().ok()?,
        when_ms: whole(fact.when_ms),
        zone_minutes: fact.zone_minutes,
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
