//! The few shapes of request that the rest of this crate sends to the table: single items and transactions here, queries in
//! [`ranges`].

mod ranges;

use std::error::Error as StdError;
use std::time::Duration;

use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, KeysAndAttributes, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};
use ring::rand::{SecureRandom, SystemRandom};
use serde::de::DeserializeOwned;

use crate::aws::client::Store;
use crate::aws::codec::{Entity, Item, decode, key_attributes};
use crate::base::error::{Error, Result};
use crate::keys::Key;

pub(crate) use ranges::{Consistency, Order, Slice, all_of, for_each_slice, open, page, query, query_all, seal};

/// How often a transaction that collided with another one is sent again.
const TRANSACTION_TRIES: u32 = 10;

/// Maps what every service can answer: not there or too busy is worth another try, the rest is our bug.
pub(crate) fn sdk_error<E>(error: SdkError<E>) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
{
    let retryable = match &error {
        SdkError::TimeoutError(_) | SdkError::DispatchFailure(_) | SdkError::ResponseError(_) => true,
        SdkError::ServiceError(context) => {
            let busy = matches!(
                context.err().code(),
                Some(
                    "ThrottlingException"
                        | "ProvisionedThroughputExceededException"
                        | "RequestLimitExceeded"
                        | "InternalServerError"
                        | "InternalErrorException"
                        | "TransactionConflictException"
                        | "TransactionInProgressException"
                        | "SlowDown"
                        | "ServiceUnavailable"
                )
            );
            busy || context.raw().status().is_server_error()
        }
        _ => false,
    };
    if retryable { Error::Unavailable(error.into()) } else { Error::Broken(error.into()) }
}

/// A request of ours that lacks a part is a bug.
#[expect(clippy::needless_pass_by_value, reason = "used as a function in map_err")]
pub(crate) fn build_error(error: BuildError) -> Error {
    Error::broken(error.to_string())
}

/// Reads one item. 1 read.
pub(crate) async fn find<T: Entity + DeserializeOwned>(store: &Store, key: Key) -> Result<Option<T>> {
    let answer = store
        .dynamodb()
        .get_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(key)))
        .consistent_read(true)
        .send()
        .await
        .map_err(sdk_error)?;
    answer.item.map(decode).transpose()
}

/// Reads several items, those that are there, in no order. Keys must be different. 1 read an item, one request for each
/// 100.
pub(crate) async fn find_many<T: Entity + DeserializeOwned>(store: &Store, keys: Vec<Key>) -> Result<Vec<T>> {
    let mut found = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(100) {
        let mut wanted: Vec<Item> = chunk.iter().cloned().map(key_attributes).collect();
        // The service may answer in parts when it is busy.
        for _ in 0..8 {
            let request = KeysAndAttributes::builder()
                .set_keys(Some(wanted))
                .consistent_read(true)
                .build()
                .map_err(build_error)?;
            let request = store.dynamodb().batch_get_item().request_items(store.table(), request);
            let answer = request.send().await.map_err(sdk_error)?;
            for item in answer.responses.unwrap_or_default().remove(store.table()).unwrap_or_default() {
                found.push(decode(item)?);
            }
            let rest = answer.unprocessed_keys.unwrap_or_default().remove(store.table());
            wanted = rest.map(|rest| rest.keys).unwrap_or_default();
            if wanted.is_empty() {
                break;
            }
        }
        if !wanted.is_empty() {
            return Err(Error::Unavailable("the table is too busy to read all that was asked for".into()));
        }
    }
    Ok(found)
}

/// Writes an item unless one is there. 1 write. `false` when one was there.
pub(crate) async fn put_if_absent(store: &Store, item: Item) -> Result<bool> {
    let request = store.dynamodb().put_item().table_name(store.table()).set_item(Some(item));
    held(request.condition_expression("attribute_not_exists(pk)").send().await).map(|answer| answer.is_some())
}

/// Writes an item, whatever is there. 1 write.
pub(crate) async fn put_alone(store: &Store, item: Item) -> Result<()> {
    let request = store.dynamodb().put_item().table_name(store.table()).set_item(Some(item));
    request.send().await.map(|_| ()).map_err(sdk_error)
}

/// Removes an item; one that is not there is fine. 1 write.
pub(crate) async fn delete_alone(store: &Store, key: Key) -> Result<()> {
    let request = store.dynamodb().delete_item().table_name(store.table()).set_key(Some(key_attributes(key)));
    request.send().await.map(|_| ()).map_err(sdk_error)
}

/// The answer to a write with a condition; `None` when the condition did not hold.
pub(crate) fn held<T, E>(answer: std::result::Result<T, SdkError<E>>) -> Result<Option<T>>
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
{
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error)
            if error.as_service_error().and_then(ProvideErrorMetadata::code)
                == Some("ConditionalCheckFailedException") =>
        {
            Ok(None)
        }
        Err(error) => Err(sdk_error(error)),
    }
}

/// Writes that happen together or not at all. Every write has a name, so that a refusal says which.
#[derive(Default)]
pub(crate) struct Transaction {
    names: Vec<&'static str>,
    items: Vec<TransactWriteItem>,
}

/// How a transaction ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// Names of the writes whose condition did not hold.
    Refused(Vec<&'static str>),
}

impl Outcome {
    pub(crate) fn refused(&self, name: &str) -> bool {
        matches!(self, Self::Refused(names) if names.contains(&name))
    }
}

impl Transaction {
    pub(crate) fn put(&mut self, name: &'static str, put: Put) {
        self.push(name, TransactWriteItem::builder().put(put).build());
    }

    pub(crate) fn update(&mut self, name: &'static str, update: Update) {
        self.push(name, TransactWriteItem::builder().update(update).build());
    }

    pub(crate) fn delete(&mut self, name: &'static str, delete: Delete) {
        self.push(name, TransactWriteItem::builder().delete(delete).build());
    }

    pub(crate) fn check(&mut self, name: &'static str, check: ConditionCheck) {
        self.push(name, TransactWriteItem::builder().condition_check(check).build());
    }

    fn push(&mut self, name: &'static str, item: TransactWriteItem) {
        self.names.push(name);
        self.items.push(item);
    }

    /// Sends it; when it collides with another transaction it waits a little and tries again.
    pub(crate) async fn run(self, store: &Store) -> Result<Outcome> {
        for attempt in 0.. {
            let answer =
                store.dynamodb().transact_write_items().set_transact_items(Some(self.items.clone())).send().await;
            let Err(error) = answer else { return Ok(Outcome::Done) };
            let Some(reasons) = cancellation(&error) else { return Err(sdk_error(error)) };
            let refused: Vec<_> = self
                .names
                .iter()
                .zip(&reasons)
                .filter(|(_, reason)| **reason == "ConditionalCheckFailed")
                .map(|(name, _)| *name)
                .collect();
            if !refused.is_empty() {
                return Ok(Outcome::Refused(refused));
            }
            let busy = reasons.iter().any(|reason| {
                matches!(*reason, "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded")
            });
            if !busy {
                return Err(Error::Broken(error.into()));
            }
            if attempt + 1 >= TRANSACTION_TRIES {
                return Err(Error::Unavailable(error.into()));
            }
            tokio::time::sleep(jitter(attempt)).await;
        }
        Err(Error::broken("a transaction was never sent"))
    }
}

fn cancellation(error: &SdkError<TransactWriteItemsError>) -> Option<Vec<&str>> {
    match error.as_service_error()? {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            Some(cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or("None")).collect())
        }
        _ => None,
    }
}

/// A random wait, up to 20 ms after the first collision and doubling to at most 640 ms.
pub(crate) fn jitter(attempt: u32) -> Duration {
    let mut byte = [128_u8];
    // Without random numbers everybody waits equally long, which is worse but not wrong.
    let _ = SystemRandom::new().fill(&mut byte);
    let most_millis = 20_u64 << attempt.min(5);
    Duration::from_millis(most_millis * (u64::from(byte[0]) + 1) / 256)
}

/// Starts a put into the table of this store.
pub(crate) fn put(store: &Store, item: Item) -> aws_sdk_dynamodb::types::builders::PutBuilder {
    Put::builder().table_name(store.table()).set_item(Some(item))
}

/// Starts an update of one item.
pub(crate) fn update(store: &Store, key: Key) -> aws_sdk_dynamodb::types::builders::UpdateBuilder {
    Update::builder().table_name(store.table()).set_key(Some(key_attributes(key)))
}

/// Starts the deletion of one item.
pub(crate) fn delete(store: &Store, key: Key) -> aws_sdk_dynamodb::types::builders::DeleteBuilder {
    Delete::builder()
        .table_name(store.table())
        .set_key(Some(key_attributes(key)))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::None)
}

/// Starts a check that changes nothing.
pub(crate) fn check(store: &Store, key: Key) -> aws_sdk_dynamodb::types::builders::ConditionCheckBuilder {
    ConditionCheck::builder().table_name(store.table()).set_key(Some(key_attributes(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_but_stay_short() {
        for attempt in 0..TRANSACTION_TRIES {
            assert!(jitter(attempt) <= Duration::from_millis(640));
        }
        assert!(jitter(0) <= Duration::from_millis(20));
    }
}
