use store::review_log::{self, NewBatch, ReviewBatch, StudyMemory, StudySettings};
use store::{Store, export, keys};
use wasm_core::study::{Action, CardKey, PARAMETERS, Rating, ReviewEvent};

use crate::support::{at, empty_store, student, uid};

/// Time of `at(0)` in milliseconds.
const NOW_MS: u64 = 1_790_000_000_000;

fn session(device: u64, count: u32) -> Vec<ReviewEvent> {
    (0..count)
        .map(|sequence| ReviewEvent {
            device,
            sequence,
            card: CardKey(0x0192_5000_0000_0000_0000_0000_0000_0000 + u128::from(sequence)),
            when_ms: NOW_MS + u64::from(sequence) * 9000,
            zone_minutes: -240,
            action: Action::Review { rating: Rating::Good, took_ms: 6000 },
        })
        .collect()
}

async fn append(store: &Store, owner: &str, events: &[ReviewEvent], secs: i64) {
    review_log::append(store, &uid(owner), NewBatch::of(events).unwrap(), at(secs)).await.unwrap();
}

async fn log(store: &Store, owner: &str) -> Vec<ReviewBatch> {
    since(store, owner, 0).await
}

async fn since(store: &Store, owner: &str, since_ms: u64) -> Vec<ReviewBatch> {
    review_log::list(store, &uid(owner), since_ms, None, 100).await.unwrap().items
}

#[tokio::test]
async fn a_review_batch_is_stored_once_and_readable_by_its_owner_only() {
    let store = empty_store().await;
    let (earlier, later) = (session(7, 3), session(8, 20));
    append(&store, "a", &later, 5).await;
    append(&store, "a", &earlier, 6).await;
    append(&store, "a", &earlier, 99).await;
    let batches = log(&store, "a").await;
    assert_eq!(batches.iter().map(|batch| batch.decode().unwrap()).collect::<Vec<_>>(), [earlier, later]);
    assert_eq!(batches[0].received_at, at(6), "the first time counts");
    assert!(log(&store, "b").await.is_empty());
}

#[tokio::test]
async fn reading_the_review_log_since_a_time_returns_all_events_received_later_whenever_they_occurred() {
    let store = empty_store().await;
    append(&store, "a", &session(7, 20), 5).await;
    let day_secs = 24 * 60 * 60;
    let late: Vec<ReviewEvent> = session(8, 3);
    append(&store, "a", &late, day_secs).await;
    append(&store, "a", &late, day_secs + 60).await;
    let at_ms = |secs: u64| NOW_MS + secs * 1000;
    let read = since(&store, "a", at_ms(6)).await;
    assert_eq!(read.iter().map(|batch| batch.decode().unwrap()).collect::<Vec<_>>(), [late.clone(), late], "once more");
    assert_eq!(since(&store, "a", at_ms(5)).await.len(), 3);
    assert!(since(&store, "a", at_ms(24 * 60 * 60 + 61)).await.is_empty());
}

#[tokio::test]
async fn a_full_batch_of_review_events_costs_one_write_unit() {
    let store = empty_store().await;
    append(&store, "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0", &session((1 << 53) - 1, 30), 0).await;
    let batch = &log(&store, "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0").await[0];
    let key = keys::review_log::batch(&uid("0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"), NOW_MS, (1 << 53) - 1, 0);
    // Names and values of all attributes, as DynamoDB measures them.
    let texts =
        ["pk", "sk", "facts", "received_at", "entity", "schema", "study_batch", "2026-09-21T14:13:20.000Z", "1"];
    let bytes = key.pk.len() + key.sk.len() + batch.events.len() + texts.iter().map(|text| text.len()).sum::<usize>();
    assert!(bytes + 21 <= 1024, "{bytes}");
}

#[tokio::test]
async fn study_settings_have_defaults_until_they_are_set() {
    let store = empty_store().await;
    let usual = StudySettings { new_a_day: 20, reviews_a_day: 200, retention_percent: 90, memory: None };
    assert_eq!(review_log::get_settings(&store, &uid("a")).await.unwrap(), usual);
    let mine = StudySettings { new_a_day: 5, ..usual };
    review_log::set_settings(&store, &uid("a"), mine, None).await.unwrap();
    assert_eq!(review_log::get_settings(&store, &uid("a")).await.unwrap(), mine);
    assert_eq!(review_log::get_settings(&store, &uid("b")).await.unwrap(), usual);
}

#[tokio::test]
async fn study_settings_changed_on_two_devices_are_merged() {
    let store = empty_store().await;
    let usual = review_log::get_settings(&store, &uid("a")).await.unwrap();
    let set = async |wanted| review_log::set_settings(&store, &uid("a"), wanted, Some(usual)).await.unwrap();
    set(StudySettings { new_a_day: 5, ..usual }).await;
    let both = set(StudySettings { reviews_a_day: 50, ..usual }).await;
    assert_eq!(both, StudySettings { new_a_day: 5, reviews_a_day: 50, ..usual });
    let parameters = Some([0.5; PARAMETERS]);
    let memory =
        Some(StudyMemory { parameters, fitted_ms: NOW_MS, reviews: 400, default_loss: 0.3512, own_loss: 0.3107 });
    let fitted = set(StudySettings { memory, ..usual }).await;
    assert_eq!(fitted, StudySettings { memory, ..both });
    let later = set(StudySettings { retention_percent: 85, ..usual }).await;
    assert_eq!(later, StudySettings { retention_percent: 85, ..fitted });
    assert_eq!(review_log::get_settings(&store, &uid("a")).await.unwrap(), later);
}

#[tokio::test]
async fn the_export_contains_review_events() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    append(&store, "a", &session(7, 2), 0).await;
    let all = export::page(&store, &uid("a"), None).await.unwrap().items;
    let studied = all.iter().find(|each| each.kind.name() == "studying").unwrap();
    assert_eq!(studied.data["events"][1]["action"], "good");
    assert_eq!(studied.data["events"][1]["cardId"], session(7, 2)[1].card.to_string());
}
