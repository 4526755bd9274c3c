//! Queries: ranges of the table and its index, whole, in slices or page by page.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::aws::client::Store;
use crate::aws::codec::{Entity, Item, decode, is, text};
use crate::aws::table::sdk_error;
use crate::base::error::{Error, Result};
use crate::base::page::{Cursor, Page};
use crate::keys::{GSI1, GSI1_PK, GSI1_SK, Index, PK, Range, SK};

/// Whether a read must see everything written before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consistency {
    Strong,
    Eventual,
}

/// Order of a range by sort key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Ascending,
    Descending,
}

/// One answer of a query.
pub(crate) struct Slice {
    pub(crate) items: Vec<Item>,
    pub(crate) last: Option<Item>,
}

/// One query request: at most `limit` items after `start`.
pub(crate) async fn query(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    limit: Option<u32>,
    start: Option<Item>,
) -> Result<Slice> {
    let (pk, sk) = match range.index {
        Index::Table => (PK, SK),
        Index::Gsi1 => (GSI1_PK, GSI1_SK),
    };
    let mut request = store
        .dynamodb()
        .query()
        .table_name(store.table())
        .expression_attribute_names("#pk", pk)
        .expression_attribute_values(":pk", text(range.pk.as_str()))
        .scan_index_forward(order == Order::Ascending)
        .set_limit(limit.and_then(|n| i32::try_from(n).ok()))
        .set_exclusive_start_key(start);
    request = if range.sk_prefix.is_empty() {
        request.key_condition_expression("#pk = :pk")
    } else {
        request
            .key_condition_expression("#pk = :pk AND begins_with(#sk, :sk)")
            .expression_attribute_names("#sk", sk)
            .expression_attribute_values(":sk", text(range.sk_prefix.as_str()))
    };
    request = match range.index {
        Index::Table => request.consistent_read(consistency == Consistency::Strong),
        Index::Gsi1 => request.index_name(GSI1),
    };
    let answer = request.send().await.map_err(sdk_error)?;
    Ok(Slice { items: answer.items.unwrap_or_default(), last: answer.last_evaluated_key })
}

/// All items of a range, for ranges that a limit keeps small. 1 read for each MB.
pub(crate) async fn query_all(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
) -> Result<Vec<Item>> {
    let mut all = Vec::new();
    for_each_slice(store, range, order, consistency, |mut items| {
        all.append(&mut items);
        Ok(())
    })
    .await?;
    Ok(all)
}

/// Hands over the items of a range as they come, for ranges that would not fit into a function's memory as items. 1 read
/// for each MB.
pub(crate) async fn for_each_slice(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    mut take: impl FnMut(Vec<Item>) -> Result<()>,
) -> Result<()> {
    let mut start = None;
    loop {
        let slice = query(store, range, order, consistency, None, start).await?;
        take(slice.items)?;
        if slice.last.is_none() {
            return Ok(());
        }
        start = slice.last;
    }
}

/// What of one kind is in a range, whatever else is there, as fresh as can be. 1 read for each MB.
pub(crate) async fn all_of<T: Entity + DeserializeOwned>(store: &Store, range: &Range) -> Result<Vec<T>> {
    let consistency = match range.index {
        Index::Table => Consistency::Strong,
        Index::Gsi1 => Consistency::Eventual,
    };
    let items = query_all(store, range, Order::Ascending, consistency).await?;
    items.into_iter().filter(is::<T>).map(decode).collect()
}

/// One page of a range, with the sealed cursor of the next. 1 read.
pub(crate) async fn page<T: Entity + DeserializeOwned>(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<T>> {
    let start = cursor.map(|cursor| open(store, range, cursor)).transpose()?;
    let slice = query(store, range, order, consistency, Some(limit), start).await?;
    let next = slice.last.as_ref().map(|last| seal(store, range, last)).transpose()?;
    let items = slice.items.into_iter().map(decode).collect::<Result<_>>()?;
    Ok(Page { items, next })
}

/// The four attributes that a place in the table or the index can have.
#[derive(Serialize, Deserialize)]
struct Place(Vec<(String, String)>);

/// What a cursor is bound to: another range refuses it.
fn binding(range: &Range) -> String {
    format!("{range}")
}

/// Seals the last key of a query.
pub(crate) fn seal(store: &Store, range: &Range, last: &Item) -> Result<Cursor> {
    let mut place = Vec::new();
    for (name, value) in last {
        let value = value.as_s().map_err(|_| Error::broken("a key is not text"))?;
        place.push((name.clone(), value.clone()));
    }
    store.inner.cursors.seal(&binding(range), &Place(place))
}

/// Opens a cursor that was sealed for this range.
pub(crate) fn open(store: &Store, range: &Range, cursor: &Cursor) -> Result<Item> {
    let place: Place = store.inner.cursors.open(&binding(range), cursor)?;
    Ok(place.0.into_iter().map(|(name, value)| (name, AttributeValue::S(value))).collect())
}
