//! Writing many items, and trying again what others came before.

use aws_sdk_dynamodb::types::{DeleteRequest, WriteRequest};

use crate::aws::client::Store;
use crate::aws::codec::key_attributes;
use crate::aws::table::{self, sdk_error};
use crate::base::error::{Conflict, Error, Result};
use crate::keys::Key;

/// Deletes of one request; the service takes no more.
const BATCH: usize = 25;

/// Requests that go on at the same time.
const AT_ONCE: usize = 25;

/// How often a write is tried again that somebody else's came before.
const TRIES: u32 = 16;

/// Waits a little longer each time that something came before us, and gives up in the end.
pub(crate) async fn wait_or_give_up(tries: u32) -> Result<()> {
    if tries >= TRIES {
        return Err(Error::Conflict(Conflict::Changed));
    }
    tokio::time::sleep(table::jitter(tries)).await;
    Ok(())
}

/// Removes items without a condition; those that are not there are fine. Keys must be different. 1 write an item.
pub(crate) async fn delete_all(store: &Store, keys: Vec<Key>) -> Result<()> {
    let mut requests = Vec::with_capacity(keys.len());
    for key in keys {
        let request =
            DeleteRequest::builder().set_key(Some(key_attributes(key))).build().map_err(table::build_error)?;
        requests.push(WriteRequest::builder().delete_request(request).build());
    }
    for batch in requests.chunks(BATCH) {
        let mut rest = batch.to_vec();
        // The service may do a part of it when it is busy.
        let mut tries = 0;
        while !rest.is_empty() {
            if tries > 0 {
                let busy = wait_or_give_up(tries).await;
                busy.map_err(|_| Error::Unavailable("the table is too busy to delete".into()))?;
            }
            tries += 1;
            let answer = store.dynamodb().batch_write_item().request_items(store.table(), rest).send().await;
            let left = answer.map_err(sdk_error)?.unprocessed_items;
            rest = left.unwrap_or_default().remove(store.table()).unwrap_or_default();
        }
    }
    Ok(())
}

/// Does something for each, some at once, and answers in the same order.
pub(crate) async fn at_once<T, R, F>(store: &Store, of: Vec<T>, work: impl Fn(Store, T) -> F) -> Result<Vec<R>>
where
    F: Future<Output = Result<R>> + Send + 'static,
    R: Send + 'static,
{
    let mut done = Vec::with_capacity(of.len());
    let mut of = of.into_iter().peekable();
    while of.peek().is_some() {
        let running: Vec<_> = of.by_ref().take(AT_ONCE).map(|one| tokio::spawn(work(store.clone(), one))).collect();
        for one in running {
            done.push(one.await.map_err(|error| Error::Broken(error.into()))??);
        }
    }
    Ok(done)
}
