//! Studying, as the page drives it: the facts stay in here, and small questions are answered.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, from_js, to_js};
use crate::study::day::study_day;
use crate::study::{self, CardKey, Counts, Fact, Log, Phase, Rating, Settings, Today, What};

/// What was done with a card. The first four are answers.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StudyAct {
    Again,
    Hard,
    Good,
    Easy,
    Undo,
    Suspend,
    Unsuspend,
    Bury,
}

/// Another fact, by its id.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct StudyFactId {
    pub device: f64,
    pub sequence: u32,
}

/// A fact, as it is sent.
#[derive(Debug, Clone, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StudyFact {
    pub sequence: u32,
    pub card_id: String,
    pub when_ms: f64,
    pub zone_minutes: i16,
    pub act: StudyAct,
    /// How long an answer took.
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
    pub new_a_day: u32,
    pub reviews_a_day: u32,
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
    /// Cards that are left today.
    pub new_left: u32,
    pub learning_left: u32,
    pub reviews_left: u32,
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

    /// Studies these cards from now on; new ones come in this order. Ids are separated by spaces; what is no id is left out.
    #[wasm_bindgen(js_name = setDeck)]
    pub fn set_deck(&mut self, ids: &str) {
        self.deck = ids.split_whitespace().filter_map(|id| id.parse().ok()).collect();
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

    /// What there is to do now.
    #[wasm_bindgen(unchecked_return_type = "StudyToday")]
    pub fn today(&mut self, now_ms: f64, zone_minutes: i16) -> Answer {
        let now_ms = whole(now_ms);
        let Today { next, counts } = self.log.today(&self.deck, &self.settings, now_ms, zone_minutes);
        let Counts { new, learning, review } = counts;
        let card = next.and_then(|place| self.deck.get(place)).copied();
        let intervals = card.map(|card| self.log.intervals(card, now_ms, study_day(now_ms, zone_minutes)));
        #[expect(clippy::cast_precision_loss, reason = "a hundred years of milliseconds are exact")]
        let intervals_ms = intervals.into_iter().flatten().map(|interval_ms| interval_ms as f64).collect();
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

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float casts saturate")]
fn whole(number: f64) -> u64 {
    number as u64
}
