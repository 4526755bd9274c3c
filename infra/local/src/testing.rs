//! Test helper that waits for a condition.

use std::time::Duration;

/// Returns when `condition` holds; panics after ten seconds.
#[track_caller]
pub(crate) fn until(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    let caller = std::panic::Location::caller();
    async move {
        let wait = async {
            while !condition() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(tokio::time::timeout(Duration::from_secs(10), wait).await.is_ok(), "never true: {caller}");
    }
}
