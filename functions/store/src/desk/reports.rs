//! What students report: notes, recordings and study cards that should not be as they are, or not be at all.
//!
//! Reports of one thing are one case, which an administrator ends by dismissing it or by taking the thing down. Then a
//! new round begins, and whoever reports the thing again opens the case again.

use aws::client::Store;
use aws::codec::{self, Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Error, Noun, Result};
use model::ids::{ChapterId, UserId};
use model::keys::{self, GSI1_PK, GSI1_SK};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits;

pub use model::kind::ReportTarget;

/// Seconds that a report is kept, decided or not.
const KEPT_SECS: u64 = limits::AUDIT_DAYS as u64 * 86_400;

/// Who reported something and has deleted the account since.
const NOBODY: &str = "deleted";

/// Why something is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// Somebody else owns it and has not allowed it.
    Copyright,
    /// It says what is not so.
    Wrong,
    /// It belongs elsewhere.
    Misplaced,
    /// It cannot be opened, read or heard.
    Broken,
    /// It hurts people.
    Offensive,
    /// Something else, which the text says.
    Other,
}

/// What one student said of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Why.
    pub reason: ReportReason,
    /// In the student's words, possibly empty.
    #[serde(default)]
    pub text: String,
    /// Who.
    pub reporter: UserId,
    /// The name that was shown for the reporter then.
    pub reporter_name: String,
    /// When.
    pub reported_at: Timestamp,
    /// Second since 1970 after which the table drops it.
    pub expires_at: i64,
}

impl Entity for Report {
    const ENTITY: &'static str = "report";
    const SCHEMA: u32 = 1;
}

/// What is reported, as it was called when it was last reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// Title.
    pub title: String,
    /// Where it is: a course code, a shelf, an album.
    pub place: String,
    /// Of a study card: the chapter that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<ChapterId>,
}

/// Everything that was reported of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// What is reported.
    pub target: ReportTarget,
    /// What it is called and where it is.
    pub about: Reported,
    /// How many students report it; 0 when an administrator has decided.
    pub reports: u32,
    /// Goes up with every decision.
    pub round: u32,
    /// When it was first reported in this round.
    pub first_reported_at: Timestamp,
    /// When it was last reported.
    pub last_reported_at: Timestamp,
    /// Goes up with every write.
    version: u32,
    /// Second since 1970 after which the table drops it; only once decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

impl Entity for Case {
    const ENTITY: &'static str = "report_case";
    const SCHEMA: u32 = 1;
}

/// What reporting did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filed {
    /// The report is in the queue.
    Now,
    /// This student's report of this thing was in the queue already; nothing changed.
    Before,
}

/// Reports a thing; reporting it again before anybody has decided changes nothing. Whether it is there, the caller
/// knows. Conditions: no open report of this student, the case is as we read it. 1 to 2 reads, 4 writes, 3 in the index.
///
/// # Errors
/// `Conflict(Changed)` when the case kept changing under us.
pub async fn file(store: &Store, target: ReportTarget, about: &Reported, report: &Report) -> Result<Filed> {
    let mut retry = Retry::new();
    loop {
        let seen = find(store, target).await?;
        let after = one_more(seen.as_ref(), target, about, report.reported_at);
        let key = keys::report::of_student(target, after.round, &report.reporter);
        if after.reports > 1 && table::find::<Report>(store, key.clone()).await?.is_some() {
            return Ok(Filed::Before);
        }
        let mut transaction = Transaction::default();
        let listed = keys::report::listed_for(&report.reporter, report.reported_at, target);
        let put = Put::of(report, key).listed(listed).when(absent());
        transaction.add("report", put);
        write(&mut transaction, target, &after, seen.as_ref());
        match transaction.run(store).await? {
            Outcome::Done => return Ok(Filed::Now),
            outcome if outcome.refused("report") => return Ok(Filed::Before),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// A report with everything that follows from the time.
#[must_use]
pub fn report(reporter: UserId, reporter_name: String, reason: ReportReason, text: String, now: Timestamp) -> Report {
    let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
    Report { reason, text, reporter, reporter_name, reported_at: now, expires_at }
}

/// The case of one thing, decided or not. 1 read.
pub async fn find(store: &Store, target: ReportTarget) -> Result<Option<Case>> {
    table::find(store, keys::report::primary(target)).await
}

/// One page of the open cases, most reported first. 1 read in the index.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_open(store: &Store, cursor: Option<&Cursor>, limit: u32) -> Result<Page<Case>> {
    table::page(store, &keys::report::open(), Order::Descending, Consistency::Eventual, cursor, limit).await
}

/// What all said of a thing since the last decision, newest first. 2 reads.
///
/// # Errors
/// `NotFound(Report)` when nothing is open.
pub async fn list_of(store: &Store, target: ReportTarget) -> Result<Vec<Report>> {
    let case = find(store, target).await?.filter(|case| case.reports > 0).ok_or(Error::NotFound(Noun::Report))?;
    let range = keys::report::of_round(target, case.round);
    let items = table::query_all(store, &range, Order::Ascending, Consistency::Eventual).await?;
    let mut reports: Vec<Report> = items.into_iter().map(decode).collect::<Result<_>>()?;
    reports.sort_by_key(|report| std::cmp::Reverse(report.reported_at));
    Ok(reports)
}

/// Takes a case out of the queue: somebody has decided. Answers with it as it was. Condition: it is as we read it.
/// 1 read, 2 writes and 1 in the index.
///
/// # Errors
/// `NotFound(Report)` when nothing is open; `Conflict(Changed)` when it kept changing under us.
pub async fn close(store: &Store, target: ReportTarget, now: Timestamp) -> Result<Case> {
    let mut retry = Retry::new();
    loop {
        let seen = find(store, target).await?.filter(|case| case.reports > 0).ok_or(Error::NotFound(Noun::Report))?;
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

/// Takes a student who is leaving off all reports: they stay and count, without the name. Done again it changes nothing.
/// 1 read in the index, 1 write and 1 in the index for each report.
pub async fn forget(store: &Store, owner: &UserId) -> Result<()> {
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

fn one_more(seen: Option<&Case>, target: ReportTarget, about: &Reported, now: Timestamp) -> Case {
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

/// Writes a case, listed while it is open, on condition that it is still what we saw.
fn write(transaction: &mut Transaction, target: ReportTarget, case: &Case, seen: Option<&Case>) {
    let listed = (case.reports > 0).then(|| keys::report::listed(case.reports, target));
    let same = match seen {
        None => absent(),
        Some(seen) => attribute("version").is(seen.version),
    };
    transaction.add("case", Put::of(case, keys::report::primary(target)).listed_if(listed).when(same));
}
