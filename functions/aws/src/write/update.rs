//! Updates of some attributes of an item.

use aws_sdk_dynamodb::types::{self, AttributeValue, ReturnValue};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{both, sent};
use crate::client::Store;
use crate::codec::{self, Entity, Item, SCHEMA_ATTRIBUTE, decode, key_attributes};
use crate::expression::{Condition, ExpressionBuilder};
use crate::table::map_build_error;
use model::error::{Error, Result};
use model::keys::{GSI1_PK, GSI1_SK, Key, PK};

/// Update of some attributes of an item. Creates the item if it does not exist.
#[derive(Debug)]
#[must_use = "nothing is written before it is sent"]
pub struct Update {
    key: Key,
    set: Vec<(String, Assignment)>,
    add: Vec<(String, Result<AttributeValue>)>,
    /// Texts that are removed from sets.
    delete: Vec<(String, AttributeValue)>,
    remove: Vec<String>,
    condition: Option<Condition>,
}

#[derive(Debug)]
enum Assignment {
    Value(Result<AttributeValue>),
    /// Sets the value only if the attribute does not exist.
    Default(Result<AttributeValue>),
    /// Adds to the current value.
    More(Result<AttributeValue>),
}

impl Update {
    /// Updates the item under this key.
    pub fn of(key: Key) -> Self {
        Self { key, set: Vec::new(), add: Vec::new(), delete: Vec::new(), remove: Vec::new(), condition: None }
    }

    /// Updates the differences between two states of an item: sets changed attributes and removes those that the second
    /// state lacks.
    pub fn between<T: Serialize>(key: Key, before: &T, after: &T) -> Self {
        let mut update = Self::of(key);
        let (before, after) = match (codec::fields(before), codec::fields(after)) {
            (Ok(before), Ok(after)) => (before, after),
            // An encoding error is reported when the update is sent.
            (Err(error), _) | (_, Err(error)) => {
                update.set.push((PK.to_owned(), Assignment::Value(Err(error))));
                return update;
            }
        };
        let removed = before.keys().filter(|name| !after.contains_key(*name));
        update.remove = removed.cloned().collect();
        update.set = after
            .into_iter()
            .filter(|(name, value)| before.get(name) != Some(value))
            .map(|(name, value)| (name, Assignment::Value(Ok(value))))
            .collect();
        update
    }

    /// Sets an attribute, or a nested one by dots. Replaces an earlier assignment.
    pub fn set(mut self, attribute: impl Into<String>, value: impl Serialize) -> Self {
        let attribute = attribute.into();
        // DynamoDB rejects an expression that names an attribute twice.
        self.set.retain(|(other, _)| *other != attribute);
        self.set.push((attribute, Assignment::Value(codec::to_attribute(&value))));
        self
    }

    /// Sets an attribute if it does not exist.
    pub fn set_default(mut self, attribute: impl Into<String>, value: impl Serialize) -> Self {
        self.set.push((attribute.into(), Assignment::Default(codec::to_attribute(&value))));
        self
    }

    /// Sets an attribute, or removes it for `None`.
    pub fn set_or_remove(self, attribute: impl Into<String>, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.set(attribute, value),
            None => self.remove(attribute),
        }
    }

    /// Sets entity and schema, for an update that may create the item.
    pub fn set_entity<T: Entity>(self) -> Self {
        self.set(codec::ENTITY_ATTRIBUTE, T::ENTITY).set(SCHEMA_ATTRIBUTE, T::SCHEMA)
    }

    /// Adds an entry in the index.
    pub fn set_index_key(self, under: Key) -> Self {
        self.set(GSI1_PK, under.pk).set(GSI1_SK, under.sk)
    }

    /// Adds to a number; a missing one counts as 0. Negative numbers subtract. Dots select a nested attribute, which
    /// must exist.
    pub fn add(mut self, attribute: impl Into<String>, number: impl Serialize) -> Self {
        let (attribute, number) = (attribute.into(), codec::to_attribute(&number));
        if attribute.contains('.') {
            // `ADD` supports only top-level attributes.
            self.set.push((attribute, Assignment::More(number)));
        } else {
            self.add.push((attribute, number));
        }
        self
    }

    /// Adds a text to a set of texts, which is created if it does not exist.
    pub fn add_to_set(mut self, attribute: impl Into<String>, text: impl Into<String>) -> Self {
        self.add.push((attribute.into(), Ok(AttributeValue::Ss(vec![text.into()]))));
        self
    }

    /// Removes a text from a set of texts. An empty set is removed.
    pub fn remove_from_set(mut self, attribute: impl Into<String>, text: impl Into<String>) -> Self {
        self.delete.push((attribute.into(), AttributeValue::Ss(vec![text.into()])));
        self
    }

    /// Removes an attribute.
    pub fn remove(mut self, attribute: impl Into<String>) -> Self {
        self.remove.push(attribute.into());
        self
    }

    /// Adds a condition to the existing ones.
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = both(self.condition, condition);
        self
    }

    /// Sends the update alone. Returns false if the condition failed. Cost: 1 write.
    pub async fn apply(self, store: &Store) -> Result<bool> {
        Ok(self.send(store, None).await?.is_some())
    }

    /// Sends the update alone and returns the updated item, or `None` if the condition failed. Cost: 1 write.
    pub async fn apply_and_read<T: Entity + DeserializeOwned>(self, store: &Store) -> Result<Option<T>> {
        self.send(store, Some(ReturnValue::AllNew)).await?.map(decode).transpose()
    }

    async fn send(self, store: &Store, answered: Option<ReturnValue>) -> Result<Option<Item>> {
        let update = self.request(store)?;
        let answer = sent(|| {
            let update = update.clone();
            let request = store.dynamodb().update_item().table_name(update.table_name).set_key(Some(update.key));
            request
                .update_expression(update.update_expression)
                .set_condition_expression(update.condition_expression)
                .set_expression_attribute_names(update.expression_attribute_names)
                .set_expression_attribute_values(update.expression_attribute_values)
                .set_return_values(answered.clone())
                .send()
        });
        Ok(answer.await?.map(|answer| answer.attributes.unwrap_or_default()))
    }

    /// Builds the request.
    ///
    /// # Errors
    /// `Broken` for an update without changes, because DynamoDB rejects its empty expression. To test only a condition,
    /// use a [`Check`](super::Check); a role needs its own permission for that.
    pub(super) fn request(self, store: &Store) -> Result<types::Update> {
        let Self { key, set, add, delete, remove, condition } = self;
        if set.is_empty() && add.is_empty() && delete.is_empty() && remove.is_empty() {
            return Err(Error::broken(format!("an update of {key} changes nothing")));
        }
        let mut rendering = ExpressionBuilder::default();
        let expression = clauses(&mut rendering, set, add, delete, &remove)?;
        let condition = condition.map(|condition| rendering.condition(condition)).transpose()?;
        let (names, values) = rendering.into_maps();
        types::Update::builder()
            .table_name(store.table())
            .set_key(Some(key_attributes(key)))
            .update_expression(expression)
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .build()
            .map_err(map_build_error)
    }
}

/// `SET #title = :v0, #likes = if_not_exists(#likes, :v1) ADD #edition :v2 DELETE #tags :v3 REMOVE #reason`
fn clauses(
    rendering: &mut ExpressionBuilder,
    set: Vec<(String, Assignment)>,
    add: Vec<(String, Result<AttributeValue>)>,
    delete: Vec<(String, AttributeValue)>,
    remove: &[String],
) -> Result<String> {
    let mut clauses: Vec<String> = Vec::new();
    let mut clause = |keyword: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            clauses.push(format!("{keyword} {}", parts.join(", ")));
        }
    };
    let mut parts = Vec::with_capacity(set.len());
    for (attribute, assignment) in set {
        let path = rendering.path(&attribute);
        parts.push(match assignment {
            Assignment::Value(value) => format!("{path} = {}", rendering.value(value)?),
            Assignment::More(value) => format!("{path} = {path} + {}", rendering.value(value)?),
            Assignment::Default(value) => format!("{path} = if_not_exists({path}, {})", rendering.value(value)?),
        });
    }
    clause("SET", parts);
    let mut parts = Vec::with_capacity(add.len());
    for (attribute, number) in add {
        parts.push(format!("{} {}", rendering.path(&attribute), rendering.value(number)?));
    }
    clause("ADD", parts);
    let mut parts = Vec::with_capacity(delete.len());
    for (attribute, texts) in delete {
        parts.push(format!("{} {}", rendering.path(&attribute), rendering.value(Ok(texts))?));
    }
    clause("DELETE", parts);
    clause("REMOVE", remove.iter().map(|attribute| rendering.path(attribute)).collect());
    Ok(clauses.join(" "))
}
