//! Operations on many items.

use aws_sdk_dynamodb::types::{DeleteRequest, WriteRequest};
use tokio::task::JoinSet;

use crate::client::Store;
use crate::codec::key_attributes;
use crate::retry::Retry;
use crate::table::{self, map_sdk_error};
use model::error::{Error, Result};
use model::keys::Key;

/// Maximum number of deletes in one request (limit of `BatchWriteItem`).
const BATCH: usize = 25;

/// Maximum number of concurrent requests.
const AT_ONCE: usize = 25;

/// Deletes items without a condition. Missing items are ignored. The keys must be different. Cost: 1 write per item.
pub async fn batch_delete(store: &Store, keys: Vec<Key>) -> Result<()> {
    let mut requests = Vec::with_capacity(keys.len());
    for key in keys {
        let request =
            DeleteRequest::builder().set_key(Some(key_attributes(key))).build().map_err(table::map_build_error)?;
        requests.push(WriteRequest::builder().delete_request(request).build());
    }
    for batch in requests.chunks(BATCH) {
        let mut rest = batch.to_vec();
        let mut retry = Retry::new();
        loop {
            let answer = store.dynamodb().batch_write_item().request_items(store.table(), rest).send().await;
            let left = answer.map_err(map_sdk_error)?.unprocessed_items;
            rest = left.unwrap_or_default().remove(store.table()).unwrap_or_default();
            if rest.is_empty() {
                break;
            }
            // A busy table may process only a part of the request.
            retry.wait_or(|| Error::Unavailable("the table is too busy to delete".into())).await?;
        }
    }
    Ok(())
}

/// Runs `work` for each input with limited concurrency. Results keep the order of the inputs. No `work` is running any
/// more after an error, or after the future is dropped.
///
/// # Errors
/// The errors of `work`.
pub async fn map_concurrent<T, R, F>(store: &Store, of: Vec<T>, work: impl Fn(Store, T) -> F) -> Result<Vec<R>>
where
    F: Future<Output = Result<R>> + Send + 'static,
    R: Send + 'static,
{
    let mut done = Vec::with_capacity(of.len());
    let mut of = of.into_iter().peekable();
    while of.peek().is_some() {
        let mut running = JoinSet::new();
        for (place, one) in of.by_ref().take(AT_ONCE).enumerate() {
            let work = work(store.clone(), one);
            running.spawn(async move { (place, work.await) });
        }
        let mut ended = Vec::with_capacity(running.len());
        while let Some(one) = running.join_next().await {
            ended.push(one.map_err(|error| Error::Broken(error.into()))?);
        }
        ended.sort_by_key(|(place, _)| *place);
        for (_, result) in ended {
            done.push(result?);
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::settings::Settings;

    #[tokio::test]
    async fn after_an_error_no_work_is_running_any_more() {
        let lookup = |name: &str| match name {
            "CURSOR_KEY" => Some("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".to_owned()),
            "FILES_ORIGIN" => None,
            _ => Some("unused".to_owned()),
        };
        let store = Store::connect(&Settings::from_lookup(lookup).unwrap());
        let is_ended = Arc::new(AtomicBool::new(false));
        let done = map_concurrent(&store, vec![true, false], |_, fails| {
            let is_ended = Arc::clone(&is_ended);
            async move {
                if fails {
                    return Err(Error::broken("fails at once"));
                }
                for _ in 0..100 {
                    tokio::task::yield_now().await;
                }
                is_ended.store(true, Ordering::SeqCst);
                Ok(())
            }
        });
        done.await.unwrap_err();
        assert!(is_ended.load(Ordering::SeqCst));
    }
}
