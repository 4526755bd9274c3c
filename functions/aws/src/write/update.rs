//! Changes of some attributes of an item.

use aws_sdk_dynamodb::types::{self, AttributeValue, ReturnValue};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{both, sent};
use crate::client::Store;
use crate::codec::{self, Entity, Item, SCHEMA, decode, key_attributes};
use crate::expression::{Condition, Rendering};
use crate::table::build_error;
use model::error::{Error, Result};
use model::keys::{GSI1_PK, GSI1_SK, Key, PK};

/// A change of some attributes of an item; one that is not there is made.
#[derive(Debug)]
#[must_use = "nothing is written before it is sent"]
pub struct Update {
    key: Key,
    set: Vec<(String, Assignment)>,
    add: Vec<(String, Result<AttributeValue>)>,
    remove: Vec<String>,
    condition: Option<Condition>,
}

#[derive(Debug)]
enum Assignment {
    Value(Result<AttributeValue>),
    /// Only where the attribute is not there yet.
    Default(Result<AttributeValue>),
    /// So much more than it is.
    More(Result<AttributeValue>),
}

impl Update {
    /// Changes the item under this key.
    pub fn of(key: Key) -> Self {
        Self { key, set: Vec::new(), add: Vec::new(), remove: Vec::new(), condition: None }
    }

    /// Changes what differs between two states of the same item: sets what the second has otherwise, and takes away what it
    /// has not.
    pub fn between<T: Serialize>(key: Key, before: &T, after: &T) -> Self {
        let mut update = Self::of(key);
        let (before, after) = match (codec::fields(before), codec::fields(after)) {
            (Ok(before), Ok(after)) => (before, after),
            // What cannot be stored is said when the update is sent.
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

    /// Gives an attribute this value, whatever was to be set before. With dots it is one inside of another.
    pub fn set(mut self, attribute: impl Into<String>, value: impl Serialize) -> Self {
        let attribute = attribute.into();
        // The service refuses an expression that names one attribute twice.
        self.set.retain(|(other, _)| *other != attribute);
        self.set.push((attribute, Assignment::Value(codec::value(&value))));
        self
    }

    /// Gives an attribute this value where it has none.
    pub fn set_default(mut self, attribute: impl Into<String>, value: impl Serialize) -> Self {
        self.set.push((attribute.into(), Assignment::Default(codec::value(&value))));
        self
    }

    /// Gives an attribute this value, or takes it away.
    pub fn set_or_remove(self, attribute: impl Into<String>, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.set(attribute, value),
            None => self.remove(attribute),
        }
    }

    /// Says of which entity the item is, for an update that may be the first write of it.
    pub fn set_entity<T: Entity>(self) -> Self {
        self.set(codec::ENTITY, T::ENTITY).set(SCHEMA, T::SCHEMA)
    }

    /// Lists the item in the index.
    pub fn set_listed(self, under: Key) -> Self {
        self.set(GSI1_PK, under.pk).set(GSI1_SK, under.sk)
    }

    /// Adds to a number, which is 0 where there is none. A number below 0 takes away. With dots it is one inside of another,
    /// and must be there.
    pub fn add(mut self, attribute: impl Into<String>, number: impl Serialize) -> Self {
        let (attribute, number) = (attribute.into(), codec::value(&number));
        if attribute.contains('.') {
            // `ADD` reaches whole attributes only.
            self.set.push((attribute, Assignment::More(number)));
        } else {
            self.add.push((attribute, number));
        }
        self
    }

    /// Takes an attribute away.
    pub fn remove(mut self, attribute: impl Into<String>) -> Self {
        self.remove.push(attribute.into());
        self
    }

    /// On this condition, and on those that were named before.
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = both(self.condition, condition);
        self
    }

    /// Makes the change alone. 1 write. `false` when the condition did not hold.
    pub async fn apply(self, store: &Store) -> Result<bool> {
        Ok(self.send(store, None).await?.is_some())
    }

    /// Makes the change alone and answers the item as it is then; `None` when the condition did not hold. 1 write.
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
    /// `Broken` for an update without a change: the service refuses its empty expression. Where only the condition counts, a
    /// [`Check`](super::Check) is meant, which a role must be permitted to send.
    pub(super) fn request(self, store: &Store) -> Result<types::Update> {
        let Self { key, set, add, remove, condition } = self;
        if set.is_empty() && add.is_empty() && remove.is_empty() {
            return Err(Error::broken(format!("an update of {key} changes nothing")));
        }
        let mut rendering = Rendering::default();
        let expression = clauses(&mut rendering, set, add, &remove)?;
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
            .map_err(build_error)
    }
}

/// `SET #title = :v0, #likes = if_not_exists(#likes, :v1) ADD #edition :v2 REMOVE #reason`
fn clauses(
    rendering: &mut Rendering,
    set: Vec<(String, Assignment)>,
    add: Vec<(String, Result<AttributeValue>)>,
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
    clause("REMOVE", remove.iter().map(|attribute| rendering.path(attribute)).collect());
    Ok(clauses.join(" "))
}
