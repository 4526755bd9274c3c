//! The loop of every function that follows the table's stream. It decides which records of a batch are delivered again.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::pin::Pin;

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{Error, Result, Store};

/// A function that follows the table's stream. One value handles one batch of records.
pub trait StreamFunction: Default + Send + 'static {
    /// Name of the function.
    const NAME: &'static str;
    /// Log message when an update fails.
    const NOT_UPDATED: &'static str;
    /// Unit that is updated at most once per batch, even if several records concern it.
    type UpdateUnit: Ord + Display + Send;
    /// Event of the nightly schedule or of an operator.
    type ScheduledEvent: DeserializeOwned + Send;
    /// Response to that event.
    type BoxFuture: Serialize;

    /// Handles one record. Returns the units to update at the end of the batch.
    fn on_record(
        &mut self,
        store: &Store,
        record: EventRecord,
    ) -> impl Future<Output = Result<Vec<Self::UpdateUnit>>> + Send;

    /// Updates a unit that [`StreamFunction::on_record`] returned.
    fn update(&mut self, store: &Store, place: Self::UpdateUnit) -> impl Future<Output = Result<()>> + Send;

    /// Does additional work after all updates of a batch. An error is only logged: no record is delivered again because
    /// of it.
    fn finish(&mut self, _store: &Store) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// Handles a [`StreamFunction::ScheduledEvent`].
    fn handle_event(store: &Store, asked: Self::ScheduledEvent)
    -> impl Future<Output = Result<Self::BoxFuture>> + Send;

    /// Rebuilds stored data that has the format of another version. Returns true if anything was rebuilt.
    fn migrate(store: &Store) -> impl Future<Output = Result<bool>> + Send;
}

/// Boxed future of a result.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A [`StreamFunction`] as a value, for the table of all functions.
#[derive(Clone, Copy)]
pub struct Function {
    /// As [`StreamFunction::NAME`].
    pub name: &'static str,
    /// As [`handle_batch`].
    pub follow: for<'a> fn(&'a Store, Event) -> Answer<'a, DynamoDbEventResponse>,
    /// As [`StreamFunction::migrate`].
    pub catch_up: for<'a> fn(&'a Store) -> Answer<'a, bool>,
}

impl Function {
    pub(crate) const fn of<F: StreamFunction>() -> Self {
        Self {
            name: F::NAME,
            follow: |store, event| Box::pin(handle_batch::<F>(store, event)),
            catch_up: |store| Box::pin(F::migrate(store)),
        }
    }
}

/// Handles a batch of records. Returns the first record that failed: the stream delivers it and all later records
/// again.
///
/// # Errors
/// `Broken` if a record has no sequence number; the whole batch is then delivered again.
pub async fn handle_batch<F: StreamFunction>(store: &Store, event: Event) -> Result<DynamoDbEventResponse> {
    let mut function = F::default();
    // The units to update, each with the first record that returned it. If the update fails, the stream must resume at
    // that record.
    let mut places: BTreeMap<F::UpdateUnit, (usize, String)> = BTreeMap::new();
    let mut failed: Option<(usize, String)> = None;
    for (order, record) in event.records.into_iter().enumerate() {
        let number =
            record.change.sequence_number.clone().ok_or_else(|| Error::broken("a stream record has no number"))?;
        // On the heap: the nested future is too deep for the compiler to lay out in one piece.
        match Box::pin(function.on_record(store, record)).await {
            Ok(marked) => {
                for place in marked {
                    places.entry(place).or_insert_with(|| (order, number.clone()));
                }
            }
            Err(error) => {
                tracing::error!(record = %number, error = &error as &dyn std::error::Error, "a stream record could not be followed");
                failed = Some((order, number));
                // This record and all later ones will be delivered again.
                break;
            }
        }
    }
    for (place, first) in places {
        let name = place.to_string();
        if let Err(error) = Box::pin(function.update(store, place)).await {
            tracing::error!(record = %first.1, place = %name, error = &error as &dyn std::error::Error, "{}", F::NOT_UPDATED);
            failed = failed.into_iter().chain([first]).min();
        }
    }
    if let Err(error) = Box::pin(function.finish(store)).await {
        tracing::error!(error = &error as &dyn std::error::Error, "the work after a batch failed");
    }
    let mut answer = DynamoDbEventResponse::default();
    answer.batch_item_failures.extend(failed.map(|(_, number)| {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number);
        failure
    }));
    Ok(answer)
}
