//! Reconciles files with records, and counts with the items they count. Runs every night and on demand.

use serde::{Deserialize, Serialize};
use store::reconcile::{self, ReconcileOptions, Report};
use store::{Error, Result, Store, Timestamp, listening, notices, users};

use super::catalogue;

/// Maximum number of recordings whose preparation one run requests. With the default concurrency of `prepare`, 5,
/// preparing 500 hours of sound takes about 100 minutes. Lambda discards events that wait for 6 hours.
const PREPARED_PER_RUN: usize = 500;

/// Event that starts a reconciliation, for example `{"reconcile": {"mendCounts": true}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Options of the run.
    pub reconcile: ReconcileOptions,
}

/// Handles notices of copyright, removes replaced catalogue files, requests the preparation of recordings that
/// are not prepared for listening, scans for inconsistencies, repairs those selected in `options`, and logs the numbers.
/// An alarm watches `wrong`, which includes repaired inconsistencies, so that they are noticed.
///
/// # Errors
/// As [`reconcile::run`]; if the user pool cannot list the accounts; and, after all other work, if copies could not be
/// restored or a decision could not be announced.
pub async fn run(store: &Store, options: ReconcileOptions) -> Result<Report> {
    // Do this first, because the law sets the deadline.
    let handled = notices::run_nightly(store, Timestamp::now()).await;
    tracing::info!(?handled, "handled notices of copyright");
    let users = users::list_user_ids(store).await.map_err(|error| Error::Unavailable(Box::new(error)))?;
    // Publishing deletes replaced files only after a change, so on a quiet day this is the only cleanup.
    let replaced = catalogue::remove_replaced_files(store, Timestamp::now()).await?;
    tracing::info!(replaced, "removed replaced files of the catalogue");
    let requested = listening::request_missing(store, PREPARED_PER_RUN).await?;
    tracing::info!(requested, "requested the preparation of recordings for listening");
    let report = reconcile::run(store, &users, options, Timestamp::now()).await?;
    let Report { files, missing_files, orphans, miscounts, mended, register_mended, .. } = report;
    let wrong = report.inconsistency_count();
    tracing::info!(wrong, files, missing_files, orphans, miscounts, mended, register_mended, "reconciled");
    if wrong > 0 {
        // Log the whole report, because a nightly run has no caller who reads the response.
        let text = serde_json::to_string(&report).unwrap_or_default();
        tracing::warn!(report = text, "files, records and counts were not true to each other");
    }
    // Report a failed step only now: it must not prevent the other work, but it must be noticed.
    handled?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reconcile_options_are_read_from_the_event_and_unknown_fields_are_rejected() {
        let asked: Asked = serde_json::from_value(json!({"reconcile": {"mendCounts": true}})).unwrap();
        assert_eq!(asked.reconcile, ReconcileOptions { mend_counts: true, ..ReconcileOptions::default() });
        assert!(serde_json::from_value::<Asked>(json!({"reconcile": {"mendcounts": true}})).is_err());
    }
}
