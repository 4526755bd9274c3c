//! Deletion of files: after a failure, the stream record is retried and later records are still handled.

use aws_lambda_events::event::dynamodb::EventRecord;
use bytes::Bytes;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::students::photo::Photo;
use store::{PhotoId, Settings, Store, UserId};

use crate::support::{handle, image, record};
use crate::test_backends;

/// Creates the file of a removed profile photo. Returns its key and the stream record of the removal.
async fn removed_picture(store: &Store, number: u32) -> (object::ObjectKey, EventRecord) {
    let (uid, photo): (UserId, _) = ("ana".parse().unwrap(), PhotoId::generate());
    let key = object::profile_image(&uid, photo);
    let bytes = Bytes::from_static(b"jpeg");
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
    (key, record(number, "REMOVE", Some(image("photo", &Photo { photo, uid })), None))
}

#[tokio::test]
async fn s7_fs_2_h20_a_failed_file_deletion_is_retried_and_later_records_are_processed() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    // The embedded table accepts any signature. The buckets reject this one.
    let wrong_key = Some(("id".to_owned(), "another secret".to_owned()));
    let refused = Store::connect(&Settings { static_credentials: wrong_key, ..store.settings().clone() });
    let (first_key, first) = removed_picture(store, 7).await;
    let (second_key, second) = removed_picture(store, 8).await;
    let is_there = async |key| objects::head(store, Bucket::Files, key).await.unwrap().is_some();

    // Lambda retries from the first failed record. After eight attempts it moves that record to the dead-letter queue
    // and continues with the second.
    assert_eq!(handle(&refused, vec![first.clone(), second.clone()]).await, ["7"]);
    assert_eq!(handle(&refused, vec![second.clone()]).await, ["8"]);
    assert!(is_there(&first_key).await && is_there(&second_key).await);

    assert!(handle(store, vec![first.clone(), second]).await.is_empty());
    assert!(!is_there(&first_key).await && !is_there(&second_key).await);
    assert!(handle(store, vec![first]).await.is_empty(), "what is gone is gone");
}
