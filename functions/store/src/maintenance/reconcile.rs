//! Nightly check that files match records and counts match the items they count.
//!
//! It finds records without a file, files without a record, and wrong counts. Users upload and delete during the run,
//! so there is no consistent snapshot. Everything that looks wrong is therefore read a second time, and only
//! inconsistencies found both times are reported and, if requested, repaired. Normal operation does not depend on it:
//! transactions keep counts correct, and the stream handler deletes files.

mod counts;
mod repair;
mod scan;

use std::collections::HashSet;

use aws::client::Store;
use model::error::Result;
use model::ids::UserId;
use model::timestamp::Timestamp;
use scan::ScanResult;
use serde::{Deserialize, Serialize};

/// Minimum age in seconds of a file without a record before it counts as an inconsistency. The check of an upload
/// stores the file before the record, and a failed check is repeated within hours.
pub const ORPHAN_GRACE_SECS: u64 = 86_400;

/// Maximum number of inconsistencies listed per kind; the totals include all.
const NAMED: usize = 500;

/// Repairs to make and the minimum age of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ReconcileOptions {
    /// Whether to delete files without a record, move items without a file to the trash and remove references to
    /// missing pictures.
    pub mend_files: bool,
    /// Whether to correct counts and create missing public names.
    pub mend_counts: bool,
    /// Minimum age in seconds of files without a record. A value below one day is only safe if there are no uploads.
    pub young_secs: u64,
    /// Number of files without a record that an operator agreed to delete. If there are more, nothing is repaired.
    pub orphans_max: Option<usize>,
    /// Number of records with a missing file that an operator agreed to change. If there are more, nothing is repaired.
    pub missing_max: Option<usize>,
}

impl Default for ReconcileOptions {
    fn default() -> Self {
        Self {
            mend_files: false,
            mend_counts: false,
            young_secs: ORPHAN_GRACE_SECS,
            orphans_max: None,
            missing_max: None,
        }
    }
}

impl ReconcileOptions {
    /// Returns true if a repair would change more than an operator agreed to.
    fn refuses(&self, found: &Report) -> bool {
        let exceeds = |found: usize, max: Option<usize>| max.is_some_and(|max| found > max);
        self.mend_files && (exceeds(found.orphans, self.orphans_max) || exceeds(found.missing_files, self.missing_max))
    }
}

/// A record whose file is missing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MissingFile {
    /// Key of the record.
    pub record: String,
    /// Key of the file.
    pub file: String,
    /// Severity, by the visibility of the record and the role of the file.
    pub severity: Severity,
}

/// Severity of a missing file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// Users see an item that cannot be opened.
    Visible,
    /// Users see a drawing instead of a picture, or cannot find the words of a file.
    Beside,
    /// The item is in the trash and could not be restored.
    InTrash,
}

/// A wrong count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CounterDrift {
    /// Key of the record with the count.
    pub record: String,
    /// Name of the count.
    pub count: String,
    /// Stored value.
    pub says: u64,
    /// Correct value.
    pub is: u64,
}

/// Result of a reconciliation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Number of files.
    pub files: usize,
    /// Number of files that a record names.
    pub named_files: usize,
    /// Number of records with a missing file, without those in the trash.
    pub missing_files: usize,
    /// Number of files without a record.
    pub orphans: usize,
    /// Number of wrong counts.
    pub miscounts: usize,
    /// True if nothing was repaired, because there is more to change than an operator agreed to.
    #[serde(default)]
    pub refused: bool,
    /// Number of repaired inconsistencies.
    pub mended: usize,
    /// Number of repaired content index entries. The index is only checked when counts are repaired.
    pub register_mended: u32,
    /// The first 500 records with a missing file.
    pub missing: Vec<MissingFile>,
    /// Keys of the first 500 files without a record.
    pub orphaned: Vec<String>,
    /// The first 500 wrong counts.
    pub miscounted: Vec<CounterDrift>,
}

impl Report {
    /// Returns the number of inconsistencies, including repaired ones.
    #[must_use]
    pub fn inconsistency_count(&self) -> usize {
        let register = usize::try_from(self.register_mended).unwrap_or(usize::MAX);
        (self.missing_files + self.orphans + self.miscounts).saturating_add(register)
    }
}

/// Finds inconsistencies and makes the requested repairs, or none if they would change more than an operator agreed to.
/// `users` are all existing accounts. Likes of deleted accounts still count but cannot be found, so a like count is
/// wrong only if it is too low. Idempotent. Cost: lists the whole bucket; reads all courses with their notes and
/// chapters, all shelves, albums and the trash, and 4 ranges per account; twice if an inconsistency is found.
///
/// # Errors
/// `Unavailable`, `Broken`; earlier repairs remain.
pub async fn run(store: &Store, users: &[UserId], options: ReconcileOptions, now: Timestamp) -> Result<Report> {
    let seen = scan::scan(store, users).await?;
    let mut wrong = Wrong::of(&seen, options, now);
    if !wrong.is_nothing() {
        wrong.keep_only(&Wrong::of(&scan::scan(store, users).await?, options, now));
    }
    let mut report = wrong.report();
    report.refused = options.refuses(&report);
    if report.refused {
        return Ok(report);
    }
    if options.mend_files {
        for missing in &wrong.missing {
            report.mended += usize::from(repair::repair_missing_file(store, missing, now).await?);
        }
        for orphan in &wrong.orphans {
            repair::delete_orphan(store, orphan).await?;
            report.mended += 1;
        }
    }
    if options.mend_counts {
        for miscount in &wrong.miscounts {
            report.mended += usize::from(repair::correct_count(store, miscount).await?);
        }
        let rebuilt = crate::content_index::backfill(store).await?;
        report.register_mended = rebuilt.written + rebuilt.removed;
    }
    Ok(report)
}

/// Inconsistencies found in one scan.
#[derive(Debug, Default)]
struct Wrong {
    files: usize,
    named_files: usize,
    missing: Vec<scan::ReferencedFile>,
    orphans: Vec<String>,
    miscounts: Vec<counts::Count>,
}

impl Wrong {
    fn of(seen: &ScanResult, options: ReconcileOptions, now: Timestamp) -> Self {
        let there: HashSet<&str> = seen.files.iter().map(|file| file.key.as_str()).collect();
        let named: HashSet<&str> = seen.referenced.iter().map(|named| named.file.as_str()).collect();
        let old = now.minus_secs(options.young_secs);
        let is_orphan = |key: &str| !named.contains(key) && !seen.ignored_keys.contains(key);
        let orphans = seen.files.iter().filter(|file| file.written_at <= old && is_orphan(&file.key));
        let missing = seen.referenced.iter().filter(|named| named.must_exist() && !there.contains(named.file.as_str()));
        Self {
            files: seen.files.len(),
            named_files: there.intersection(&named).count(),
            orphans: orphans.map(|file| file.key.clone()).collect(),
            missing: missing.cloned().collect(),
            miscounts: seen.counts.iter().filter(|count| count.is_wrong()).cloned().collect(),
        }
    }

    fn is_nothing(&self) -> bool {
        self.missing.is_empty() && self.orphans.is_empty() && self.miscounts.is_empty()
    }

    /// Drops every finding that the other scan lacks or reports differently.
    fn keep_only(&mut self, other: &Self) {
        let missing: HashSet<_> = other.missing.iter().collect();
        let orphans: HashSet<_> = other.orphans.iter().collect();
        let miscounts: HashSet<_> = other.miscounts.iter().collect();
        self.missing.retain(|it| missing.contains(it));
        self.orphans.retain(|it| orphans.contains(it));
        self.miscounts.retain(|it| miscounts.contains(it));
    }

    fn report(&self) -> Report {
        let missing = self.missing.iter().map(scan::ReferencedFile::as_missing);
        Report {
            files: self.files,
            named_files: self.named_files,
            // Trashed items are hidden from users and expire automatically.
            missing_files: missing.clone().filter(|missing| missing.severity != Severity::InTrash).count(),
            orphans: self.orphans.len(),
            miscounts: self.miscounts.len(),
            missing: missing.take(NAMED).collect(),
            orphaned: self.orphans.iter().take(NAMED).cloned().collect(),
            miscounted: self.miscounts.iter().take(NAMED).map(counts::Count::as_drift).collect(),
            ..Report::default()
        }
    }
}
