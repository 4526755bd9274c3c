//! Transactions: all writes happen or none.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::TransactWriteItem;

use crate::client::Store;
use crate::retry::Retry;
use crate::table::map_sdk_error;
use crate::write::Write;
use model::error::{Error, Result};

/// Writes that happen all or not at all. Each write has a name, so that a failure can name its cause.
#[derive(Debug, Default)]
#[must_use = "nothing is written before it runs"]
pub struct Transaction {
    names: Vec<&'static str>,
    writes: Vec<Write>,
}

/// Result of a transaction.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All writes happened.
    Done,
    /// No write happened. Contains the names of the writes whose conditions failed.
    Refused(Vec<&'static str>),
}

impl Outcome {
    /// Returns true if the condition of the write with this name failed.
    #[must_use]
    pub fn refused(&self, name: &str) -> bool {
        matches!(self, Self::Refused(names) if names.contains(&name))
    }
}

impl Transaction {
    /// Adds a write or a check. DynamoDB accepts at most 100.
    pub fn add(&mut self, name: &'static str, write: impl Into<Write>) {
        self.names.push(name);
        self.writes.push(write.into());
    }

    /// Runs the transaction and retries it after a collision with another one. Cost: 2 writes per item.
    ///
    /// # Errors
    /// `Unavailable` if collisions do not end; `Broken`.
    pub async fn run(self, store: &Store) -> Result<Outcome> {
        let Self { names, writes } = self;
        let items: Vec<TransactWriteItem> =
            writes.into_iter().map(|write| write.request(store)).collect::<Result<_>>()?;
        let mut retry = Retry::new();
        loop {
            let answer = store.dynamodb().transact_write_items().set_transact_items(Some(items.clone())).send().await;
            let Err(error) = answer else { return Ok(Outcome::Done) };
            let Some(reasons) = cancellation(&error) else { return Err(map_sdk_error(error)) };
            let refused: Vec<_> = names
                .iter()
                .zip(&reasons)
                .filter(|(_, reason)| **reason == "ConditionalCheckFailed")
                .map(|(name, _)| *name)
                .collect();
            if !refused.is_empty() {
                return Ok(Outcome::Refused(refused));
            }
            let is_busy = reasons.iter().any(|reason| {
                matches!(*reason, "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded")
            });
            if !is_busy {
                return Err(Error::Broken(error.into()));
            }
            retry.wait_or(|| Error::Unavailable(error.into())).await?;
        }
    }
}

/// Returns the cancellation reason of each write, in order.
fn cancellation(error: &SdkError<TransactWriteItemsError>) -> Option<Vec<&str>> {
    match error.as_service_error()? {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            Some(cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or("None")).collect())
        }
        _ => None,
    }
}
