//! Conversion between types and stored items, which contain the fields, the keys, the entity and its schema.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_attribute_value, to_item};

use model::error::{Error, Result};
use model::keys::{Key, PK, SK};

/// Attributes of one item.
pub type Item = HashMap<String, AttributeValue>;

/// A type that is stored as one item.
pub trait Entity {
    /// Value of the attribute `entity`.
    const ENTITY: &'static str;
    /// Newest schema; the first is 1. Writers always use it; readers also accept older ones.
    const SCHEMA: u32 = 1;

    /// Upgrades the attributes of an item from an older schema to the newest.
    fn upgrade(_item: &mut Item, _schema: u32) {}
}

/// Attribute with the entity name.
pub const ENTITY_ATTRIBUTE: &str = "entity";
/// Attribute with the schema number.
pub const SCHEMA_ATTRIBUTE: &str = "schema";

/// Encodes `value` as an item under `key`.
pub fn encode<T: Entity + Serialize>(value: &T, key: Key) -> Result<Item> {
    let mut item = fields(value)?;
    item.insert(ENTITY_ATTRIBUTE.into(), text(T::ENTITY));
    item.insert(SCHEMA_ATTRIBUTE.into(), number(T::SCHEMA));
    item.extend(key_attributes(key));
    Ok(item)
}

/// Returns the fields of a value as attributes, without key and entity.
pub(crate) fn fields(value: &impl Serialize) -> Result<Item> {
    to_item(value).map_err(|error| Error::Broken(error.into()))
}

/// Decodes an item. Another entity or an unknown schema is `Broken`.
pub fn decode<T: Entity + DeserializeOwned>(mut item: Item) -> Result<T> {
    let entity = item.get(ENTITY_ATTRIBUTE).and_then(|value| value.as_s().ok()).map_or("", String::as_str);
    if entity != T::ENTITY {
        return Err(Error::broken(format!("expected an item of entity {}, found '{entity}'", T::ENTITY)));
    }
    let schema =
        item.get(SCHEMA_ATTRIBUTE).and_then(|value| value.as_n().ok()).and_then(|n| n.parse::<u32>().ok()).unwrap_or(0);
    if schema == 0 || schema > T::SCHEMA {
        return Err(Error::broken(format!(
            "an item of entity {entity} has schema {schema}, newest known is {}",
            T::SCHEMA
        )));
    }
    if schema < T::SCHEMA {
        T::upgrade(&mut item, schema);
    }
    from_item(item).map_err(|error| Error::Broken(error.into()))
}

/// Returns true if the item has this entity.
pub fn has_entity<T: Entity>(item: &Item) -> bool {
    item.get(ENTITY_ATTRIBUTE).and_then(|value| value.as_s().ok()).is_some_and(|entity| entity == T::ENTITY)
}

/// Returns the two attributes of a primary key.
pub fn key_attributes(key: Key) -> Item {
    HashMap::from([(PK.to_owned(), text(key.pk)), (SK.to_owned(), text(key.sk))])
}

/// Returns the key of an item.
///
/// # Errors
/// `Broken` if the item has none.
pub fn key_of(item: &Item) -> Result<Key> {
    let part = |name: &str| item.get(name).and_then(|value| value.as_s().ok()).cloned();
    let (Some(pk), Some(sk)) = (part(PK), part(SK)) else { return Err(Error::broken("an item has no key")) };
    Ok(Key { pk, sk })
}

/// Returns the nested map with this name, if there is one.
pub(crate) fn get_map_mut<'a>(item: &'a mut Item, name: &str) -> Option<&'a mut Item> {
    match item.get_mut(name) {
        Some(AttributeValue::M(map)) => Some(map),
        _ => None,
    }
}

/// Creates a string attribute.
pub fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// Encodes a part of an item as an attribute.
pub fn to_attribute(part: &impl Serialize) -> Result<AttributeValue> {
    to_attribute_value(part).map_err(|error| Error::Broken(error.into()))
}

/// Creates a number attribute.
pub fn number(value: impl std::fmt::Display) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Thing {
        size_bytes: u64,
    }
    impl Entity for Thing {
        const ENTITY: &'static str = "thing";
        const SCHEMA: u32 = 2;

        /// Schema 1 had another name for the size.
        fn upgrade(item: &mut Item, schema: u32) {
            if schema == 1
                && let Some(size) = item.remove("bytes")
            {
                item.insert("size_bytes".into(), size);
            }
        }
    }

    fn stored() -> Item {
        encode(&Thing { size_bytes: 7 }, Key { pk: "A".into(), sk: "B".into() }).unwrap()
    }

    #[test]
    fn an_encoded_item_decodes_to_the_same_value() {
        assert_eq!(decode::<Thing>(stored()).unwrap(), Thing { size_bytes: 7 });
    }

    #[test]
    fn an_item_of_an_older_schema_is_upgraded() {
        let mut older = stored();
        older.insert(SCHEMA_ATTRIBUTE.into(), number(1));
        let size = older.remove("size_bytes").unwrap();
        older.insert("bytes".into(), size);
        assert_eq!(decode::<Thing>(older).unwrap(), Thing { size_bytes: 7 });
    }

    #[test]
    fn decoding_an_invalid_item_returns_the_error_broken() {
        let mut newer = stored();
        newer.insert(SCHEMA_ATTRIBUTE.into(), number(3));
        let mut other = stored();
        other.insert(ENTITY_ATTRIBUTE.into(), text("other"));
        let mut bent = stored();
        bent.insert("size_bytes".into(), text("large"));
        for item in [newer, other, bent, Item::new()] {
            assert!(matches!(decode::<Thing>(item), Err(Error::Broken(_))));
        }
    }
}
