//! Reads by key. `ranges` contains reads by range.

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
    Consistency, Order, QueryPage, decode_cursor, decode_offset_cursor, encode_cursor, encode_offset_cursor,
    for_each_page, page, page_after_key, page_matching, query, query_all, query_all_entities,
};

/// Maps errors of any AWS service: unreachable or busy services are `Unavailable`, all others are a bug.
pub(crate) fn map_sdk_error<E>(error: SdkError<E>) -> Error
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

/// Maps an incomplete request to a bug.
#[expect(clippy::needless_pass_by_value, reason = "used as a function in map_err")]
pub(crate) fn map_build_error(error: BuildError) -> Error {
    Error::broken(error.to_string())
}

/// Reads one item. Cost: 1 read.
pub async fn find<T: Entity + DeserializeOwned>(store: &Store, key: Key) -> Result<Option<T>> {
    let answer = store
        .dynamodb()
        .get_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(key)))
        .consistent_read(true)
        .send()
        .await
        .map_err(map_sdk_error)?;
    answer.item.map(decode).transpose()
}

/// Reads a number from an attribute of an item. Dots in the path lead to a nested attribute. Returns 0 if it was never
/// set and `None` if the item does not exist. Cost: 1 read.
pub async fn find_number(store: &Store, key: Key, path: &str) -> Result<Option<u32>> {
    let request = store.dynamodb().get_item().table_name(store.table()).set_key(Some(key_attributes(key)));
    let Some(mut item) = request.consistent_read(true).send().await.map_err(map_sdk_error)?.item else {
        return Ok(None);
    };
    let value = match path.split_once('.') {
        Some((outer, inner)) => codec::get_map_mut(&mut item, outer).and_then(|map| map.remove(inner)),
        None => item.remove(path),
    };
    let number = value.as_ref().and_then(|value| value.as_n().ok()).and_then(|text| text.parse().ok());
    Ok(Some(number.unwrap_or(0)))
}

/// Reads several items in no particular order. Missing items are left out. Cost: 1 read per item, 1 request per 100.
pub async fn find_many<T: Entity + DeserializeOwned>(store: &Store, keys: Vec<Key>) -> Result<Vec<T>> {
    // DynamoDB rejects a request that contains a key twice.
    let mut seen = HashSet::new();
    let keys: Vec<Key> = keys.into_iter().filter(|key| seen.insert(key.clone())).collect();
    let mut found = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(100) {
        let mut wanted: Vec<Item> = chunk.iter().cloned().map(key_attributes).collect();
        // A busy table may return only a part of the items, so request the others again.
        let mut retry = Retry::new();
        loop {
            let request = KeysAndAttributes::builder()
                .set_keys(Some(wanted))
                .consistent_read(true)
                .build()
                .map_err(map_build_error)?;
            let request = store.dynamodb().batch_get_item().request_items(store.table(), request);
            let answer = request.send().await.map_err(map_sdk_error)?;
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
