use store::account::{self, ClosedReason};
use store::ids::SessionSecret;
use store::sessions::{self, Session};

use crate::support::{at, empty_store, student, uid};

#[tokio::test]
async fn s6_adm_33_a_block_ends_all_sessions_and_lasts_until_it_is_removed() {
    let store = empty_store().await;
    let id = SessionSecret::generate().id();
    sessions::add(&store, &uid("a"), &Session::new(id.clone(), "Firefox on Windows".into(), at(0))).await.unwrap();
    assert_eq!(account::closed_reason(&store, &uid("a")).await.unwrap(), None);

    account::block(&store, &uid("a"), at(60)).await.unwrap();
    account::block(&store, &uid("a"), at(90)).await.unwrap();
    let blocked = account::find_block(&store, &uid("a")).await.unwrap();
    assert_eq!(blocked.map(|blocked| blocked.blocked_at), Some(at(60)), "the first block stays");
    assert_eq!(account::closed_reason(&store, &uid("a")).await.unwrap(), Some(ClosedReason::Blocked));
    assert_eq!(account::closed_reason(&store, &uid("b")).await.unwrap(), None, "a block belongs to one account");
    assert!(!sessions::touch(&store, &uid("a"), &id, at(91)).await.unwrap());

    account::unblock(&store, &uid("a")).await.unwrap();
    account::unblock(&store, &uid("a")).await.unwrap();
    assert_eq!(account::closed_reason(&store, &uid("a")).await.unwrap(), None);
    assert!(!sessions::touch(&store, &uid("a"), &id, at(92)).await.unwrap(), "ended sessions stay ended");
}

#[tokio::test]
async fn s6_adm_33_a_blocked_account_that_is_then_deleted_is_reported_as_deleted() {
    let store = empty_store().await;
    let left = student(&store, "a", Some("Amara")).await;
    account::block(&store, &left.uid, at(60)).await.unwrap();
    account::begin_deletion(&store, &left.uid, &left.email, at(61)).await.unwrap();
    assert_eq!(account::closed_reason(&store, &left.uid).await.unwrap(), Some(ClosedReason::Deleted));
}
