//! Review log: batches of a student's review events, private to the student.
//!
//! Batches are ordered by the time of receipt, so a device reads only the ones after its last sync. A batch is one item
//! below 1 kB with about thirty events, so a session costs one or two writes. Schedules are computed on the device by
//! `wasm_core::study`, never here.

use aws::client::Store;
use aws::codec::{Entity, decode, key_attributes};
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::write::Put;
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys;
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits::{STUDY_NEW_A_DAY_DEFAULT, STUDY_RETENTION_DEFAULT_PERCENT, STUDY_REVIEWS_A_DAY_DEFAULT};
use wasm_core::study::batch::{self, BatchError};
use wasm_core::study::{Action, PARAMETERS, Rating, ReviewEvent};

use crate::personal::{ExportContext, UserData};
use crate::study::snapshot;

/// Maximum delay in milliseconds for which a batch is stored at the time of its events instead of its receipt.
const SOON_MS: u64 = 10 * 60 * 1000;

/// A stored batch of events from one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewBatch {
    /// Events in the encoding of `wasm_core::study::batch`.
    #[serde(rename = "facts", with = "serde_bytes")]
    pub events: Vec<u8>,
    /// Server time of receipt; no event counts as later.
    pub received_at: Timestamp,
}

impl Entity for ReviewBatch {
    const ENTITY: &'static str = "study_batch";
}

impl UserData for ReviewBatch {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let events: Value = self.decode()?.iter().map(view_of).collect();
        Ok(Some(json!({ "events": events, "receivedAt": self.received_at })))
    }

    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        snapshot::remove(store, owner).await
    }
}

/// Returns the exported fields of one event.
fn view_of(event: &ReviewEvent) -> Value {
    let (action, took_ms) = match event.action {
        Action::Review { rating: Rating::Again, took_ms } => ("again", Some(took_ms)),
        Action::Review { rating: Rating::Hard, took_ms } => ("hard", Some(took_ms)),
        Action::Review { rating: Rating::Good, took_ms } => ("good", Some(took_ms)),
        Action::Review { rating: Rating::Easy, took_ms } => ("easy", Some(took_ms)),
        Action::Undo { .. } => ("undo", None),
        Action::Suspend => ("suspend", None),
        Action::Unsuspend => ("unsuspend", None),
        Action::Bury => ("bury", None),
    };
    let secs = i64::try_from(event.when_ms / 1000).ok();
    let at = secs.and_then(|secs| Timestamp::from_epoch_secs(secs).ok());
    let (card, gap) = event.card.note_and_gap();
    let mut view = json!({ "cardId": card.to_string(), "action": action, "at": at });
    if let Some(gap) = gap {
        view["gap"] = gap.into();
    }
    if let Some(took_ms) = took_ms {
        view["tookMs"] = took_ms.into();
    }
    view
}

impl ReviewBatch {
    /// Decodes the events.
    ///
    /// # Errors
    /// `Broken` when the bytes are damaged.
    pub fn decode(&self) -> Result<Vec<ReviewEvent>> {
        batch::decode(&self.events).map_err(|error| Error::Broken(error.into()))
    }
}

/// The memory model that one of the student's devices fitted to the review log.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StudyMemory {
    /// Parameters of FSRS-6; absent if the default parameters predict as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<[f32; PARAMETERS]>,
    /// Time of the fit (Unix milliseconds).
    pub fitted_ms: u64,
    /// Number of reviews to which the model was fitted.
    pub reviews: u32,
    /// Log loss of the default parameters on the later reviews.
    pub default_loss: f32,
    /// Log loss on the later reviews of parameters fitted to the earlier ones.
    pub own_loss: f32,
}

/// Daily study settings of a student.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StudySettings {
    /// New cards per day.
    pub new_a_day: u32,
    /// Reviews per day.
    pub reviews_a_day: u32,
    /// Desired retention in percent.
    pub retention_percent: u8,
    /// Memory model of the student, after the first fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<StudyMemory>,
}

impl Default for StudySettings {
    fn default() -> Self {
        Self {
            new_a_day: STUDY_NEW_A_DAY_DEFAULT,
            reviews_a_day: STUDY_REVIEWS_A_DAY_DEFAULT,
            retention_percent: STUDY_RETENTION_DEFAULT_PERCENT,
            memory: None,
        }
    }
}

impl StudyMemory {
    /// Returns the exported fields.
    fn view(self) -> Value {
        json!({
            "parameters": self.parameters,
            "fittedMs": self.fitted_ms,
            "reviews": self.reviews,
            "defaultLoss": self.default_loss,
            "ownLoss": self.own_loss,
        })
    }
}

impl Entity for StudySettings {
    const ENTITY: &'static str = "study_settings";
}

impl UserData for StudySettings {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let mut view = json!({
            "newADay": self.new_a_day,
            "reviewsADay": self.reviews_a_day,
            "retentionPercent": self.retention_percent,
        });
        if let Some(memory) = self.memory {
            view["memory"] = memory.view();
        }
        Ok(Some(view))
    }
}

/// A batch of events from one device to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    first: ReviewEvent,
    last_ms: u64,
    bytes: Vec<u8>,
}

impl NewBatch {
    /// Encodes events as one batch.
    ///
    /// # Errors
    /// If there are no events, too many, or if they are not from one device in the order of their sequence numbers.
    pub fn of(events: &[ReviewEvent]) -> std::result::Result<Self, BatchError> {
        let bytes = batch::encode(events)?;
        let last_ms = events.iter().map(|event| event.when_ms).max().unwrap_or(0);
        Ok(Self { first: *events.first().ok_or(BatchError::Count)?, last_ms, bytes })
    }

    /// Returns the position in the log in milliseconds. A batch received soon after its events is stored at their time,
    /// so that a repeated batch has the same key. A late batch is stored at the time of receipt.
    fn place_ms(&self, now: Timestamp) -> u64 {
        let now_ms = now.epoch_millis();
        if self.last_ms >= now_ms.saturating_sub(SOON_MS) { self.last_ms } else { now_ms }
    }
}

/// Appends a batch. Idempotent while the key is the same. A later repetition is stored a second time, which is harmless
/// because sequence numbers are unique. Condition: no batch starts with the same event. Cost: 1 write.
pub async fn append(store: &Store, owner: &UserId, batch: NewBatch, now: Timestamp) -> Result<()> {
    let key = keys::review_log::batch(owner, batch.place_ms(now), batch.first.device, batch.first.sequence);
    let bytes = batch.bytes;
    Put::of(&ReviewBatch { events: bytes, received_at: now }, key).when(absent()).apply(store).await?;
    Ok(())
}

/// Returns one page of the batches received at `since_ms` (Unix milliseconds) or later, roughly in that order. Cost: 1
/// read per 4 kB, about four full batches.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(
    store: &Store,
    owner: &UserId,
    since_ms: u64,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<ReviewBatch>> {
    let range = keys::review_log::log(owner);
    let start = key_attributes(keys::review_log::log_from(owner, since_ms.saturating_sub(SOON_MS)));
    let mut page: Page<ReviewBatch> =
        table::page_after_key(store, &range, Order::Ascending, Consistency::Strong, start, cursor, limit).await?;
    page.items.retain(|batch| batch.received_at.epoch_millis() >= since_ms);
    Ok(page)
}

/// Returns the number of reviews in the log, including those that were undone. Cost: 1 read per MB.
pub async fn count_reviews(store: &Store, owner: &UserId) -> Result<usize> {
    let mut reviews = 0;
    table::for_each_page(store, &keys::review_log::log(owner), Order::Ascending, Consistency::Eventual, |items| {
        for item in items {
            let events = decode::<ReviewBatch>(item)?.decode()?;
            reviews += events.iter().filter(|event| matches!(event.action, Action::Review { .. })).count();
        }
        Ok(())
    })
    .await?;
    Ok(reviews)
}

/// Returns the study settings, or the defaults. Cost: 1 read.
pub async fn get_settings(store: &Store, owner: &UserId) -> Result<StudySettings> {
    Ok(table::find(store, keys::review_log::settings(owner)).await?.unwrap_or_default())
}

/// Changes the study settings. With `seen`, only the fields that differ from it are changed. Cost: 1 read, 1 write.
pub async fn set_settings(
    store: &Store,
    owner: &UserId,
    wanted: StudySettings,
    seen: Option<StudySettings>,
) -> Result<StudySettings> {
    let key = keys::review_log::settings(owner);
    let mut retry = Retry::new();
    loop {
        let current: Option<StudySettings> = table::find(store, key.clone()).await?;
        let changed = seen.map_or(wanted, |seen| changed(current.unwrap_or_default(), seen, wanted));
        let is_still = current.map_or_else(absent, |current| {
            attribute("new_a_day")
                .is(current.new_a_day)
                .and(attribute("reviews_a_day").is(current.reviews_a_day))
                .and(attribute("retention_percent").is(current.retention_percent))
                .and(attribute("memory.fitted_ms").eq_option(current.memory.map(|memory| memory.fitted_ms)))
        });
        if Put::of(&changed, key.clone()).when(is_still).apply(store).await? {
            return Ok(changed);
        }
        retry.wait().await?;
    }
}

/// Returns the settings with the fields that the caller changed.
fn changed(current: StudySettings, seen: StudySettings, wanted: StudySettings) -> StudySettings {
    let mut changed = current;
    if wanted.new_a_day != seen.new_a_day {
        changed.new_a_day = wanted.new_a_day;
    }
    if wanted.reviews_a_day != seen.reviews_a_day {
        changed.reviews_a_day = wanted.reviews_a_day;
    }
    if wanted.retention_percent != seen.retention_percent {
        changed.retention_percent = wanted.retention_percent;
    }
    // A device that was offline may send an older model than another device.
    let fitted = |settings: StudySettings| settings.memory.map(|memory| memory.fitted_ms);
    if wanted.memory != seen.memory && fitted(wanted) >= fitted(current) {
        changed.memory = wanted.memory;
    }
    changed
}
