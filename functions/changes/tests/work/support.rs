//! What all tests of the stream need.

use serde::Serialize;
use serde_json::{Value, json};
use store::Timestamp;

pub(crate) fn at(secs: i64) -> Timestamp {
    Timestamp::from_epoch_secs(1_790_000_000 + secs).unwrap()
}

/// The image of an item, in the JSON of the stream.
pub(crate) fn image(entity: &str, value: &impl Serialize) -> Value {
    let item: serde_dynamo::Item = serde_dynamo::to_item(value).unwrap();
    let mut image = serde_json::to_value(item).unwrap();
    image["entity"] = json!({ "S": entity });
    image["schema"] = json!({ "N": "1" });
    image
}
