//! Shelves: what stands on each, and how much that is.

use aws_sdk_dynamodb::types::Update;
use serde::{Deserialize, Serialize};
use wasm_core::shelf::ShelfId;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, SCHEMA, decode, is, number, text};
use crate::aws::table::{self, Consistency, Order};
use crate::base::error::{Error, Result};
use crate::base::page::{Cursor, Page};
use crate::keys;
use crate::library::audio::AudioNote;

/// A shelf and its counts. They move in the transactions that put audio notes on it and take them away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelf {
    /// Which of the four.
    pub id: ShelfId,
    /// Audio notes on it.
    #[serde(default)]
    pub episodes: u32,
    /// How long they are together, in seconds, without those whose length is not known.
    #[serde(default)]
    pub total_secs: u64,
    /// Audio notes whose length is not known.
    #[serde(default)]
    pub unknown: u32,
}

impl Entity for Shelf {
    const ENTITY: &'static str = "shelf";
    const SCHEMA: u32 = 1;
}

impl Shelf {
    /// A shelf on which nothing has ever stood.
    #[must_use]
    pub fn empty(id: ShelfId) -> Self {
        Self { id, episodes: 0, total_secs: 0, unknown: 0 }
    }
}

/// A shelf and one page of its audio notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfPage {
    /// The shelf.
    pub shelf: Shelf,
    /// Its audio notes.
    pub audio: Page<AudioNote>,
}

/// One shelf. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn get(store: &Store, id: ShelfId) -> Result<Shelf> {
    Ok(table::find(store, keys::shelf::primary(id)).await?.unwrap_or_else(|| Shelf::empty(id)))
}

/// A shelf and one page of its audio notes, newest first, in one query. Later pages read the shelf by its key beside
/// the query. 1 read, later pages 2.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page(store: &Store, id: ShelfId, cursor: Option<&Cursor>, limit: u32) -> Result<ShelfPage> {
    let range = keys::shelf::page(id);
    let Some(cursor) = cursor else {
        let slice =
            table::query(store, &range, Order::Descending, Consistency::Eventual, Some(limit.saturating_add(1)), None)
                .await?;
        let next = slice.last.as_ref().map(|last| table::seal(store, &range, last)).transpose()?;
        let mut items = slice.items.into_iter().peekable();
        let Some(first) = items.next_if(is::<Shelf>) else {
            // The shelf is written with its first audio note, so there are none.
            return Ok(ShelfPage { shelf: Shelf::empty(id), audio: Page { items: Vec::new(), next: None } });
        };
        let items = items.map(decode).collect::<Result<_>>()?;
        return Ok(ShelfPage { shelf: decode(first)?, audio: Page { items, next } });
    };
    let (shelf, audio) = tokio::join!(
        get(store, id),
        table::page(store, &range, Order::Descending, Consistency::Eventual, Some(cursor), limit),
    );
    Ok(ShelfPage { shelf: shelf?, audio: audio? })
}

/// The update that counts an audio note in (`1`) or out (`-1`). Condition of counting out: it was counted in.
pub(crate) fn count(store: &Store, audio: &AudioNote, change: i8) -> Result<Update> {
    let change = i64::from(change);
    let secs = i64::from(audio.duration_secs.unwrap_or(0));
    let unknown = i64::from(audio.duration_secs.is_none());
    let update = table::update(store, keys::shelf::primary(audio.shelf))
        .update_expression(
            "SET id = :id, entity = :entity, #schema = :schema ADD episodes :episodes, total_secs :secs, #unknown :unknown",
        )
        .expression_attribute_names("#schema", SCHEMA)
        .expression_attribute_names("#unknown", "unknown")
        .expression_attribute_values(":id", text(audio.shelf.as_str()))
        .expression_attribute_values(":entity", text(Shelf::ENTITY))
        .expression_attribute_values(":schema", number(Shelf::SCHEMA))
        .expression_attribute_values(":episodes", number(change))
        .expression_attribute_values(":secs", number(change * secs))
        .expression_attribute_values(":unknown", number(change * unknown));
    let update = if change < 0 {
        update
            .condition_expression("episodes >= :one AND total_secs >= :least_secs AND #unknown >= :least_unknown")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":least_secs", number(secs))
            .expression_attribute_values(":least_unknown", number(unknown))
    } else {
        update
    };
    update.build().map_err(table::build_error)
}

/// The update that counts an audio note with another length. Condition: it was counted with the one before.
pub(crate) fn recount(store: &Store, before: &AudioNote, after: &AudioNote) -> Result<Update> {
    let secs = |audio: &AudioNote| i64::from(audio.duration_secs.unwrap_or(0));
    let unknown = |audio: &AudioNote| i64::from(audio.duration_secs.is_none());
    table::update(store, keys::shelf::primary(before.shelf))
        .update_expression("ADD total_secs :secs, #unknown :unknown")
        .condition_expression("total_secs >= :least_secs AND #unknown >= :least_unknown")
        .expression_attribute_names("#unknown", "unknown")
        .expression_attribute_values(":secs", number(secs(after) - secs(before)))
        .expression_attribute_values(":unknown", number(unknown(after) - unknown(before)))
        .expression_attribute_values(":least_secs", number(secs(before)))
        .expression_attribute_values(":least_unknown", number(unknown(before)))
        .build()
        .map_err(table::build_error)
}

/// What is on a shelf without counting it again would be a lie, so a refused count is a bug of ours.
pub(crate) fn miscounted(shelf: ShelfId) -> Error {
    Error::broken(format!("the counts of the shelf {shelf} are lower than what stands on it"))
}
