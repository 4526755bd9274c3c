//! The log of what administrators do.

use store::audit::{self, AuditEntry};
use store::{Store, Timestamp};

use crate::http::auth::caller::Caller;
use crate::http::problem::Problem;

/// Writes down what an administrator did. Called after it was done and before it is answered, so that
/// whoever gets an answer is in the log.
pub(crate) async fn record(
    store: &Store,
    caller: &Caller,
    action: &str,
    target: impl ToString,
    before: Option<String>,
    after: Option<String>,
) -> Result<(), Problem> {
    let entry = AuditEntry::new(caller.uid.clone(), action, target.to_string(), Timestamp::now());
    Ok(audit::append(store, &AuditEntry { before, after, ..entry }).await?)
}
