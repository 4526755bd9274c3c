//! Once a night, and whenever somebody asks: are files and records true to each other, and counts to what they count?

use serde::{Deserialize, Serialize};
use store::reconcile::{self, Options, Report};
use store::{Error, Result, Store, Timestamp, users};

use crate::catalogue;

/// The event that asks for it, beside those of the stream: `{"reconcile": {"mendCounts": true}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// What to do.
    pub reconcile: Options,
}

/// Removes what was replaced in the catalogue, looks, mends what it is asked to, and writes the numbers into the log, where an alarm watches `wrong`. What was mended
/// counts too: somebody should know that it happens.
///
/// # Errors
/// As [`reconcile::run`], and when the user pool cannot say who has an account.
pub async fn run(store: &Store, options: Options) -> Result<Report> {
    let users = users::everybody(store).await.map_err(|error| Error::Unavailable(Box::new(error)))?;
    // No record names published files, so nobody else removes those that were replaced before a quiet day.
    let replaced = catalogue::remove_replaced(store, Timestamp::now()).await?;
    tracing::info!(replaced, "removed replaced files of the catalogue");
    let report = reconcile::run(store, &users, options, Timestamp::now()).await?;
    let Report { files, missing_files, orphans, miscounts, mended, register_mended, pictures_named, .. } = report;
    let wrong = report.wrong();
    tracing::info!(
        wrong,
        files,
        missing_files,
        orphans,
        miscounts,
        mended,
        register_mended,
        pictures_named,
        "reconciled"
    );
    if wrong > 0 {
        // All of it, because nobody waits for the answer of a nightly run.
        let text = serde_json::to_string(&report).unwrap_or_default();
        tracing::warn!(report = text, "files, records and counts were not true to each other");
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_read_from_the_event_and_unknown_fields_are_rejected() {
        let asked: Asked = serde_json::from_value(json!({"reconcile": {"mendCounts": true}})).unwrap();
        assert_eq!(asked.reconcile, Options { mend_counts: true, ..Options::default() });
        assert!(serde_json::from_value::<Asked>(json!({"reconcile": {"mendcounts": true}})).is_err());
    }
}
