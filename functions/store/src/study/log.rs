//! What students did with cards: batches of facts, which only their owner reads.
//!
//! A batch is one item below 1 kB with some thirty answers, so a session costs a write or two. What follows from the facts
//! is found on the device, by `wasm_core::study`; nothing is calculated here.

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::expression::absent;
use cloud::aws::table::{self, Consistency, Order};
use cloud::aws::write::Put;
use cloud::base::error::{Error, Result};
use cloud::base::ids::UserId;
use cloud::base::page::{Cursor, Page};
use cloud::base::timestamp::Timestamp;
use cloud::keys;
use serde::{Deserialize, Serialize};
use wasm_core::limits::{STUDY_NEW_A_DAY_DEFAULT, STUDY_RETENTION_DEFAULT_PERCENT, STUDY_REVIEWS_A_DAY_DEFAULT};
use wasm_core::study::Fact;
use wasm_core::study::batch::{self, BatchError};

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
    bytes: Vec<u8>,
}

impl NewBatch {
    /// Facts as one batch.
    ///
    /// # Errors
    /// When they are none, or too many, or not of one device in the order of their numbers.
    pub fn of(facts: &[Fact]) -> std::result::Result<Self, BatchError> {
        let bytes = batch::encode(facts)?;
        Ok(Self { first: *facts.first().ok_or(BatchError::Count)?, bytes })
    }
}

/// Keeps a batch; the same one again changes nothing, because no page gives a number twice. Condition: none that begins with
/// the same fact. 1 write.
pub async fn append(store: &Store, owner: &UserId, NewBatch { first, bytes }: NewBatch, now: Timestamp) -> Result<()> {
    let key = keys::studying::batch(owner, first.when_ms, first.device, first.sequence);
    Put::of(&Batch { facts: bytes, received_at: now }, key).when(absent()).write(store).await?;
    Ok(())
}

/// One page of the batches, the oldest first. 1 read for every 4 kB, which are six full batches.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list(store: &Store, owner: &UserId, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Batch>> {
    table::page(store, &keys::studying::log(owner), Order::Ascending, Consistency::Strong, cursor, limit).await
}

/// What the student wants of a day; the usual when nothing was said. 1 read.
pub async fn settings(store: &Store, owner: &UserId) -> Result<StudySettings> {
    Ok(table::find(store, keys::studying::settings(owner)).await?.unwrap_or_default())
}

/// Wants something else from now on. 1 write.
pub async fn set_settings(store: &Store, owner: &UserId, settings: &StudySettings) -> Result<()> {
    Put::of(settings, keys::studying::settings(owner)).write(store).await?;
    Ok(())
}
