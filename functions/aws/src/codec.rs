//! Items as they are stored: the fields of a type, its keys, and which entity in which schema it is.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_attribute_value, to_item};

use model::error::{Error, Result};
use model::keys::{Key, PK, SK};

/// The attributes of one item.
pub type Item = HashMap<String, AttributeValue>;

/// A type that is stored as one item.
pub trait Entity {
    /// Value of the attribute `entity`.
    const ENTITY: &'static str;
    /// Newest schema: written always; older ones are read as well.
    const SCHEMA: u32;

    /// Brings the attributes of an item of an older schema to the newest.
    fn upgrade(_item: &mut Item, _schema: u32) {}
}

/// Attribute that names the entity.
pub const ENTITY: &str = "entity";
/// Attribute with the number of the schema.
pub const SCHEMA: &str = "schema";

/// Builds the item of `value` under `key`.
pub fn encode<T: Entity + Serialize>(value: &T, key: Key) -> Result<Item> {
    let mut item = fields(value)?;
    item.insert(ENTITY.into(), text(T::ENTITY));
    item.insert(SCHEMA.into(), number(T::SCHEMA));
    item.extend(key_attributes(key));
    Ok(item)
}

/// The fields of a value as attributes, without key and entity.
pub(crate) fn fields(value: &impl Serialize) -> Result<Item> {
    to_item(value).map_err(|error| Error::Broken(error.into()))
}

/// Reads an item back; one of another entity or of a schema we do not know is `Broken`.
pub fn decode<T: Entity + DeserializeOwned>(mut item: Item) -> Result<T> {
    let entity = item.get(ENTITY).and_then(|value| value.as_s().ok()).map_or("", String::as_str);
    if entity != T::ENTITY {
        return Err(Error::broken(format!("expected an item of entity {}, found '{entity}'", T::ENTITY)));
    }
    let schema = item.get(SCHEMA).and_then(|value| value.as_n().ok()).and_then(|n| n.parse::<u32>().ok()).unwrap_or(0);
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

/// True when the item says that it is of this entity.
pub fn is<T: Entity>(item: &Item) -> bool {
    item.get(ENTITY).and_then(|value| value.as_s().ok()).is_some_and(|entity| entity == T::ENTITY)
}

/// The two attributes of a primary key.
pub fn key_attributes(key: Key) -> Item {
    HashMap::from([(PK.to_owned(), text(key.pk)), (SK.to_owned(), text(key.sk))])
}

/// The key of an item.
///
/// # Errors
/// `Broken` when it has none.
pub fn key_of(item: &Item) -> Result<Key> {
    let part = |name: &str| item.get(name).and_then(|value| value.as_s().ok()).cloned();
    let (Some(pk), Some(sk)) = (part(PK), part(SK)) else { return Err(Error::broken("an item has no key")) };
    Ok(Key { pk, sk })
}

/// The map inside of an item, or of a map in it, if there is one under this name.
pub fn map_in<'a>(item: &'a mut Item, name: &str) -> Option<&'a mut Item> {
    match item.get_mut(name) {
        Some(AttributeValue::M(map)) => Some(map),
        _ => None,
    }
}

/// A text as the table has it.
pub fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// The attribute that a part of an item is stored as.
pub fn value(part: &impl Serialize) -> Result<AttributeValue> {
    to_attribute_value(part).map_err(|error| Error::Broken(error.into()))
}

/// A number as the table has it.
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
    }

    fn stored() -> Item {
        encode(&Thing { size_bytes: 7 }, Key { pk: "A".into(), sk: "B".into() }).unwrap()
    }

    #[test]
    fn an_encoded_item_decodes_to_the_same_value() {
        assert_eq!(decode::<Thing>(stored()).unwrap(), Thing { size_bytes: 7 });
        let mut older = stored();
        older.insert(SCHEMA.into(), number(1));
        assert!(decode::<Thing>(older).is_ok());
    }

    #[test]
    fn an_undecodable_item_is_a_broken_error() {
        let mut newer = stored();
        newer.insert(SCHEMA.into(), number(3));
        let mut other = stored();
        other.insert(ENTITY.into(), text("other"));
        let mut bent = stored();
        bent.insert("size_bytes".into(), text("large"));
        for item in [newer, other, bent, Item::new()] {
            assert!(matches!(decode::<Thing>(item), Err(Error::Broken(_))));
        }
    }
}
