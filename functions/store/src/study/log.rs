//! What students did with cards: batches of facts, which only their owner reads.
//!
//! Batches stand in the order in which we were told of them, so that who knows what came before some moment reads only the
//! rest.
//! A batch is one item below 1 kB with some thirty answers, so a session costs a write or two. What follows from the facts
//! is found on the device, by `wasm_core::study`; nothing is calculated here.

use aws::client::Store;
use aws::codec::{Entity, key_attributes};
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
use wasm_core::limits::{STUDY_NEW_A_DAY_DEFAULT, STUDY_RETENTION_DEFAULT_PERCENT, STUDY_REVIEWS_A_DAY_DEFAULT};
use wasm_core::study::Fact;
use wasm_core::study::batch::{self, BatchError};

/// What is sent within this time after it happened has the place of when it happened, in milliseconds.
const SOON_MS: u64 = 10 * 60 * 1000;

/// Facts of one device, as they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// As `wasm_core::study::batch` writes them.
    #[serde(with = "serde_bytes")]
    pub facts: Vec<u8>,
    /// When we were told of them: none of them counts as later.
    pub received_at: Timestamp,
}

impl Entity for Batch {
    const ENTITY: &'static str = "study_batch";
    const SCHEMA: u32 = 1;
}

impl Batch {
    /// The facts.
    ///
    /// # Errors
    /// `Broken` when the bytes are damaged.
    pub fn read(&self) -> Result<Vec<Fact>> {
        batch::decode(&self.facts).map_err(|error| Error::Broken(error.into()))
    }
}

/// What a student wants of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySettings {
    /// New cards a day.
    pub new_a_day: u32,
    /// Cards that come again a day.
    pub reviews_a_day: u32,
    /// How many of a hundred cards are to be remembered when they come again.
    pub retention_percent: u8,
}

impl Default for StudySettings {
    fn default() -> Self {
        Self {
            new_a_day: STUDY_NEW_A_DAY_DEFAULT,
            reviews_a_day: STUDY_REVIEWS_A_DAY_DEFAULT,
            retention_percent: STUDY_RETENTION_DEFAULT_PERCENT,
        }
    }
}

impl Entity for StudySettings {
    const ENTITY: &'static str = "study_settings";
    const SCHEMA: u32 = 1;
}

/// Facts of one device that are to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    first: Fact,
    last_ms: u64,
    bytes: Vec<u8>,
}

impl NewBatch {
    /// Facts as one batch.
    ///
    /// # Errors
    /// When they are none, or too many, or not of one device in the order of their numbers.
    pub fn of(facts: &[Fact]) -> std::result::Result<Self, BatchError> {
        let bytes = batch::encode(facts)?;
        let last_ms = facts.iter().map(|fact| fact.when_ms).max().unwrap_or(0);
        Ok(Self { first: *facts.first().ok_or(BatchError::Count)?, last_ms, bytes })
    }

    /// Its place in the log. What is sent soon after it happened stands where it happened, so that the same batch sent again
    /// has the same place; what is sent later stands where it arrived.
    fn place_ms(&self, now: Timestamp) -> u64 {
        let now_ms = now.epoch_millis();
        if self.last_ms >= now_ms.saturating_sub(SOON_MS) { self.last_ms } else { now_ms }
    }
}

/// Keeps a batch. The same one again changes nothing; after a while it is kept once more, which changes nothing either,
/// because no page gives a number twice. Condition: none that begins with the same fact. 1 write.
pub async fn append(store: &Store, owner: &UserId, batch: NewBatch, now: Timestamp) -> Result<()> {
    let key = keys::studying::batch(owner, batch.place_ms(now), batch.first.device, batch.first.sequence);
    let bytes = batch.bytes;
    Put::of(&Batch { facts: bytes, received_at: now }, key).when(absent()).write(store).await?;
    Ok(())
}

/// One page of the batches that we were told of at some time, in milliseconds since 1970, or later, about in that order. 1 read for every 4 kB, which
/// are four full batches.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(
    store: &Store,
    owner: &UserId,
    since_ms: u64,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<Batch>> {
    let range = keys::studying::log(owner);
    let start = key_attributes(keys::studying::log_from(owner, since_ms.saturating_sub(SOON_MS)));
    let mut page: Page<Batch> =
        table::page_from(store, &range, Order::Ascending, Consistency::Strong, start, cursor, limit).await?;
    page.items.retain(|batch| batch.received_at.epoch_millis() >= since_ms);
    Ok(page)
}

/// What the student wants of a day; the usual when nothing was said. 1 read.
pub async fn settings(store: &Store, owner: &UserId) -> Result<StudySettings> {
    Ok(table::find(store, keys::studying::settings(owner)).await?.unwrap_or_default())
}

/// Changes the settings. If the caller names what they have seen, only what differs from it is changed. Cost: 1 read, 1 write.
pub async fn set_settings(
    store: &Store,
    owner: &UserId,
    wanted: StudySettings,
    seen: Option<StudySettings>,
) -> Result<StudySettings> {
    let key = keys::studying::settings(owner);
    let mut retry = Retry::new();
    loop {
        let current: Option<StudySettings> = table::find(store, key.clone()).await?;
        let changed = seen.map_or(wanted, |seen| changed(current.unwrap_or_default(), seen, wanted));
        let is_still = current.map_or_else(absent, |current| {
            attribute("new_a_day")
                .is(current.new_a_day)
                .and(attribute("reviews_a_day").is(current.reviews_a_day))
                .and(attribute("retention_percent").is(current.retention_percent))
        });
        if Put::of(&changed, key.clone()).when(is_still).write(store).await? {
            return Ok(changed);
        }
        retry.wait().await?;
    }
}

/// Returns settings with the numbers that the caller has changed.
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
    changed
}
