//! Reports by students of notes, recordings and study cards.
//!
//! All reports of one item form one case. An administrator closes it by dismissing it or by taking the item down. A
//! report after that starts a new round and opens the case again.

use aws::client::Store;
use aws::codec::{self, Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::ids::{ChapterId, UserId};
use model::keys::{self, GSI1_PK, GSI1_SK};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits;

use crate::personal::{ExportContext, UserData};

pub use model::kind::ReportTarget;

/// Retention of a report and of a closed case in seconds.
const KEPT_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// Stored as the reporter after the reporter's account was deleted.
const NOBODY: &str = "deleted";

/// The reason of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// The item belongs to another author, who has not permitted it.
    Copyright,
    /// The content is incorrect.
    Wrong,
    /// The item belongs in another course, shelf or album.
    Misplaced,
    /// The file cannot be opened, read or played.
    Broken,
    /// The content is offensive.
    Offensive,
    /// Another reason, described in the text.
    Other,
}

/// One student's report of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Reason that the student selected.
    pub reason: ReportReason,
    /// The student's explanation, possibly empty.
    pub text: String,
    /// User who reported the item.
    pub reporter: UserId,
    /// Name of the reporter at the time of the report.
    pub reporter_name: String,
    /// Time of the report.
    pub reported_at: Timestamp,
    /// Unix time in seconds after which the table deletes the report.
    pub expires_at: i64,
}

impl Entity for Report {
    const ENTITY: &'static str = "report";
}

/// A report as its author exports it, read from the index.
#[derive(Debug, Deserialize)]
pub(crate) struct ExportedReport {
    reason: ReportReason,
    text: String,
    reported_at: Timestamp,
    /// Index key: the time, then kind and id of the reported item.
    gsi1sk: String,
}

impl Entity for ExportedReport {
    const ENTITY: &'static str = Report::ENTITY;
    const SCHEMA: u32 = Report::SCHEMA;
}

impl UserData for ExportedReport {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let what = self.gsi1sk.split_once('#').map_or("", |(_, what)| what);
        Ok(Some(json!({ "reason": self.reason, "text": self.text, "reportedAt": self.reported_at, "what": what })))
    }

    /// Removes the name of a student whose account is deleted from all reports. The reports stay and still count.
    /// Cost: 1 index read; 1 write and 1 index write per report.
    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        let range = keys::report::of_reporter(owner);
        for item in table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await? {
            let update = Update::of(codec::key_of(&item)?)
                .set("reporter", NOBODY)
                .set("reporter_name", limits::ANONYMOUS)
                .remove(GSI1_PK)
                .remove(GSI1_SK)
                .when(exists());
            update.apply(store).await?;
        }
        Ok(())
    }
}

/// The reported item as it was at the last report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedItem {
    /// Title.
    pub title: String,
    /// Course code, shelf or album that contains the item.
    pub place: String,
    /// Chapter of a study card; `None` for other items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<ChapterId>,
}

/// All reports of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The reported item.
    pub target: ReportTarget,
    /// Title and location of the item.
    pub about: ReportedItem,
    /// Number of students who reported the item in this round; 0 once an administrator has decided.
    pub reports: u32,
    /// Number of decisions made so far.
    pub round: u32,
    /// Time of the first report in this round.
    pub first_reported_at: Timestamp,
    /// Time of the last report.
    pub last_reported_at: Timestamp,
    /// Number of writes so far. A write is conditional on the number that was read.
    version: u32,
    /// Unix time in seconds after which the table deletes the case; only set once it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

impl Entity for Case {
    const ENTITY: &'static str = "report_case";
}

/// Result of filing a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOutcome {
    /// The report was added to the queue.
    Filed,
    /// This student's report of this item was already in the queue. Nothing changed.
    AlreadyFiled,
}

/// Reports an item. Repeating the report before a decision changes nothing. The caller checks that the item exists.
/// Conditions: no open report by this student; the case is unchanged since it was read. Cost: 1 to 2 reads, 4 writes, 3
/// index writes.
pub async fn create(store: &Store, target: ReportTarget, about: &ReportedItem, report: &Report) -> Result<FileOutcome> {
    let mut retry = Retry::new();
    loop {
        let seen = find(store, target).await?;
        let after = one_more(seen.as_ref(), target, about, report.reported_at);
        let key = keys::report::of_student(target, after.round, &report.reporter);
        if after.reports > 1 && table::find::<Report>(store, key.clone()).await?.is_some() {
            return Ok(FileOutcome::AlreadyFiled);
        }
        let mut transaction = Transaction::default();
        let listed = keys::report::reporter_index_key(&report.reporter, report.reported_at, target);
        let put = Put::of(report, key).with_index_key(listed).when(absent());
        transaction.add("report", put);
        write(&mut transaction, target, &after, seen.as_ref());
        match transaction.run(store).await? {
            Outcome::Done => return Ok(FileOutcome::Filed),
            outcome if outcome.refused("report") => return Ok(FileOutcome::AlreadyFiled),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Returns a report with its time and expiry filled in.
#[must_use]
pub fn new_report(
    reporter: UserId,
    reporter_name: String,
    reason: ReportReason,
    text: String,
    now: Timestamp,
) -> Report {
    let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
    Report { reason, text, reporter, reporter_name, reported_at: now, expires_at }
}

/// Returns the case of an item, open or closed. Cost: 1 read.
pub async fn find(store: &Store, target: ReportTarget) -> Result<Option<Case>> {
    table::find(store, keys::report::primary(target)).await
}

/// Returns one page of the open cases, most reported first. Cost: 1 index read.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_open(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Case>> {
    table::page(store, &keys::report::undecided(), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// Returns the reports of an item since the last decision, newest first. Cost: 2 reads.
///
/// # Errors
/// `NotFound(Report)` when the item has no open case.
pub async fn list_for_item(store: &Store, target: ReportTarget) -> Result<Vec<Report>> {
    let case =
        find(store, target).await?.filter(|case| case.reports > 0).ok_or(Error::NotFound(ResourceKind::Report))?;
    let range = keys::report::of_round(target, case.round);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await?;
    let mut reports: Vec<Report> = items.into_iter().map(decode).collect::<Result<_>>()?;
    reports.sort_by_key(|report| std::cmp::Reverse(report.reported_at));
    Ok(reports)
}

/// Closes a case and returns it as it was before. Condition: the case is unchanged since it was read. Cost: 1 read, 2
/// writes, 1 index write.
///
/// # Errors
/// `NotFound(Report)` when the item has no open case.
pub async fn close(store: &Store, target: ReportTarget, now: Timestamp) -> Result<Case> {
    let mut retry = Retry::new();
    loop {
        let seen =
            find(store, target).await?.filter(|case| case.reports > 0).ok_or(Error::NotFound(ResourceKind::Report))?;
        let after = Case {
            reports: 0,
            round: seen.round + 1,
            version: seen.version + 1,
            expires_at: Some(now.plus_secs(KEPT_SECS).epoch_secs()),
            ..seen.clone()
        };
        let mut transaction = Transaction::default();
        write(&mut transaction, target, &after, Some(&seen));
        if transaction.run(store).await? == Outcome::Done {
            return Ok(seen);
        }
        retry.wait().await?;
    }
}

fn one_more(seen: Option<&Case>, target: ReportTarget, about: &ReportedItem, now: Timestamp) -> Case {
    let about = about.clone();
    match seen {
        None => Case {
            target,
            about,
            reports: 1,
            round: 0,
            first_reported_at: now,
            last_reported_at: now,
            version: 1,
            expires_at: None,
        },
        Some(seen) => Case {
            about,
            reports: seen.reports + 1,
            first_reported_at: if seen.reports == 0 { now } else { seen.first_reported_at },
            last_reported_at: now,
            version: seen.version + 1,
            expires_at: None,
            ..seen.clone()
        },
    }
}

/// Writes a case on condition that it is unchanged since it was read. Only open cases are listed.
fn write(transaction: &mut Transaction, target: ReportTarget, case: &Case, seen: Option<&Case>) {
    let listed = (case.reports > 0).then(|| keys::report::index_key(case.reports, target));
    let same = match seen {
        None => absent(),
        Some(seen) => attribute("version").is(seen.version),
    };
    transaction.add("case", Put::of(case, keys::report::primary(target)).with_optional_index_key(listed).when(same));
}
