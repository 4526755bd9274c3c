//! Files whose removal fails: the record comes again until it works, and what comes after it is not lost.

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use bytes::Bytes;
use serde_json::{Value, json};
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::students::photo::Photo;
use store::{PhotoId, Settings, Store, UserId};

use crate::engines;

/// The file of a picture that nobody shows any more, and the record that says so.
async fn removed_picture(store: &Store, number: u32) -> (object::ObjectKey, EventRecord) {
    let (uid, photo): (UserId, _) = ("ana".parse().unwrap(), PhotoId::generate());
    let key = object::profile_image(&uid, photo);
    let bytes = Bytes::from_static(b"jpeg");
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
    let item: serde_dynamo::Item = serde_dynamo::to_item(Photo { photo, uid }).unwrap();
    let mut image: Value = serde_json::to_value(item).unwrap();
    image["entity"] = json!({ "S": "photo" });
    image["schema"] = json!({ "N": "1" });
    let number = number.to_string();
    let change = json!({ "Keys": {}, "SequenceNumber": number, "SizeBytes": 100, "OldImage": image });
    let record = json!({ "awsRegion": "ca-central-1", "eventID": number, "eventName": "REMOVE", "dynamodb": change });
    (key, serde_json::from_value(record).unwrap())
}

async fn handle(store: &Store, records: &[EventRecord]) -> Vec<String> {
    let mut event = Event::default();
    event.records = records.to_vec();
    let answer = changes::handle(store, event).await.unwrap();
    answer.batch_item_failures.into_iter().filter_map(|failure| failure.item_identifier).collect()
}

#[tokio::test]
async fn s7_fs_2_h20_a_failed_delete_is_retried_and_later_records_are_not_lost() {
    let engines = engines::start().await;
    let store = &engines.store;
    // The table answers whoever asks; the buckets refuse this signature.
    let wrong_key = Some(("id".to_owned(), "another secret".to_owned()));
    let refused = Store::connect(&Settings { static_credentials: wrong_key, ..store.settings().clone() });
    let (first_key, first) = removed_picture(store, 7).await;
    let (second_key, second) = removed_picture(store, 8).await;
    let is_there = async |key| objects::head(store, Bucket::Files, key).await.unwrap().is_some();

    // Lambda goes on from the first that failed, after eight tries puts it into the queue of dead letters, and then goes on
    // with the second.
    assert_eq!(handle(&refused, &[first.clone(), second.clone()]).await, ["7"]);
    assert_eq!(handle(&refused, std::slice::from_ref(&second)).await, ["8"]);
    assert!(is_there(&first_key).await && is_there(&second_key).await);

    assert!(handle(store, &[first.clone(), second]).await.is_empty());
    assert!(!is_there(&first_key).await && !is_there(&second_key).await);
    assert!(handle(store, &[first]).await.is_empty(), "what is gone is gone");
}
