//! Items as they are stored: the fields of a type, its keys, and which entity in which schema it is.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_attribute_value, to_item};

use crate::base::error::{Error, Result};
use crate::keys::{GSI1_PK, GSI1_SK, Key, PK, SK};

/// The attributes of one item.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A type that is stored as one item.
pub(crate) trait Entity {
    /// Value of the attribute `entity`.
    const ENTITY: &'static str;
    /// Newest schema: written always; older ones are read as well.
    const SCHEMA: u32;

    /// Brings the attributes of an item of an older schema to the newest.
    fn upgrade(_item: &mut Item, _schema: u32) {}
}

pub(crate) const ENTITY: &str = "entity";
pub(crate) const SCHEMA: &str = "schema";

/// Builds the item of `value` under `key`, listed in the index under `listed`.
pub(crate) fn encode<T: Entity + Serialize>(value: &T, key: Key, listed: Option<Key>) -> Result<Item> {
    let mut item: Item = to_item(value).map_err(|error| Error::Broken(error.into()))?;
    item.insert(ENTITY.into(), text(T::ENTITY));
    item.insert(SCHEMA.into(), number(T::SCHEMA));
    item.extend(key_attributes(key));
    if let Some(listed) = listed {
        item.insert(GSI1_PK.into(), text(listed.pk));
        item.insert(GSI1_SK.into(), text(listed.sk));
    }
    Ok(item)
}

/// Reads an item back; one of another entity or of a schema we do not know is `Broken`.
pub(crate) fn decode<T: Entity + DeserializeOwned>(mut item: Item) -> Result<T> {
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
pub(crate) fn is<T: Entity>(item: &Item) -> bool {
    item.get(ENTITY).and_then(|value| value.as_s().ok()).is_some_and(|entity| entity == T::ENTITY)
}

/// The two attributes of a primary key.
pub(crate) fn key_attributes(key: Key) -> Item {
    HashMap::from([(PK.to_owned(), text(key.pk)), (SK.to_owned(), text(key.sk))])
}

/// A field that is stored as bytes rather than as a list of numbers: `#[serde(with = "bytes")]`.
pub(crate) mod bytes {
    use std::fmt;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }
    }
}

pub(crate) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// The attribute that a part of an item is stored as.
pub(crate) fn value(part: &impl Serialize) -> Result<AttributeValue> {
    to_attribute_value(part).map_err(|error| Error::Broken(error.into()))
}

pub(crate) fn number(value: impl std::fmt::Display) -> AttributeValue {
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
        encode(&Thing { size_bytes: 7 }, Key { pk: "A".into(), sk: "B".into() }, None).unwrap()
    }

    #[test]
    fn an_item_comes_back() {
        assert_eq!(decode::<Thing>(stored()).unwrap(), Thing { size_bytes: 7 });
        let mut older = stored();
        older.insert(SCHEMA.into(), number(1));
        assert!(decode::<Thing>(older).is_ok());
    }

    #[test]
    fn what_cannot_be_understood_is_broken_and_does_not_panic() {
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
