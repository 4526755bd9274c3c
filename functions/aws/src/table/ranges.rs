//! Queries over ranges of the table and its index: complete, in slices or by page.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::client::Store;
use crate::codec::{Entity, Item, decode, has_entity};
use crate::expression::{ExpressionBuilder, attribute};
use crate::table::map_sdk_error;
use model::error::{Error, Result};
use model::keys::{GSI1, GSI1_PK, GSI1_SK, Index, PK, Range, SK};
use model::page::{Cursor, Page};

/// Number of items per query of [`page_matching`].
const SLICE: u32 = 500;

/// Maximum number of queries per page of [`page_matching`].
const SLICES_MAX: u32 = 20;

/// Read consistency.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Consistency {
    /// The read includes all previous writes.
    Strong,
    /// The read may miss recent writes. Costs half.
    Eventual,
}

/// Sort order of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Smallest sort key first.
    Ascending,
    /// Largest sort key first.
    Descending,
}

/// Response of one query.
pub struct QueryPage {
    /// Items in the order of the range.
    pub items: Vec<Item>,
    /// Key of the last item if there are more.
    pub last_key: Option<Item>,
}

/// Sends one query for at most `limit` items after `start`.
pub async fn query(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    limit: Option<u32>,
    start: Option<Item>,
) -> Result<QueryPage> {
    let (pk, sk) = match range.index {
        Index::Table => (PK, SK),
        Index::Gsi1 => (GSI1_PK, GSI1_SK),
    };
    let mut condition = attribute(pk).is(&range.pk);
    if !range.sk_prefix.is_empty() {
        condition = condition.and(attribute(sk).begins_with(&range.sk_prefix));
    }
    let mut rendering = ExpressionBuilder::default();
    let condition = rendering.condition(condition)?;
    let (names, values) = rendering.into_maps();
    let mut request = store
        .dynamodb()
        .query()
        .table_name(store.table())
        .key_condition_expression(condition)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values)
        .scan_index_forward(order == Order::Ascending)
        .set_limit(limit.and_then(|n| i32::try_from(n).ok()))
        .set_exclusive_start_key(start);
    request = match range.index {
        Index::Table => request.consistent_read(consistency == Consistency::Strong),
        Index::Gsi1 => request.index_name(GSI1),
    };
    let answer = request.send().await.map_err(map_sdk_error)?;
    Ok(QueryPage { items: answer.items.unwrap_or_default(), last_key: answer.last_evaluated_key })
}

/// Reads all items of a range whose size has a limit. Cost: 1 read per MB.
pub async fn query_all(store: &Store, range: &Range, order: Order, consistency: Consistency) -> Result<Vec<Item>> {
    let mut all = Vec::new();
    for_each_page(store, range, order, consistency, |mut items| {
        all.append(&mut items);
        Ok(())
    })
    .await?;
    Ok(all)
}

/// Reads a range in slices, for ranges that do not fit into the memory of a function. Cost: 1 read per MB.
pub async fn for_each_page(
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
        if slice.last_key.is_none() {
            return Ok(());
        }
        start = slice.last_key;
    }
}

/// Reads all items of one entity in a range, consistently unless the range is in the index. Other entities are skipped.
/// Cost: 1 read per MB.
pub async fn query_all_entities<T: Entity + DeserializeOwned>(store: &Store, range: &Range) -> Result<Vec<T>> {
    let consistency = match range.index {
        Index::Table => Consistency::Strong,
        Index::Gsi1 => Consistency::Eventual,
    };
    let items = query_all(store, range, Order::Ascending, consistency).await?;
    items.into_iter().filter(has_entity::<T>).map(decode).collect()
}

/// Reads one page of a range, with the cursor of the next page. Cost: 1 read.
pub async fn page<T: Entity + DeserializeOwned>(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<T>> {
    let start = cursor.map(|cursor| decode_cursor(store, range, cursor)).transpose()?;
    page_after(store, range, order, consistency, start, limit).await
}

/// Reads one page, like [`page`], but the first page starts after a given key, which need not exist.
pub async fn page_after_key<T: Entity + DeserializeOwned>(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    first: Item,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<T>> {
    let start = cursor.map_or(Ok(first), |cursor| decode_cursor(store, range, cursor))?;
    page_after(store, range, order, consistency, Some(start), limit).await
}

/// Reads one page of the items that match, largest sort key first. After 10,000 items the page may be short or empty
/// and still have a cursor. Cost: 1 query per 500 items until the page is full, at most 20.
///
/// # Errors
/// `InvalidCursor`.
pub async fn page_matching<T: Entity + DeserializeOwned>(
    store: &Store,
    range: &Range,
    cursor: Option<&Cursor>,
    limit: u32,
    matches: impl Fn(&T) -> bool,
) -> Result<Page<T>> {
    let mut start = cursor.map(|cursor| decode_cursor(store, range, cursor)).transpose()?;
    let mut items = Vec::new();
    for _ in 0..SLICES_MAX {
        let slice = query(store, range, Order::Descending, Consistency::Eventual, Some(SLICE), start).await?;
        for item in slice.items {
            let here = place_of(&item, range.index);
            let value: T = decode(item)?;
            if !matches(&value) {
                continue;
            }
            items.push(value);
            if items.len() >= limit as usize {
                // The next page may turn out to be empty, but reading ahead to find out would cost more.
                return Ok(Page { items, next: Some(encode_cursor(store, range, &here)?) });
            }
        }
        start = slice.last_key;
        if start.is_none() {
            break;
        }
    }
    let next = start.as_ref().map(|last| encode_cursor(store, range, last)).transpose()?;
    Ok(Page { items, next })
}

/// Returns the key attributes of an item as a query reports them for its last item.
fn place_of(item: &Item, index: Index) -> Item {
    let names: &[&str] = match index {
        Index::Table => &[PK, SK],
        Index::Gsi1 => &[PK, SK, GSI1_PK, GSI1_SK],
    };
    names.iter().filter_map(|name| item.get(*name).map(|value| ((*name).to_owned(), value.clone()))).collect()
}

async fn page_after<T: Entity + DeserializeOwned>(
    store: &Store,
    range: &Range,
    order: Order,
    consistency: Consistency,
    start: Option<Item>,
    limit: u32,
) -> Result<Page<T>> {
    let slice = query(store, range, order, consistency, Some(limit), start).await?;
    let next = slice.last_key.as_ref().map(|last| encode_cursor(store, range, last)).transpose()?;
    let items = slice.items.into_iter().map(decode).collect::<Result<_>>()?;
    Ok(Page { items, next })
}

/// Up to four key attributes of a position in the table or the index.
#[derive(Serialize, Deserialize)]
struct Place(Vec<(String, String)>);

/// Encrypts the last key of a query, bound to the range.
pub fn encode_cursor(store: &Store, range: &Range, last: &Item) -> Result<Cursor> {
    let mut place = Vec::new();
    for (name, value) in last {
        let value = value.as_s().map_err(|_| Error::broken("a key is not text"))?;
        place.push((name.clone(), value.clone()));
    }
    encode_offset_cursor(store, &range.to_string(), &Place(place))
}

/// Decrypts a cursor of this range.
///
/// # Errors
/// `InvalidCursor`.
pub fn decode_cursor(store: &Store, range: &Range, cursor: &Cursor) -> Result<Item> {
    let place: Place = decode_offset_cursor(store, &range.to_string(), cursor)?;
    Ok(place.0.into_iter().map(|(name, value)| (name, AttributeValue::S(value))).collect())
}

/// Encrypts a position in a list that is not ordered by keys, bound to the list.
pub fn encode_offset_cursor(store: &Store, list: &str, place: &impl Serialize) -> Result<Cursor> {
    store.inner.cursors.encrypt(list, place)
}

/// Decrypts a cursor of this list.
///
/// # Errors
/// `InvalidCursor`.
pub fn decode_offset_cursor<T: DeserializeOwned>(store: &Store, list: &str, cursor: &Cursor) -> Result<T> {
    store.inner.cursors.decrypt(list, cursor)
}
