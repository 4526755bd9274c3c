use std::sync::{Arc, Mutex};

use dynoxide::actions::put_item::PutItemRequest;

use super::*;
use crate::state::DataPaths;
use crate::testing::until;

fn put(table: &Table, sk: &str, more: &Value) {
    let mut item = json!({"pk": {"S": "A"}, "sk": {"S": sk}});
    item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let request: PutItemRequest = serde_json::from_value(json!({"TableName": TABLE, "Item": item})).unwrap();
    table.db.put_item(request).unwrap();
}

/// Creates the table like `store`, but without the index, which the stream does not need.
fn open(dir: &std::path::Path) -> Table {
    let table = Table::open(&DataPaths { root: dir.to_owned() }).unwrap();
    if !table.exists() {
        let request = json!({
            "TableName": TABLE,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "S"},
            ],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        });
        table.db.create_table(serde_json::from_value(request).unwrap()).unwrap();
        let expiry = json!({
            "TableName": TABLE,
            "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": true},
        });
        table.db.update_time_to_live(serde_json::from_value(expiry).unwrap()).unwrap();
    }
    table
}

fn follower(dir: &std::path::Path, table: &Table) -> StreamConsumer {
    std::fs::create_dir_all(dir.join("failed")).unwrap();
    StreamConsumer {
        name: "changes",
        table: table.clone(),
        path: dir.join("stream-changes.json"),
        failed: dir.join("failed"),
        others: Vec::new(),
        window: Duration::from_millis(20),
    }
}

/// Returns a handler that records the sort key and kind of every record. It rejects the records named `refuse` the
/// given number of times.
fn noting(seen: &Arc<Mutex<Vec<String>>>, refuse: &'static str, times: u32) -> RecordHandler {
    let seen = Arc::clone(seen);
    let left = Mutex::new(times);
    Arc::new(move |event| {
        let mut failed = Vec::new();
        for record in event.records {
            let value = serde_json::to_value(&record).unwrap();
            let key = value["dynamodb"]["Keys"]["sk"]["S"].as_str().unwrap().to_owned();
            let mut left = left.lock().unwrap();
            if key == refuse && *left > 0 {
                *left -= 1;
                failed.push(record.change.sequence_number.clone().unwrap());
                break;
            }
            seen.lock().unwrap().push(format!("{} {key}", record.event_name));
        }
        Box::pin(async move { Ok(failed) })
    })
}

#[tokio::test]
async fn stream_processing_resumes_after_the_last_processed_record_when_the_server_restarts() {
    let dir = tempfile::tempdir().unwrap();
    let layout = DataPaths { root: dir.path().to_owned() };
    let table = open(dir.path());
    let seen = Arc::new(Mutex::new(Vec::new()));
    put(&table, "1", &json!({}));
    put(&table, "2", &json!({}));
    let worker = tokio::spawn(follower(dir.path(), &table).run(noting(&seen, "", 0)));
    until(|| seen.lock().unwrap().len() == 2 && layout.stream("changes").exists()).await;
    worker.abort();
    // Written while no follower runs. Numbers continue although handled records were deleted.
    put(&table, "3", &json!({}));
    drop(table);

    let table = open(dir.path());
    let worker = tokio::spawn(follower(dir.path(), &table).run(noting(&seen, "", 0)));
    until(|| seen.lock().unwrap().len() >= 3).await;
    put(&table, "4", &json!({}));
    until(|| seen.lock().unwrap().len() >= 4).await;
    worker.abort();
    assert_eq!(*seen.lock().unwrap(), ["INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4"]);
}

#[tokio::test]
async fn a_failed_record_is_retried_and_no_other_record_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let table = open(dir.path());
    for sk in ["1", "2", "3"] {
        put(&table, sk, &json!({}));
    }
    let seen = Arc::new(Mutex::new(Vec::new()));
    let worker = tokio::spawn(follower(dir.path(), &table).run(noting(&seen, "2", 2)));
    until(|| seen.lock().unwrap().len() >= 3).await;
    worker.abort();
    assert_eq!(*seen.lock().unwrap(), ["INSERT 1", "INSERT 2", "INSERT 3"]);
}

#[tokio::test]
async fn s7_fs_2_h20_a_record_that_fails_repeatedly_is_moved_aside_and_the_stream_continues() {
    let dir = tempfile::tempdir().unwrap();
    let table = open(dir.path());
    for sk in ["1", "2"] {
        put(&table, sk, &json!({}));
    }
    let follower = follower(dir.path(), &table);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let deliver = noting(&seen, "1", u32::MAX);
    let letters = || std::fs::read_dir(dir.path().join("failed")).unwrap().flatten().map(|entry| entry.path());
    assert!(follower.step(&deliver, MAX_ATTEMPTS - 2).await.is_err(), "it is tried again");
    assert_eq!(letters().count(), 0);
    assert!(follower.step(&deliver, MAX_ATTEMPTS - 1).await.is_ok());
    let letter: Value = serde_json::from_slice(&std::fs::read(letters().next().unwrap()).unwrap()).unwrap();
    assert_eq!(letter["dynamodb"]["Keys"]["sk"]["S"], "1");
    assert!(follower.step(&deliver, 0).await.is_ok());
    assert_eq!(*seen.lock().unwrap(), ["INSERT 2"]);
}

#[tokio::test]
async fn an_expired_item_appears_in_the_stream_as_deleted_by_the_service() {
    let dir = tempfile::tempdir().unwrap();
    let table = open(dir.path());
    put(&table, "old", &json!({"expires_at": {"N": "1000"}}));
    table.db.sweep_ttl().unwrap();
    let follower = follower(dir.path(), &table);
    let records = follower.read(None, 10).await.unwrap();
    let last = &records.last().unwrap().json;
    assert_eq!(last["eventName"], "REMOVE");
    assert_eq!(last["userIdentity"]["principalId"], "dynamodb.amazonaws.com");
    let event: Event = serde_json::from_value(json!({"Records": [last]})).unwrap();
    assert_eq!(event.records[0].event_name, "REMOVE");
}
