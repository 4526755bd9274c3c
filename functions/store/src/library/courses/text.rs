//! Creates courses and edits their text, one at a time or many at once. Counts are never changed here.

use std::collections::HashMap;

use aws::client::Store;
use aws::expression::absent;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::course::CourseCode;
use wasm_core::limits;

use super::visibility::hidden_marker;
use super::{Course, find, find_many, get, is_not_merging};
use crate::library::content::has_version;
use crate::library::merges;

/// The validated text of a course as an administrator sets it, without counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseDraft {
    /// Canonical code.
    pub code: CourseCode,
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
}

/// One row of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    /// Text of the course.
    pub draft: CourseDraft,
    /// Text that the row may replace.
    pub replaces: ReplacePolicy,
}

/// The text of an existing course that an import may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacePolicy {
    /// None: the row only creates a course.
    Nothing,
    /// The text of this version, which the administrator saw.
    Version(u32),
    /// Any text.
    AnyVersion,
}

/// Result of importing one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportOutcome {
    /// The course was created.
    Created,
    /// The text of the course was changed.
    Updated,
    /// The course already had this text.
    Unchanged,
    /// The course has another text than the row may replace. It was not changed.
    Different(Box<Course>),
    /// The course was merged into another one, so the row was skipped.
    Merged,
}

/// An administrator's edit of the text of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseEdit {
    /// Title.
    pub title: String,
    /// Description, possibly empty.
    pub description: String,
    /// Version that the administrator saw.
    pub version: u32,
}

/// Creates a course. Conditions: no course has this code, and none with this code was merged. Cost: 4 writes, 1 index
/// write, 1 read.
///
/// # Errors
/// `Conflict(CourseExists)`, `Conflict(CourseMerged)`.
pub async fn create(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<Course> {
    created(store, draft, creation(draft, set_text(draft, now).when(absent()))).await
}

/// Creates a course as [`create`] does, but hidden from students. Cost: 6 writes, 1 index write, 1 read.
///
/// # Errors
/// `Conflict(CourseExists)`, `Conflict(CourseMerged)`.
pub async fn create_hidden(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<Course> {
    let course = set_text(draft, now).set("hidden", true).set("never_shown", true).when(absent());
    let mut transaction = creation(draft, course);
    transaction.add("hidden", hidden_marker(&draft.code, now));
    created(store, draft, transaction).await
}

async fn created(store: &Store, draft: &CourseDraft, transaction: Transaction) -> Result<Course> {
    match transaction.run(store).await? {
        Outcome::Done => get(store, &draft.code).await,
        outcome if outcome.refused("merge") => Err(Error::Conflict(Conflict::CourseMerged)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::CourseExists)),
    }
}

/// Creates a course as [`create`] does, or returns the existing course if it has the same text. Cost: 4 writes, 1 index
/// write, 1 read.
///
/// # Errors
/// `Conflict(CourseExists)` for a course with another text; `Conflict(CourseMerged)`, also while it is being merged.
pub async fn create_or_find(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<Course> {
    match create(store, draft, now).await {
        Err(Error::Conflict(Conflict::CourseExists)) => {}
        created => return created,
    }
    let course = get(store, &draft.code).await?;
    if course.merging_into.is_some() {
        return Err(Error::Conflict(Conflict::CourseMerged));
    }
    let is_same = (&course.title, &course.description) == (&draft.title, &draft.description);
    if is_same { Ok(course) } else { Err(Error::Conflict(Conflict::CourseExists)) }
}

/// Creates a course unless it exists or was merged. An existing course does not change. Returns true if it was created.
/// Cost: 4 writes.
pub async fn create_if_absent(store: &Store, draft: &CourseDraft, now: Timestamp) -> Result<bool> {
    Ok(creation(draft, set_text(draft, now).when(absent())).run(store).await? == Outcome::Done)
}

/// Returns the transaction that creates a course whose code was not merged.
fn creation(draft: &CourseDraft, course: Update) -> Transaction {
    let mut transaction = Transaction::default();
    transaction.add("course", course);
    transaction.add("merge", Check::of(keys::course::merge(&draft.code), absent()));
    transaction
}

/// Changes the title and description of a course. Returns the course before and after. Conditions: it exists, has the
/// version that was seen and is not being merged. Cost: 2 reads, 1 write, 1 index write.
///
/// # Errors
/// `NotFound(Course)`; `Conflict(Changed)` when there is a newer version; `Conflict(CourseMerged)`.
pub async fn edit(store: &Store, code: &CourseCode, edit: &CourseEdit, now: Timestamp) -> Result<(Course, Course)> {
    let before = get(store, code).await?;
    let update = Update::of(keys::course::primary(code))
        .set("title", &edit.title)
        .set("description", &edit.description)
        .set("updated_at", now)
        .add("version", 1)
        .when(has_version(edit.version))
        .when(is_not_merging());
    if let Some(after) = update.apply_and_read(store).await? {
        return Ok((before, after));
    }
    match find(store, code).await? {
        None => Err(Error::NotFound(ResourceKind::Course)),
        Some(course) if course.merging_into.is_some() => Err(Error::Conflict(Conflict::CourseMerged)),
        Some(_) => Err(Error::Conflict(Conflict::VersionMismatch)),
    }
}

/// Sets up to `IMPORT_BATCH_MAX` courses and returns the result of each row. Rows with the same code apply in order. An
/// empty description keeps the stored one, because most course lists have no descriptions. Rows of merged courses, and
/// rows that may not replace the text of their course, are skipped. A batch writes all other courses or none, and is
/// idempotent. Condition: the courses are unchanged since they were read. Cost: 1 read per course, 1 per 100 merges; 2
/// writes and 2 index writes per changed course.
///
/// # Errors
/// `LimitReached` for a longer batch.
pub async fn import(store: &Store, rows: &[ImportRow], now: Timestamp) -> Result<Vec<ImportOutcome>> {
    if rows.len() > limits::IMPORT_BATCH_MAX {
        let max = u32::try_from(limits::IMPORT_BATCH_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "IMPORT_BATCH_MAX", max });
    }
    let mut retry = Retry::new();
    loop {
        let (outcomes, transaction) = planned(store, rows, now).await?;
        if !outcomes.iter().any(|outcome| matches!(outcome, ImportOutcome::Created | ImportOutcome::Updated)) {
            return Ok(outcomes);
        }
        if transaction.run(store).await? == Outcome::Done {
            return Ok(outcomes);
        }
        retry.wait().await?;
    }
}

async fn planned(store: &Store, rows: &[ImportRow], now: Timestamp) -> Result<(Vec<ImportOutcome>, Transaction)> {
    let codes: Vec<_> = rows.iter().map(|row| row.draft.code).collect();
    let stored = find_many(store, &codes).await?;
    // Read merges after the courses: a course that disappears in between then has a merge record.
    let merged = merges::find_targets(store, &codes).await?;
    let stored: HashMap<CourseCode, Course> = stored.into_iter().map(|course| (course.code, course)).collect();
    let is_merging = |code: &CourseCode| stored.get(code).is_some_and(|course| course.merging_into.is_some());
    let mut texts: HashMap<CourseCode, (String, String)> =
        stored.values().map(|course| (course.code, (course.title.clone(), course.description.clone()))).collect();

    let mut outcomes = Vec::with_capacity(rows.len());
    let mut changed: HashMap<CourseCode, CourseDraft> = HashMap::new();
    for ImportRow { draft, replaces } in rows {
        if merged.contains_key(&draft.code) || is_merging(&draft.code) {
            outcomes.push(ImportOutcome::Merged);
            continue;
        }
        if stored.get(&draft.code).is_some_and(|course| keep_text(rows, course)) {
            outcomes.push(ImportOutcome::Unchanged);
            continue;
        }
        let mut draft = draft.clone();
        let before = texts.get(&draft.code);
        if let (true, Some((_, description))) = (draft.description.is_empty(), before) {
            draft.description.clone_from(description);
        }
        let text = (draft.title.clone(), draft.description.clone());
        let outcome = match before {
            None => ImportOutcome::Created,
            Some(before) if *before == text => ImportOutcome::Unchanged,
            Some(_) => ImportOutcome::Updated,
        };
        if let Some(course) = stored.get(&draft.code).filter(|_| outcome == ImportOutcome::Updated)
            && !changed.contains_key(&draft.code)
            && !replaces.allows(course)
        {
            outcomes.push(ImportOutcome::Different(Box::new(course.clone())));
            continue;
        }
        texts.insert(draft.code, text);
        if outcome != ImportOutcome::Unchanged {
            changed.insert(draft.code, draft);
        }
        outcomes.push(outcome);
    }
    let mut transaction = Transaction::default();
    for draft in changed.into_values() {
        let condition = match stored.get(&draft.code) {
            Some(course) => has_version(course.version).and(is_not_merging()),
            None => absent(),
        };
        transaction.add("course", set_text(&draft, now).when(condition));
    }
    Ok((outcomes, transaction))
}

/// Returns true if the rows of a course, applied in order, leave its text as it is. This is the case for a repeated batch.
fn keep_text(rows: &[ImportRow], course: &Course) -> bool {
    let before = (&course.title, &course.description);
    let mut text = before;
    for row in rows.iter().filter(|row| row.draft.code == course.code) {
        let description = if row.draft.description.is_empty() { text.1 } else { &row.draft.description };
        text = (&row.draft.title, description);
    }
    text == before
}

impl ReplacePolicy {
    fn allows(self, course: &Course) -> bool {
        match self {
            Self::Nothing => false,
            Self::Version(version) => version == course.version,
            Self::AnyVersion => true,
        }
    }
}

/// Returns the update that writes the text of a course without its counts.
fn set_text(draft: &CourseDraft, now: Timestamp) -> Update {
    Update::of(keys::course::primary(&draft.code))
        .set_entity::<Course>()
        .set_index_key(keys::course::index_key(&draft.code))
        .set("code", draft.code)
        .set("title", &draft.title)
        .set("description", &draft.description)
        .set("updated_at", now)
        .add("version", 1)
        .set_default("created_at", now)
        .set_default("likes", 0)
        .set_default("note_count", 0)
}
