//! The loop of every function that follows the table's stream. It decides which records of a batch must come again.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::pin::Pin;

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{Error, Result, Store};

/// A function that follows the table's stream. A value of this type lives for one batch of records.
pub trait StreamFunction: Default + Send + 'static {
    /// Name of the program.
    const NAME: &'static str;
    /// Log message when a place could not be updated.
    const NOT_UPDATED: &'static str;
    /// A place that is updated once at the end of a batch, even if several records name it.
    type Place: Ord + Display + Send;
    /// Event of the nightly schedule.
    type Asked: DeserializeOwned + Send;
    /// Answer to that event.
    type Answer: Serialize;

    /// Does what one record asks for. Returns the place to update at the end of the batch.
    fn record(
        &mut self,
        store: &Store,
        record: EventRecord,
    ) -> impl Future<Output = Result<Option<Self::Place>>> + Send;

    /// Updates a place that records of this batch named.
    fn update(&mut self, store: &Store, place: Self::Place) -> impl Future<Output = Result<()>> + Send;

    /// Does what the schedule asks for.
    fn ask(store: &Store, asked: Self::Asked) -> impl Future<Output = Result<Self::Answer>> + Send;

    /// Rebuilds what another version has stored in another format. Returns `true` if there was something to rebuild.
    fn catch_up(store: &Store) -> impl Future<Output = Result<bool>> + Send;
}

/// The future of a result.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A [`StreamFunction`] as a value, for a table of them.
#[derive(Clone, Copy)]
pub struct Function {
    /// As [`StreamFunction::NAME`].
    pub name: &'static str,
    /// As [`follow`].
    pub follow: for<'a> fn(&'a Store, Event) -> Answer<'a, DynamoDbEventResponse>,
    /// As [`StreamFunction::catch_up`].
    pub catch_up: for<'a> fn(&'a Store) -> Answer<'a, bool>,
}

impl Function {
    pub(crate) const fn of<F: StreamFunction>() -> Self {
        Self {
            name: F::NAME,
            follow: |store, event| Box::pin(follow::<F>(store, event)),
            catch_up: |store| Box::pin(F::catch_up(store)),
        }
    }
}

/// Handles a batch of records and answers which of them must come again: the stream goes on from the first.
///
/// # Errors
/// `Broken` when a record cannot be named because it has no number; then all must come again.
pub async fn follow<F: StreamFunction>(store: &Store, event: Event) -> Result<DynamoDbEventResponse> {
    let mut function = F::default();
    // Each place with the first record that names it: that record must come again if the place cannot be updated.
    let mut places: BTreeMap<F::Place, (usize, String)> = BTreeMap::new();
    let mut failed: Option<(usize, String)> = None;
    for (order, record) in event.records.into_iter().enumerate() {
        let number =
            record.change.sequence_number.clone().ok_or_else(|| Error::broken("a stream record has no number"))?;
        // On the heap: what may follow a record nests deeper than the compiler measures.
        match Box::pin(function.record(store, record)).await {
            Ok(Some(place)) => {
                places.entry(place).or_insert((order, number));
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(record = %number, error = &error as &dyn std::error::Error, "a stream record could not be followed");
                failed = Some((order, number));
                // Everything from here on comes again, so what follows need not be looked at now.
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
    let mut answer = DynamoDbEventResponse::default();
    answer.batch_item_failures.extend(failed.map(|(_, number)| {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number);
        failure
    }));
    Ok(answer)
}
