//! When students have exams: one date a course, which is theirs alone. What to do until then is found on the device, by
//! `wasm_core::study`.

use std::collections::HashMap;

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::expression::{absent, exists};
use cloud::aws::table;
use cloud::aws::transaction::Transaction;
use cloud::aws::write::{Delete, Put};
use cloud::base::error::{Error, Result};
use cloud::base::ids::UserId;
use cloud::base::timestamp::Timestamp;
use cloud::keys;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::EXAMS_MAX;

use crate::library::merges;

/// An exam of a student.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exam {
    /// The course.
    pub course: CourseCode,
    /// The date where the student is: `2026-12-09`.
    pub date: String,
    /// The time there: `13:30`; nothing when it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// What the student calls it; empty for nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// How many of a hundred cards the student wants to remember on that day.
    pub retention_percent: u8,
    /// Last study day in the calendar files that the student made; a later file cancels the days that are not planned any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calendar_until: Option<String>,
    /// When it was set.
    pub changed_at: Timestamp,
}

impl Entity for Exam {
    const ENTITY: &'static str = "exam";
    const SCHEMA: u32 = 1;
}

/// Sets the exam of a course, in place of the one that was set before. 1 read and 1 write.
///
/// # Errors
/// `LimitReached` (two at the same moment may pass it by one).
pub async fn set(store: &Store, owner: &UserId, exam: &Exam) -> Result<()> {
    let before = read(store, owner).await?;
    if before.len() >= EXAMS_MAX && before.iter().all(|each| each.course != exam.course) {
        return Err(Error::LimitReached { limit: "EXAMS_MAX", max: u32::try_from(EXAMS_MAX).unwrap_or(u32::MAX) });
    }
    Put::of(exam, keys::exam::primary(owner, &exam.course)).write(store).await?;
    Ok(())
}

/// Takes the exam of a course away, or of the one that this was merged into; once more changes nothing. 1 read and 1 write,
/// 2 of each for a course that was merged.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    Delete::of(keys::exam::primary(owner, course)).apply(store).await?;
    let now = merges::resolve(store, course).await?;
    if now != *course {
        Delete::of(keys::exam::primary(owner, &now)).apply(store).await?;
    }
    Ok(())
}

/// All exams of a student, by course; those of courses that were merged are of the other one now. 1 read, and with exams 1
/// for each MB of merges; 4 writes for each that moves.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    let exams = read(store, owner).await?;
    if exams.is_empty() || !settle(store, owner, &exams, &merges::finished(store).await?).await? {
        return Ok(exams);
    }
    read(store, owner).await
}

/// Moves the exams of courses that were merged, unless the other course has one; says whether there were any.
async fn settle(
    store: &Store,
    owner: &UserId,
    exams: &[Exam],
    merged: &HashMap<CourseCode, CourseCode>,
) -> Result<bool> {
    let mut has_moved = false;
    for (exam, into) in exams.iter().filter_map(|exam| Some((exam, merged.get(&exam.course)?))) {
        let old = keys::exam::primary(owner, &exam.course);
        let mut transaction = Transaction::default();
        transaction.add("old", Delete::of(old.clone()).when(exists()));
        let moved = Exam { course: *into, ..exam.clone() };
        transaction.add("new", Put::of(&moved, keys::exam::primary(owner, into)).when(absent()));
        if transaction.run(store).await?.refused("new") {
            Delete::of(old).apply(store).await?;
        }
        has_moved = true;
    }
    Ok(has_moved)
}

async fn read(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    table::all_of(store, &keys::exam::all(owner)).await
}
