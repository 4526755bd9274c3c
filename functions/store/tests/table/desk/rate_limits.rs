use store::rate_limit::{self, RateLimit};
use store::{Error, Store, Timestamp};

use crate::support::{at, empty_store};

const RULE: RateLimit = RateLimit { name: "tries", max: 2, window_secs: 60 };

/// Reserves an attempt. Returns the seconds to wait if it is refused, or `None`.
async fn reserve_attempt(store: &Store, who: &str, now: Timestamp) -> Option<u32> {
    match rate_limit::reserve_attempt(store, &RULE, who, now).await {
        Ok(()) => None,
        Err(Error::RateLimited { retry_after_secs }) => Some(retry_after_secs),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn failed_attempts_count_until_one_window_has_passed_since_the_last_failure() {
    let store = empty_store().await;
    assert_eq!(reserve_attempt(&store, "a", at(0)).await, None);
    assert_eq!(reserve_attempt(&store, "a", at(59)).await, None, "the first one still counts");
    assert_eq!(reserve_attempt(&store, "a", at(118)).await, Some(1));
    assert_eq!(reserve_attempt(&store, "b", at(118)).await, None, "others have their own");
    // The refused attempt was not counted, so it does not extend the wait.
    assert_eq!(reserve_attempt(&store, "a", at(119)).await, None);
    assert_eq!(reserve_attempt(&store, "a", at(119)).await, None);
    assert_eq!(reserve_attempt(&store, "a", at(119)).await, Some(60));
}

#[tokio::test]
async fn a_successful_attempt_clears_failures_and_an_attempt_without_a_result_is_not_counted() {
    let store = empty_store().await;
    for _ in 0..3 {
        assert_eq!(reserve_attempt(&store, "a", at(0)).await, None);
        rate_limit::cancel_attempt(&store, &RULE, "a").await.unwrap();
    }
    assert_eq!(reserve_attempt(&store, "a", at(0)).await, None);
    assert_eq!(reserve_attempt(&store, "a", at(0)).await, None);
    assert_eq!(reserve_attempt(&store, "a", at(0)).await, Some(60), "what counted before an outage counts after it");
    rate_limit::record_success(&store, &RULE, "a").await.unwrap();
    assert_eq!(reserve_attempt(&store, "a", at(0)).await, None);
    // Without earlier failures, the count does not change.
    rate_limit::cancel_attempt(&store, &RULE, "c").await.unwrap();
    assert_eq!(reserve_attempt(&store, "c", at(0)).await, None);
}
