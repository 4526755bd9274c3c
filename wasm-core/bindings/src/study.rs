//! Studying: holds the review events and answers queries of the page about them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::study::day::study_day;
use wasm_core::study::{
    self, Action, CardKey, CourseMemory, Exam, ExamDay, ExamMaterial, ExamPlan, MaterialItem, Overview, Parameters,
    Phase, Rating, RemainingCards, ReviewLog, Settings, TimedPlan, TimedSession, TodaysWork,
};

pub mod records;

use super::{Answer, from_js, to_js};
use records::{
    ReviewAction, ReviewEvent, ReviewEventId, StudyCourse, StudyExamDay, StudyExamPlan, StudyOverview, StudyPrice,
    StudyProgress, StudySettings, StudyTimedGain, StudyTimedPlan, StudyToday,
};

/// One student's review events and the current deck.
#[wasm_bindgen]
pub struct StudyCore {
    log: ReviewLog,
    deck: Vec<CardKey>,
    settings: Settings,
    /// Session with a time budget, if one has begun.
    timed: Option<TimedSession>,
}

#[wasm_bindgen]
impl StudyCore {
    /// Creates a core without review events and cards.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { log: ReviewLog::default(), deck: Vec::new(), settings: Settings::default(), timed: None }
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
            if let Some(timed) = &mut self.timed {
                self.log.update_timed(timed, event.card);
            }
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
        self.log.needs_full_log()
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
        let material = ExamMaterial { cards: &cards, notes: &notes, recordings: &recordings };
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

    /// Moves forward to today the cards that the exam plan needs today. `cards` are the ids of all cards of the course.
    #[wasm_bindgen(js_name = pullForward)]
    pub fn pull_forward(&mut self, day: i32, retention_percent: u8, cards: &str, now_ms: f64, zone_minutes: i16) {
        self.log.pull_forward(Exam { day, retention_percent }, &keys(cards), whole(now_ms), zone_minutes);
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
        if let Some(timed) = &mut self.timed {
            self.log.revalue_timed(timed);
        }
        Ok(())
    }

    /// Returns the indexes of the suspended cards in the deck.
    pub fn suspended(&mut self) -> Vec<usize> {
        self.log.suspended(&self.deck)
    }

    /// Predicts a session of this duration with the deck. `exam_days` has the day of the exam of each card, in days
    /// since 1970; 0 if there is none.
    #[wasm_bindgen(js_name = timedPlan, unchecked_return_type = "StudyTimedPlan")]
    pub fn timed_plan(&mut self, budget_ms: f64, exam_days: &[i32], now_ms: f64, zone_minutes: i16) -> Answer {
        let session = self.log.timed_session(&self.deck, exam_days, whole(budget_ms), whole(now_ms), zone_minutes);
        let TimedPlan { cards, new, answers, took_ms, before, after } = self.log.timed_plan(&session);
        to_js(&StudyTimedPlan { cards, new_cards: new, answers, took_ms: exact(took_ms), before, after })
    }

    /// Starts such a session: from now on, `today` returns its next card.
    #[wasm_bindgen(js_name = beginTimed)]
    pub fn begin_timed(&mut self, budget_ms: f64, exam_days: &[i32], now_ms: f64, zone_minutes: i16) {
        self.timed = Some(self.log.timed_session(&self.deck, exam_days, whole(budget_ms), whole(now_ms), zone_minutes));
    }

    /// Returns what the session with a time budget has gained, or `undefined` if none has begun.
    #[wasm_bindgen(js_name = timedGain, unchecked_return_type = "StudyTimedGain | undefined")]
    pub fn timed_gain(&self) -> Answer {
        let gain = self.timed.as_ref().map(|timed| self.log.timed_gain(timed));
        to_js(&gain.map(|(before, after)| StudyTimedGain { before, after }))
    }

    /// Returns the student's progress.
    #[wasm_bindgen(unchecked_return_type = "StudyProgress")]
    pub fn progress(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let found = self.log.progress(&self.settings, whole(now_ms), zone_minutes);
        to_js(&StudyProgress {
            day: found.day,
            days: found.days.into_iter().map(Into::into).collect(),
            forecast: found.forecast,
            pace_ms: exact(found.pace_ms),
            streak_days: found.streak_days,
            longest_streak_days: found.longest_streak_days,
            cards: found.cards,
            remembered: found.remembered,
            retention_percent: self.settings.retention_percent,
            prices: found.prices.into_iter().map(Into::into).collect(),
        })
    }

    /// Returns the work that some desired retentions cost, lowest first; none without answered cards.
    #[wasm_bindgen(unchecked_return_type = "StudyPrice[]")]
    pub fn prices(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let prices = self.log.prices(&self.settings, whole(now_ms), zone_minutes);
        to_js(&prices.into_iter().map(StudyPrice::from).collect::<Vec<_>>())
    }

    /// Returns the work that is due now. In a session with a time budget, the next card is the one that helps most.
    #[wasm_bindgen(unchecked_return_type = "StudyToday")]
    pub fn today(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let now_ms = whole(now_ms);
        let TodaysWork { next, counts } = self.log.today(&self.deck, &self.settings, now_ms, zone_minutes);
        let next = self.timed.as_ref().map_or(next, |timed| timed.next(now_ms));
        let RemainingCards { new, learning, review } = counts;
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
    let action = match event.action {
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
        action,
    })
}

fn pieces(numbers: &[u32]) -> Vec<MaterialItem> {
    numbers.chunks_exact(2).map(|piece| MaterialItem { size: piece[0], is_done: piece[1] != 0 }).collect()
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
