//! When students have exams: one date a course, which is theirs alone. What to do until then is found on the device, by
//! `wasm_core::study`.

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::expression::{Condition, absent, attribute, exists};
use cloud::aws::retry::Retry;
use cloud::aws::table;
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::{Delete, Put};
use cloud::base::error::{Conflict, Error, Result};
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
    /// Exams of courses that were merged into this one. They wait until the student says which one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<ExamSetAside>,
}

/// The exam of a merged course, in the exam of the other course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamSetAside {
    /// The course that was merged.
    pub course: CourseCode,
    /// As in [`Exam`].
    pub date: String,
    /// As in [`Exam`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// As in [`Exam`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// As in [`Exam`].
    pub retention_percent: u8,
}

impl Entity for Exam {
    const ENTITY: &'static str = "exam";
    const SCHEMA: u32 = 1;
}

/// Sets the exam of a course. If the caller names what they have seen, only what differs from it is changed. Cost: 1 read, 1 write.
///
/// # Errors
/// `LimitReached` (two at the same moment may pass it by one).
pub async fn set(store: &Store, owner: &UserId, exam: &Exam, seen: Option<&Exam>) -> Result<Exam> {
    let mut retry = Retry::new();
    loop {
        let exams = read(store, owner).await?;
        let current = exams.iter().find(|each| each.course == exam.course);
        if exams.len() >= EXAMS_MAX && current.is_none() {
            return Err(Error::LimitReached { limit: "EXAMS_MAX", max: u32::try_from(EXAMS_MAX).unwrap_or(u32::MAX) });
        }
        let changed = match (current, seen) {
            (Some(current), Some(seen)) => changed(current, seen, exam),
            _ => exam.clone(),
        };
        let put = Put::of(&changed, keys::exam::primary(owner, &exam.course));
        if put.when(current.map_or_else(absent, Exam::is_unchanged)).write(store).await? {
            return Ok(changed);
        }
        retry.wait().await?;
    }
}

/// Returns an exam with the fields that the caller has changed. Date and time are one field.
fn changed(current: &Exam, seen: &Exam, exam: &Exam) -> Exam {
    let same_day = (&exam.date, &exam.time) == (&seen.date, &seen.time);
    let day = if same_day { current } else { exam };
    let title = if exam.title == seen.title { current } else { exam };
    // A later file cancels the days of all files, so the last day of all of them counts.
    let is_same_calendar = exam.calendar_until == seen.calendar_until;
    let wanted_until = if is_same_calendar { None } else { exam.calendar_until.clone() };
    let calendar_until = current.calendar_until.clone().max(wanted_until);
    let retention = if exam.retention_percent == seen.retention_percent { current } else { exam };
    Exam {
        date: day.date.clone(),
        time: day.time.clone(),
        title: title.title.clone(),
        retention_percent: retention.retention_percent,
        calendar_until,
        ..exam.clone()
    }
}

/// Takes the exam of a course away, or once it has moved, of the one that this was merged into; doing it again changes
/// nothing. 1 write; 1 or 2 reads and 1 write more where there was none.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    if Delete::of(keys::exam::primary(owner, course)).when(exists()).apply(store).await? {
        return Ok(());
    }
    let now = merges::resolve(store, course).await?;
    if now != *course {
        Delete::of(keys::exam::primary(owner, &now)).apply(store).await?;
    }
    Ok(())
}

/// Returns the exams that are set aside in the exam of a course. Cost: 1 read.
pub async fn set_aside(store: &Store, owner: &UserId, course: &CourseCode) -> Result<Vec<ExamSetAside>> {
    let exam: Option<Exam> = table::find(store, keys::exam::primary(owner, course)).await?;
    Ok(exam.map(|exam| exam.set_aside).unwrap_or_default())
}

/// All exams of a student, by course; those of courses that were merged are of the other one now. 1 read, and with exams 1
/// for each MB of merges; 2 reads and 4 writes for each that moves.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    let exams = read(store, owner).await?;
    if exams.is_empty() {
        return Ok(exams);
    }
    let merged = merges::finished(store).await?;
    let moving: Vec<_> = exams.iter().filter_map(|exam| Some((exam.course, *merged.get(&exam.course)?))).collect();
    if moving.is_empty() {
        return Ok(exams);
    }
    for (from, into) in moving {
        match move_exam(store, owner, &from, &into).await {
            // It stays where it is, and is listed there. The next call moves it.
            Err(Error::Conflict(Conflict::Changed)) => {}
            result => result?,
        }
    }
    read(store, owner).await
}

/// Moves an exam to another course. Where that has one, it stays the one that counts, and the other is set aside in it.
async fn move_exam(store: &Store, owner: &UserId, from: &CourseCode, into: &CourseCode) -> Result<()> {
    let (old, new) = (keys::exam::primary(owner, from), keys::exam::primary(owner, into));
    let mut retry = Retry::new();
    loop {
        let Some(moving) = table::find::<Exam>(store, old.clone()).await? else { return Ok(()) };
        let there = table::find::<Exam>(store, new.clone()).await?;
        let mut transaction = Transaction::default();
        transaction.add("old", Delete::of(old.clone()).when(moving.is_unchanged()));
        let as_read = there.as_ref().map_or_else(absent, Exam::is_unchanged);
        let moved = match there {
            Some(there) => there.setting_aside(moving),
            None => Exam { course: *into, ..moving },
        };
        transaction.add("new", Put::of(&moved, new.clone()).when(as_read));
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

impl Exam {
    /// Adds the exam of a merged course, with what was set aside in it. One that says the same is left out.
    fn setting_aside(mut self, other: Self) -> Self {
        let Exam { course, date, time, title, retention_percent, set_aside, .. } = other;
        let is_same = (&date, &time, &title) == (&self.date, &self.time, &self.title);
        if !is_same {
            self.set_aside.push(ExamSetAside { course, date, time, title, retention_percent });
        }
        self.set_aside.extend(set_aside);
        self
    }

    fn is_unchanged(&self) -> Condition {
        let set_aside = Some(&self.set_aside).filter(|exams| !exams.is_empty());
        attribute("changed_at").is(self.changed_at).and(attribute("set_aside").is_exactly(set_aside))
    }
}

async fn read(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    table::all_of(store, &keys::exam::all(owner)).await
}
