//! Reads of the table: by key here, by range in `ranges`.

mod ranges;

use std::collections::HashSet;
use std::error::Error as StdError;

use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use serde::de::DeserializeOwned;

use crate::client::Store;
use crate::codec::{self, Entity, Item, decode, key_attributes};
use crate::retry::Retry;
use model::error::{Error, Result};
use model::keys::Key;

pub use ranges::{
    Consistency, Order, Slice, all_of, for_each_slice, open, open_place, page, page_from, query, query_all, seal,
    seal_place,
};

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
pub async fn find<T: Entity + DeserializeOwned>(store: &Store, key: Key) -> Result<Option<T>> {
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

/// Reads one number of an item, which with a dot is one inside of an attribute: 0 where it was never set, `None` where there
/// is no item. 1 read.
pub async fn find_number(store: &Store, key: Key, path: &str) -> Result<Option<u32>> {
    let request = store.dynamodb().get_item().table_name(store.table()).set_key(Some(key_attributes(key)));
    let Some(mut item) = request.consistent_read(true).send().await.map_err(sdk_error)?.item else { return Ok(None) };
    let value = match path.split_once('.') {
        Some((outer, inner)) => codec::map_in(&mut item, outer).and_then(|map| map.remove(inner)),
        None => item.remove(path),
    };
    let number = value.as_ref().and_then(|value| value.as_n().ok()).and_then(|text| text.parse().ok());
    Ok(Some(number.unwrap_or(0)))
}

/// Reads several items, those that are there, each once and in no order. 1 read an item, one request for each 100.
pub async fn find_many<T: Entity + DeserializeOwned>(store: &Store, keys: Vec<Key>) -> Result<Vec<T>> {
    // The service refuses a request that names one key twice.
    let mut seen = HashSet::new();
    let keys: Vec<Key> = keys.into_iter().filter(|key| seen.insert(key.clone())).collect();
    let mut found = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(100) {
        let mut wanted: Vec<Item> = chunk.iter().cloned().map(key_attributes).collect();
        // The service may answer in parts when it is busy.
        let mut retry = Retry::new();
        loop {
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
            retry.wait_or(|| Error::Unavailable("the table is too busy to read all that was asked for".into())).await?;
        }
    }
    Ok(found)
}
