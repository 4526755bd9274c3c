//! Conditional writes of single items. They run alone or together in a
//! [`Transaction`](crate::transaction::Transaction).

mod update;

use std::error::Error as StdError;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{self, TransactWriteItem};
use serde::Serialize;

use crate::client::Store;
use crate::codec::{self, Entity, Item, encode, key_attributes};
use crate::expression::{Condition, ExpressionBuilder};
use crate::retry::Retry;
use crate::table::{map_build_error, map_sdk_error};
use model::error::Result;
use model::keys::{GSI1_PK, GSI1_SK, Key};

pub use update::Update;

/// Write of a whole item. Replaces an existing one.
#[derive(Debug)]
#[must_use = "nothing is written before it is sent"]
pub struct Put {
    item: Result<Item>,
    condition: Option<Condition>,
}

/// Deletion of an item. A missing item is ignored.
#[derive(Debug)]
#[must_use = "nothing is written before it is sent"]
pub struct Delete {
    key: Key,
    condition: Option<Condition>,
}

/// Condition on an item that the transaction does not write.
#[derive(Debug)]
#[must_use = "it counts in a transaction only"]
pub struct Check {
    key: Key,
    condition: Condition,
}

/// Sends a write and retries it while it collides with a transaction. Returns `None` if its condition failed.
async fn sent<T, E, F>(mut send: impl FnMut() -> F) -> Result<Option<T>>
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    F: Future<Output = std::result::Result<T, SdkError<E>>>,
{
    let mut retry = Retry::new();
    loop {
        let error = match send().await {
            Ok(answer) => return Ok(Some(answer)),
            Err(error) => error,
        };
        match error.as_service_error().and_then(ProvideErrorMetadata::code) {
            Some("ConditionalCheckFailedException") => return Ok(None),
            Some("TransactionConflictException") => retry.wait_or(|| map_sdk_error(error)).await?,
            _ => return Err(map_sdk_error(error)),
        }
    }
}

/// Adds a condition to an optional existing one.
fn both(present: Option<Condition>, more: Condition) -> Option<Condition> {
    Some(match present {
        Some(present) => present.and(more),
        None => more,
    })
}

impl Put {
    /// Writes this value under this key.
    pub fn of<T: Entity + Serialize>(value: &T, key: Key) -> Self {
        Self { item: encode(value, key), condition: None }
    }

    /// Adds an entry in the index if `under` is given.
    pub fn with_optional_index_key(self, under: Option<Key>) -> Self {
        match under {
            Some(under) => self.with_index_key(under),
            None => self,
        }
    }

    /// Adds an entry in the index.
    pub fn with_index_key(mut self, under: Key) -> Self {
        if let Ok(item) = &mut self.item {
            item.insert(GSI1_PK.into(), codec::text(under.pk));
            item.insert(GSI1_SK.into(), codec::text(under.sk));
        }
        self
    }

    /// Adds a condition to the existing ones.
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = both(self.condition, condition);
        self
    }

    /// Sends the write alone. Returns false if the condition failed. Cost: 1 write.
    pub async fn apply(self, store: &Store) -> Result<bool> {
        let put = self.request(store)?;
        let answer = sent(|| {
            let put = put.clone();
            let request = store.dynamodb().put_item().table_name(put.table_name).set_item(Some(put.item));
            request
                .set_condition_expression(put.condition_expression)
                .set_expression_attribute_names(put.expression_attribute_names)
                .set_expression_attribute_values(put.expression_attribute_values)
                .send()
        });
        Ok(answer.await?.is_some())
    }

    fn request(self, store: &Store) -> Result<types::Put> {
        let mut rendering = ExpressionBuilder::default();
        let condition = self.condition.map(|condition| rendering.condition(condition)).transpose()?;
        let (names, values) = rendering.into_maps();
        types::Put::builder()
            .table_name(store.table())
            .set_item(Some(self.item?))
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .build()
            .map_err(map_build_error)
    }
}

impl Delete {
    /// Deletes the item under this key.
    pub fn of(key: Key) -> Self {
        Self { key, condition: None }
    }

    /// Adds a condition to the existing ones.
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = both(self.condition, condition);
        self
    }

    /// Sends the deletion alone. Returns false if the condition failed. Cost: 1 write.
    pub async fn apply(self, store: &Store) -> Result<bool> {
        let delete = self.request(store)?;
        let answer = sent(|| {
            let delete = delete.clone();
            let request = store.dynamodb().delete_item().table_name(delete.table_name).set_key(Some(delete.key));
            request
                .set_condition_expression(delete.condition_expression)
                .set_expression_attribute_names(delete.expression_attribute_names)
                .set_expression_attribute_values(delete.expression_attribute_values)
                .send()
        });
        Ok(answer.await?.is_some())
    }

    fn request(self, store: &Store) -> Result<types::Delete> {
        let mut rendering = ExpressionBuilder::default();
        let condition = self.condition.map(|condition| rendering.condition(condition)).transpose()?;
        let (names, values) = rendering.into_maps();
        types::Delete::builder()
            .table_name(store.table())
            .set_key(Some(key_attributes(self.key)))
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .build()
            .map_err(map_build_error)
    }
}

impl Check {
    /// Requires that the item under this key meets the condition.
    pub fn of(key: Key, condition: Condition) -> Self {
        Self { key, condition }
    }

    fn request(self, store: &Store) -> Result<types::ConditionCheck> {
        let mut rendering = ExpressionBuilder::default();
        let condition = rendering.condition(self.condition)?;
        let (names, values) = rendering.into_maps();
        types::ConditionCheck::builder()
            .table_name(store.table())
            .set_key(Some(key_attributes(self.key)))
            .condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .build()
            .map_err(map_build_error)
    }
}

/// One write of a transaction.
#[derive(Debug)]
pub enum Write {
    /// Write of a whole item.
    Put(Put),
    /// Change of some attributes of an item.
    Update(Update),
    /// Deletion of an item.
    Delete(Delete),
    /// Condition without a write.
    Check(Check),
}

impl From<Put> for Write {
    fn from(put: Put) -> Self {
        Self::Put(put)
    }
}

impl From<Update> for Write {
    fn from(update: Update) -> Self {
        Self::Update(update)
    }
}

impl From<Delete> for Write {
    fn from(delete: Delete) -> Self {
        Self::Delete(delete)
    }
}

impl From<Check> for Write {
    fn from(check: Check) -> Self {
        Self::Check(check)
    }
}

impl Write {
    pub(crate) fn request(self, store: &Store) -> Result<TransactWriteItem> {
        let item = TransactWriteItem::builder();
        Ok(match self {
            Self::Put(put) => item.put(put.request(store)?),
            Self::Update(update) => item.update(update.request(store)?),
            Self::Delete(delete) => item.delete(delete.request(store)?),
            Self::Check(check) => item.condition_check(check.request(store)?),
        }
        .build())
    }
}

#[cfg(test)]
mod tests;
