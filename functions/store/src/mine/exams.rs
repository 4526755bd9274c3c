//! When students have exams: one date a course, which is theirs alone. What to do until then is found on the device, by
//! `wasm_core::study`.

use std::collections::BTreeMap;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{Condition, absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Conflict, Error, Result};
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
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
    /// The merged courses through which it came here, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
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
    /// The merged courses through which it came to that course, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
}

impl Entity for Exam {
    const ENTITY: &'static str = "exam";
    const SCHEMA: u32 = 1;
}

/// How a student sets an exam.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExamEdit<'a> {
    /// The code by which the request names the course, if that code belongs to a course that was merged.
    pub former_course: Option<CourseCode>,
    /// The exam as the student has seen it: only fields that differ from it are changed. Without it all of them are.
    pub seen: Option<&'a Exam>,
    /// Courses whose exams are set aside and which the student does not want to keep.
    pub drops_set_aside: &'a [CourseCode],
}

/// Sets the exam of a course. If the request names a course that was merged into this one, only the exam that came from that
/// course is changed. Exams that are set aside stay unless the edit drops them. Cost: 1 read, 1 write; for a merged course 2
/// reads more for each merge and 4 writes for each exam that moves.
///
/// # Errors
/// `LimitReached` (two at the same moment may pass it by one).
pub async fn set(store: &Store, owner: &UserId, exam: &Exam, edit: ExamEdit<'_>) -> Result<Exam> {
    if let Some(former) = &edit.former_course {
        move_from(store, owner, former).await?;
    }
    let mut retry = Retry::new();
    loop {
        let exams = read(store, owner).await?;
        let current = exams.iter().find(|each| each.course == exam.course);
        if exams.len() >= EXAMS_MAX && current.is_none() {
            return Err(Error::LimitReached { limit: "EXAMS_MAX", max: u32::try_from(EXAMS_MAX).unwrap_or(u32::MAX) });
        }
        let changed = edit.applied(current, exam);
        let put = Put::of(&changed, keys::exam::primary(owner, &exam.course));
        if put.when(current.map_or_else(absent, Exam::is_unchanged)).write(store).await? {
            return Ok(changed);
        }
        retry.wait().await?;
    }
}

impl ExamEdit<'_> {
    /// Returns the exam of the course with this edit.
    fn applied(&self, current: Option<&Exam>, exam: &Exam) -> Exam {
        let Some(current) = current else {
            let former_courses = self.former_course.into_iter().collect();
            return Exam { former_courses, set_aside: Vec::new(), ..exam.clone() };
        };
        let mut kept = current.clone();
        kept.set_aside.retain(|each| !self.drops_set_aside.contains(&each.course));
        if let Some(former) = self.former_course {
            let waiting = kept.set_aside.iter().position(|each| each.came_from(&former));
            if waiting.is_some() || !kept.former_courses.contains(&former) {
                let waiting = waiting.map(|index| kept.set_aside.remove(index));
                return kept.setting_aside(self.of_former(former, waiting, exam));
            }
        }
        let changed = self.seen.map_or_else(|| exam.clone(), |seen| changed(current, seen, exam));
        Exam { former_courses: kept.former_courses, set_aside: kept.set_aside, ..changed }
    }

    /// Returns the exam of a merged course with this edit. `waiting` is what is set aside of it.
    fn of_former(&self, former: CourseCode, waiting: Option<ExamSetAside>, exam: &Exam) -> Exam {
        let Some(waiting) = waiting else {
            return Exam { course: former, former_courses: Vec::new(), set_aside: Vec::new(), ..exam.clone() };
        };
        let waiting = waiting.into_exam(exam.changed_at);
        let edited = self.seen.map_or_else(|| exam.clone(), |seen| changed(&waiting, seen, exam));
        Exam { course: waiting.course, former_courses: waiting.former_courses, set_aside: Vec::new(), ..edited }
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

/// Removes the exam of a course, or once that course was merged, the exam that came from it; doing it again changes nothing.
/// What is set aside in it stays: it gets back its own course code, so the next [`list`] moves it here. Cost: 1 write. If
/// there was none or others are set aside in it: 1 read and 1 write more, and for a merged course 3 reads for each merge and 4
/// writes for each exam that moves.
///
/// # Errors
/// `Conflict(Changed)` when other devices keep changing it.
pub async fn remove(store: &Store, owner: &UserId, course: &CourseCode) -> Result<()> {
    let has_only_one = exists().and(attribute("set_aside").is_absent());
    if Delete::of(keys::exam::primary(owner, course)).when(has_only_one).apply(store).await? {
        return Ok(());
    }
    let into = move_from(store, owner, course).await?;
    let key = keys::exam::primary(owner, &into);
    let mut retry = Retry::new();
    loop {
        let Some(current) = table::find::<Exam>(store, key.clone()).await? else { return Ok(()) };
        let is_done = if into == *course {
            remove_own(store, owner, &current).await?
        } else {
            match current.without(course) {
                Some(left) if left == current => true,
                Some(left) => Put::of(&left, key.clone()).when(current.is_unchanged()).write(store).await?,
                None => Delete::of(key.clone()).when(current.is_unchanged()).apply(store).await?,
            }
        };
        if is_done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

/// Removes the exam of a course, and gives those that are set aside in it back to the courses that they came from. Returns
/// `false` if it is not as it was read.
async fn remove_own(store: &Store, owner: &UserId, exam: &Exam) -> Result<bool> {
    let mut transaction = Transaction::default();
    transaction.add("old", Delete::of(keys::exam::primary(owner, &exam.course)).when(exam.is_unchanged()));
    // Of two from one course, the later one is what the student said last.
    let waiting: BTreeMap<CourseCode, ExamSetAside> =
        exam.set_aside.iter().map(|waiting| (waiting.course, waiting.clone())).collect();
    for (course, waiting) in waiting {
        // Whichever counts then has to cancel the days of the earlier calendar files.
        let freed = Exam { calendar_until: exam.calendar_until.clone(), ..waiting.into_exam(exam.changed_at) };
        transaction.add("new", Put::of(&freed, keys::exam::primary(owner, &course)).when(absent()));
    }
    Ok(transaction.run(store).await? == Outcome::Done)
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

/// Moves the exam of a merged course, and those of the courses that it became part of on the way, to the course where it is
/// now. Returns that course. Cost: 1 read, and 2 for each merge; 4 writes for each exam that moves.
async fn move_from(store: &Store, owner: &UserId, course: &CourseCode) -> Result<CourseCode> {
    let mut codes = vec![*course];
    codes.extend(merges::later_codes(store, course).await?);
    let into = codes.pop().unwrap_or(*course);
    // The exam of a course counts more than one of a course that was merged into it, so it moves first.
    for from in codes.iter().rev() {
        move_exam(store, owner, from, &into).await?;
    }
    Ok(into)
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
            None => moving.moved(*into),
        };
        transaction.add("new", Put::of(&moved, new.clone()).when(as_read));
        if transaction.run(store).await? == Outcome::Done {
            return Ok(());
        }
        retry.wait().await?;
    }
}

impl Exam {
    /// Returns the exam as that of a course into which its own was merged.
    fn moved(mut self, into: CourseCode) -> Self {
        self.former_courses.push(self.course);
        self.course = into;
        self
    }

    /// Returns what is left without the exam that came from a merged course; `None` if nothing is. If it is the one that
    /// counts, the first one that is set aside counts instead.
    fn without(&self, former: &CourseCode) -> Option<Self> {
        let mut left = self.clone();
        if let Some(index) = left.set_aside.iter().position(|each| each.came_from(former)) {
            left.set_aside.remove(index);
            return Some(left);
        }
        if !left.former_courses.contains(former) {
            return Some(left);
        }
        if left.set_aside.is_empty() {
            return None;
        }
        let next = left.set_aside.remove(0).into_exam(left.changed_at).moved(left.course);
        Some(Exam { calendar_until: left.calendar_until, set_aside: left.set_aside, ..next })
    }

    /// Adds the exam of a merged course, with what was set aside in it. One that says the same is left out.
    fn setting_aside(mut self, other: Self) -> Self {
        let Exam { course, date, time, title, retention_percent, former_courses, set_aside, .. } = other;
        let is_same = (&date, &time, &title) == (&self.date, &self.time, &self.title);
        if !is_same {
            self.set_aside.push(ExamSetAside { course, date, time, title, retention_percent, former_courses });
        }
        self.set_aside.extend(set_aside);
        self
    }

    fn is_unchanged(&self) -> Condition {
        let set_aside = Some(&self.set_aside).filter(|exams| !exams.is_empty());
        attribute("changed_at").is(self.changed_at).and(attribute("set_aside").is_exactly(set_aside))
    }
}

impl ExamSetAside {
    /// Whether it was the exam of this merged course, at first or on the way.
    fn came_from(&self, former: &CourseCode) -> bool {
        self.course == *former || self.former_courses.contains(former)
    }

    fn into_exam(self, changed_at: Timestamp) -> Exam {
        let ExamSetAside { course, date, time, title, retention_percent, former_courses } = self;
        Exam {
            course,
            date,
            time,
            title,
            retention_percent,
            calendar_until: None,
            changed_at,
            former_courses,
            set_aside: Vec::new(),
        }
    }
}

async fn read(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    table::all_of(store, &keys::exam::all(owner)).await
}
