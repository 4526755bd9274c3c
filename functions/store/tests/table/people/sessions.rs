use store::ids::SessionSecret;
use store::sessions::{self, Session};
use store::{SessionId, Store, Timestamp};
use wasm_core::limits::SESSIONS_MAX;

use crate::support::{at, empty_store, uid};

async fn begin(store: &Store, owner: &str, device: &str, now: Timestamp) -> SessionId {
    let id = SessionSecret::generate().id();
    sessions::add(store, &uid(owner), &Session::new(id.clone(), device.into(), now)).await.unwrap();
    id
}

async fn listed(store: &Store, owner: &str, now: Timestamp) -> Vec<String> {
    sessions::list(store, &uid(owner), now).await.unwrap().into_iter().map(|session| session.device).collect()
}

#[tokio::test]
async fn s7_auth_6_a_session_is_valid_until_it_is_ended() {
    let store = empty_store().await;
    let here = begin(&store, "a", "Firefox on Windows", at(0)).await;
    let there = begin(&store, "a", "Safari on iPhone", at(60)).await;
    let others = begin(&store, "b", "Chrome on Mac", at(60)).await;
    assert_eq!(listed(&store, "a", at(60)).await, ["Safari on iPhone", "Firefox on Windows"]);
    let touch = async |owner: &str, id: &SessionId, now| sessions::touch(&store, &uid(owner), id, now).await.unwrap();
    assert!(touch("a", &here, at(61)).await && touch("a", &there, at(61)).await);
    assert!(!touch("a", &others, at(61)).await, "a session belongs to one person");

    sessions::end(&store, &uid("a"), &there).await.unwrap();
    sessions::end(&store, &uid("a"), &there).await.unwrap();
    assert!(!touch("a", &there, at(63)).await);
    assert!(!touch("a", &there, at(9000)).await, "being used does not bring it back");
    assert!(touch("a", &here, at(63)).await && touch("b", &others, at(63)).await);
    assert_eq!(listed(&store, "a", at(63)).await, ["Firefox on Windows"]);
}

#[tokio::test]
async fn s7_auth_6_last_use_of_a_session_is_stored_at_most_once_an_hour() {
    let store = empty_store().await;
    let id = begin(&store, "a", "Firefox on Windows", at(0)).await;
    let used = async |now| {
        assert!(sessions::touch(&store, &uid("a"), &id, now).await.unwrap());
        let session = sessions::list(&store, &uid("a"), now).await.unwrap().swap_remove(0);
        assert_eq!(session.began_at, at(0));
        session.used_at
    };
    assert_eq!(used(at(3599)).await, at(0));
    assert_eq!(used(at(3600)).await, at(3600));
    assert_eq!(used(at(7000)).await, at(3600));
    let over = at(31 * 86_400);
    assert!(listed(&store, "a", over).await.is_empty(), "the table may drop it later");
}

#[tokio::test]
async fn s7_auth_6_ending_all_other_sessions_takes_effect_immediately() {
    let store = empty_store().await;
    let here = begin(&store, "a", "Firefox on Windows", at(0)).await;
    for second in 1..30 {
        begin(&store, "a", "Chrome on Linux", at(second)).await;
    }
    begin(&store, "b", "Chrome on Mac", at(0)).await;
    sessions::end_others(&store, &uid("a"), Some(&here)).await.unwrap();
    assert_eq!(listed(&store, "a", at(40)).await, ["Firefox on Windows"]);
    sessions::end_others(&store, &uid("a"), None).await.unwrap();
    assert!(listed(&store, "a", at(41)).await.is_empty());
    assert_eq!(listed(&store, "b", at(41)).await, ["Chrome on Mac"]);
}

#[tokio::test]
async fn s7_auth_6_the_least_recently_used_sessions_end_when_a_user_has_too_many() {
    let store = empty_store().await;
    let oldest = begin(&store, "a", "the oldest", at(0)).await;
    begin(&store, "a", "the second", at(1)).await;
    for number in 2..SESSIONS_MAX {
        begin(&store, "a", "another", at(i64::try_from(number).unwrap())).await;
    }
    assert!(sessions::touch(&store, &uid("a"), &oldest, at(4000)).await.unwrap());
    begin(&store, "a", "one more", at(4001)).await;
    let devices = listed(&store, "a", at(4001)).await;
    assert_eq!((devices.len(), devices[0].as_str(), devices[1].as_str()), (SESSIONS_MAX, "one more", "the oldest"));
    assert!(!devices.contains(&"the second".to_owned()));
}
