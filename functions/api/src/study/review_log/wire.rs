//! Wire types of the review log.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use store::CardId;
use store::review_log;
use utoipa::{IntoParams, ToSchema};
use wasm_core::study::{self, Action, CardKey, Parameters, Rating};

/// Highest log loss that a device can have measured: it limits each prediction to 0.01 % or more.
const LOSS_MAX: f32 = 10.0;

/// Kind of a review event. The first four are ratings.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReviewAction {
    Again,
    Hard,
    Good,
    Easy,
    /// Reverts another review event of the card.
    Undo,
    /// Suspends the card: it is not shown until it is unsuspended.
    Suspend,
    /// Ends the suspension of the card.
    Unsuspend,
    /// Hides the card until the next day.
    Bury,
}

/// Identifies a review event by its device and its number on that device.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct ReviewEventId {
    #[schema(example = 4_503_599_627_370_495_u64)]
    pub device: u64,
    #[schema(example = 16)]
    pub sequence: u32,
}

/// One review event of a card.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEvent {
    /// Number of the event on its device. It grows with each event.
    #[schema(example = 17)]
    pub sequence: u32,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub card_id: String,
    /// Time of the event in Unix milliseconds, by the clock of the device. A future time counts as now.
    #[schema(example = 1_790_000_000_000_u64)]
    pub when_ms: u64,
    /// Offset of local time from UTC in minutes.
    #[schema(example = -240)]
    pub zone_minutes: i16,
    pub action: ReviewAction,
    /// Time that the student took to answer, in milliseconds.
    #[schema(example = 5200)]
    pub took_ms: Option<u32>,
    /// Review event that an undo reverts.
    pub undone: Option<ReviewEventId>,
}

/// Review events of one device, in order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AppendReviewLogRequest {
    /// Random number that the page chose for itself.
    #[schema(example = 4_503_599_627_370_495_u64)]
    pub device: u64,
    /// 1 to 30 events.
    pub events: Vec<ReviewEvent>,
}

/// Review events of one device, encoded for `wasm_core::study`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewBatch {
    /// Encoded events in Base64.
    pub events: String,
    /// Time of arrival at the server in Unix milliseconds.
    #[schema(example = 1_790_000_000_000_u64)]
    pub received_ms: u64,
}

/// Filter of the review log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct StudyLogQuery {
    /// Returns only events that arrived at this time or later, in Unix milliseconds. By default, all events are
    /// returned.
    pub since_ms: Option<u64>,
}

/// Memory model that a device fitted to the student's reviews.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyMemory {
    /// The 21 parameters of FSRS-6. They are absent if the default parameters predict the student's reviews as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Vec<f32>>,
    /// Time of the fit in Unix milliseconds.
    #[schema(example = 1_790_000_000_000_u64)]
    pub fitted_ms: u64,
    /// Number of reviews to which the model was fitted.
    #[schema(example = 1200)]
    pub reviews: u32,
    /// Log loss of the default parameters on the later reviews.
    #[schema(example = 0.35)]
    pub default_loss: f32,
    /// Log loss on the later reviews of parameters that were fitted to the earlier ones.
    #[schema(example = 0.31)]
    pub own_loss: f32,
}

/// Daily number of cards, desired retention and memory model.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudySettings {
    /// Maximum number of new cards a day, up to 999.
    #[schema(example = 20)]
    pub new_a_day: u32,
    /// Maximum number of reviews a day, up to 9,999.
    #[schema(example = 200)]
    pub reviews_a_day: u32,
    /// Desired retention in percent, 70 to 97.
    #[schema(example = 90)]
    pub retention_percent: u8,
    /// Memory model of the student. It is absent until a device has fitted one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<StudyMemory>,
}

/// New settings and the version that they are based on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutStudySettings {
    #[serde(flatten)]
    pub settings: StudySettings,
    /// Settings as the device knew them. Only fields that differ from them are updated. Without them, all fields are
    /// updated.
    pub before: Option<StudySettings>,
}

impl ReviewEvent {
    /// Converts the event. Returns `None` for an invalid card id, or for an undo without an event to revert.
    pub(crate) fn to_review_event(&self, device: u64) -> Option<study::ReviewEvent> {
        let answer = |rating| Action::Review { rating, took_ms: self.took_ms.unwrap_or(0) };
        let what = match self.action {
            ReviewAction::Again => answer(Rating::Again),
            ReviewAction::Hard => answer(Rating::Hard),
            ReviewAction::Good => answer(Rating::Good),
            ReviewAction::Easy => answer(Rating::Easy),
            ReviewAction::Undo => {
                let ReviewEventId { device, sequence } = self.undone?;
                Action::Undo { device, sequence }
            }
            ReviewAction::Suspend => Action::Suspend,
            ReviewAction::Unsuspend => Action::Unsuspend,
            ReviewAction::Bury => Action::Bury,
        };
        let card: CardId = self.card_id.parse().ok()?;
        let card = CardKey(u128::from(card.ulid()));
        let ReviewEvent { sequence, when_ms, zone_minutes, .. } = *self;
        Some(study::ReviewEvent { device, sequence, card, when_ms, zone_minutes, action: what })
    }
}

impl From<review_log::ReviewBatch> for ReviewBatch {
    fn from(batch: review_log::ReviewBatch) -> Self {
        ReviewBatch { events: STANDARD.encode(batch.events), received_ms: batch.received_at.epoch_millis() }
    }
}

impl StudyMemory {
    /// Converts the model. Returns `None` if a number is missing or out of its range.
    pub(crate) fn to_store(&self) -> Option<review_log::StudyMemory> {
        let StudyMemory { fitted_ms, reviews, default_loss, own_loss, .. } = *self;
        let parameters = match &self.parameters {
            Some(numbers) => Some(*Parameters::new(numbers)?.numbers()),
            None => None,
        };
        let is_valid = [default_loss, own_loss].iter().all(|loss| (0.0..=LOSS_MAX).contains(loss));
        is_valid.then_some(review_log::StudyMemory { parameters, fitted_ms, reviews, default_loss, own_loss })
    }
}

impl From<review_log::StudyMemory> for StudyMemory {
    fn from(memory: review_log::StudyMemory) -> Self {
        let review_log::StudyMemory { parameters, fitted_ms, reviews, default_loss, own_loss } = memory;
        StudyMemory {
            parameters: parameters.map(|numbers| numbers.to_vec()),
            fitted_ms,
            reviews,
            default_loss,
            own_loss,
        }
    }
}

impl From<review_log::StudySettings> for StudySettings {
    fn from(settings: review_log::StudySettings) -> Self {
        let review_log::StudySettings { new_a_day, reviews_a_day, retention_percent, memory } = settings;
        StudySettings { new_a_day, reviews_a_day, retention_percent, memory: memory.map(Into::into) }
    }
}

impl StudySettings {
    /// Converts the settings. Returns `None` if the memory model is invalid.
    pub(crate) fn to_store(&self) -> Option<review_log::StudySettings> {
        let StudySettings { new_a_day, reviews_a_day, retention_percent, .. } = *self;
        let memory = match &self.memory {
            Some(memory) => Some(memory.to_store()?),
            None => None,
        };
        Some(review_log::StudySettings { new_a_day, reviews_a_day, retention_percent, memory })
    }
}
