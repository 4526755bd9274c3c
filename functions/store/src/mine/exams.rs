//! Exams of students: one date per course, which only the student sees. The device computes the study plan with
//! `wasm_core::study`.

mod remove;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{Condition, absent, attribute};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put};
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::course::CourseCode;
use wasm_core::limits::EXAMS_MAX;

use crate::library::merges;
use crate::personal::{ExportContext, UserData};

pub use remove::remove;

/// An exam of a student.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exam {
    /// The course.
    pub course: CourseCode,
    /// Local date, for example `2026-12-09`.
    pub date: String,
    /// Local time, for example `13:30`; optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Title from the student; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Share of cards that the student wants to remember on that day, in percent.
    pub retention_percent: u8,
    /// Last study day in the calendar files that the student saved. A later file cancels the days that the plan
    /// dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calendar_until: Option<String>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub changed_at: Timestamp,
    /// Merged courses through which the exam came to this course, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
    /// Exams of courses that were merged into this one. They are set aside until the student chooses one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAsideExam>,
}

/// Exam of a merged course, set aside in the exam of the target course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAsideExam {
    /// Code of the merged course.
    pub course: CourseCode,
    /// Local date, for example `2026-12-09`.
    pub date: String,
    /// Local time, for example `13:30`; optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Title from the student; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Share of cards that the student wants to remember on that day, in percent.
    pub retention_percent: u8,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Merged courses through which the exam came to that course, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_courses: Vec<CourseCode>,
}

impl Entity for Exam {
    const ENTITY: &'static str = "exam";
}

impl UserData for Exam {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        let mut view = json!({
            "course": self.course,
            "date": self.date,
            "time": self.time,
            "title": self.title,
            "retentionPercent": self.retention_percent,
            "changedAt": self.changed_at,
        });
        if !self.set_aside.is_empty() {
            view["setAside"] = self.set_aside.iter().map(SetAsideExam::view).collect();
        }
        Ok(Some(view))
    }
}

/// A student's edit of an exam.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExamEdit<'a> {
    /// Course code in the request, if that course was merged into another.
    pub former_course: Option<CourseCode>,
    /// Exam as the student saw it. Only fields that differ from it change. `None` changes all fields.
    pub seen: Option<&'a Exam>,
    /// Set-aside exams that the student dropped: an exam id each, or a course code for all exams of that course.
    pub drops_set_aside: &'a [String],
}

/// Sets the exam of a course. If the request names a course that was merged into this one, only the exam that came from
/// that course is changed. Set-aside exams stay unless the edit drops them. If the edited exam equals a dropped one,
/// the student has chosen that exam, and it becomes the current exam. Cost: 1 read, 1 write; for a merged course 2
/// reads more for each merge and 4 writes for each exam that moves.
///
/// # Errors
/// `LimitReached` (two concurrent requests may exceed the limit by one).
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
        if put.when(current.map_or_else(absent, Exam::is_unchanged)).apply(store).await? {
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
            return Exam { former_courses, ..exam.created() };
        };
        let is_dropped = |each: &SetAsideExam| self.drops_set_aside.iter().any(|name| each.is_called(name));
        let (dropped, set_aside): (Vec<_>, Vec<_>) = current.set_aside.iter().cloned().partition(is_dropped);
        let mut kept = Exam { set_aside, ..current.clone() };
        if let Some(former) = self.former_course {
            let waiting = kept.set_aside.iter().position(|each| each.came_from(&former));
            if waiting.is_some() || !kept.former_courses.contains(&former) {
                let waiting = waiting.map(|index| kept.set_aside.remove(index));
                return kept.setting_aside(self.of_former(former, waiting, exam));
            }
        }
        let changed = self.seen.map_or_else(|| exam.clone(), |seen| changed(current, seen, exam));
        let chosen = dropped.into_iter().find(|each| each.says_the_same(&changed) && !each.says_the_same(current));
        let Exam { created_at, former_courses, .. } = match chosen {
            Some(chosen) => chosen.into_exam(changed.changed_at).moved(current.course),
            None => current.clone(),
        };
        Exam { created_at, former_courses, set_aside: kept.set_aside, ..changed }
    }

    /// Returns the set-aside exam of a merged course with this edit. `waiting` is that exam before the edit, if there
    /// is one.
    fn of_former(&self, former: CourseCode, waiting: Option<SetAsideExam>, exam: &Exam) -> Exam {
        let Some(waiting) = waiting else {
            return Exam { course: former, ..exam.created() };
        };
        let waiting = waiting.into_exam(exam.changed_at);
        let edited = self.seen.map_or_else(|| exam.clone(), |seen| changed(&waiting, seen, exam));
        let Exam { course, created_at, former_courses, .. } = waiting;
        Exam { course, created_at, former_courses, set_aside: Vec::new(), ..edited }
    }
}

/// Returns `current` with the fields in which `exam` differs from `seen`. Date and time count as one field.
fn changed(current: &Exam, seen: &Exam, exam: &Exam) -> Exam {
    let same_day = (&exam.date, &exam.time) == (&seen.date, &seen.time);
    let day = if same_day { current } else { exam };
    let title = if exam.title == seen.title { current } else { exam };
    // A later calendar file cancels the days of all earlier ones, so keep the last day of all of them.
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

/// Returns all exams of a student, by course code. Exams of merged courses move to the target course. Cost: 1 read, and
/// with exams 1 per MB of merges; 2 reads and 4 writes for each exam that moves.
pub async fn list(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    let exams = read(store, owner).await?;
    if exams.is_empty() {
        return Ok(exams);
    }
    let merged = merges::all_targets(store).await?;
    let moving: Vec<_> = exams.iter().filter_map(|exam| Some((exam.course, *merged.get(&exam.course)?))).collect();
    if moving.is_empty() {
        return Ok(exams);
    }
    for (from, into) in moving {
        match move_exam(store, owner, &from, &into).await {
            // The exam stays in its old course, where this call lists it. The next call tries again.
            Err(error @ Error::Unavailable(_)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the exam of a merged course did not move");
            }
            result => result?,
        }
    }
    read(store, owner).await
}

/// Moves the exam of a merged course to its current target, and the exams of the courses on the way. Returns the
/// target. Cost: 1 read, and 2 per merge; 4 writes for each exam that moves.
async fn move_from(store: &Store, owner: &UserId, course: &CourseCode) -> Result<CourseCode> {
    let mut codes = vec![*course];
    codes.extend(merges::later_codes(store, course).await?);
    let into = codes.pop().unwrap_or(*course);
    // The exam of a course takes precedence over those of courses that were merged into it, so it moves first.
    for from in codes.iter().rev() {
        move_exam(store, owner, from, &into).await?;
    }
    Ok(into)
}

/// Moves an exam to another course. If that course has an exam, that one stays and the moved one is set aside in it.
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
    /// Returns the id of the exam. It stays when the exam changes or moves with its course. An exam that is created
    /// again has another id.
    #[must_use]
    pub fn id(&self) -> String {
        id(self.former_courses.first().unwrap_or(&self.course), self.created_at)
    }

    /// Returns true if this exam, or one that is set aside in it, was the exam of this course.
    pub(crate) fn belonged_to(&self, course: &CourseCode) -> bool {
        self.course == *course
            || self.former_courses.contains(course)
            || self.set_aside.iter().any(|each| each.came_from(course))
    }

    /// Returns the exam as a newly created one.
    fn created(&self) -> Self {
        let created_at = self.changed_at;
        Self { created_at, former_courses: Vec::new(), set_aside: Vec::new(), ..self.clone() }
    }

    /// Returns the exam as the exam of `into`, the course into which its own course was merged.
    fn moved(mut self, into: CourseCode) -> Self {
        self.former_courses.push(self.course);
        self.course = into;
        self
    }

    /// Sets aside the exam of a merged course, together with the exams set aside in it. An equal exam is omitted.
    fn setting_aside(mut self, other: Self) -> Self {
        let Exam { course, date, time, title, retention_percent, created_at, former_courses, set_aside, .. } = other;
        let other = SetAsideExam { course, date, time, title, retention_percent, created_at, former_courses };
        if !other.says_the_same(&self) {
            self.set_aside.push(other);
        }
        self.set_aside.extend(set_aside);
        self
    }

    fn is_unchanged(&self) -> Condition {
        let set_aside = Some(&self.set_aside).filter(|exams| !exams.is_empty());
        attribute("changed_at").is(self.changed_at).and(attribute("set_aside").eq_option(set_aside))
    }
}

impl SetAsideExam {
    /// Returns the id of the exam, as [`Exam::id`].
    #[must_use]
    pub fn id(&self) -> String {
        id(self.former_courses.first().unwrap_or(&self.course), self.created_at)
    }

    fn view(&self) -> Value {
        let Self { course, date, time, title, retention_percent, .. } = self;
        json!({ "course": course, "date": date, "time": time, "title": title, "retentionPercent": retention_percent })
    }

    /// Returns true if `name` is the id of this exam or its course code.
    fn is_called(&self, name: &str) -> bool {
        self.id() == name || CourseCode::parse(name).is_ok_and(|code| code == self.course)
    }

    fn says_the_same(&self, exam: &Exam) -> bool {
        (&self.date, &self.time, &self.title) == (&exam.date, &exam.time, &exam.title)
    }

    /// Returns true if this was the exam of the merged course `former`, originally or on the way.
    fn came_from(&self, former: &CourseCode) -> bool {
        self.course == *former || self.former_courses.contains(former)
    }

    fn into_exam(self, changed_at: Timestamp) -> Exam {
        let SetAsideExam { course, date, time, title, retention_percent, created_at, former_courses } = self;
        Exam {
            course,
            date,
            time,
            title,
            retention_percent,
            calendar_until: None,
            created_at,
            changed_at,
            former_courses,
            set_aside: Vec::new(),
        }
    }
}

/// Several exams can come from the same course, but they differ in their time of creation.
fn id(first_course: &CourseCode, created_at: Timestamp) -> String {
    format!("{first_course}.{}", created_at.epoch_millis())
}

async fn read(store: &Store, owner: &UserId) -> Result<Vec<Exam>> {
    table::query_all_entities(store, &keys::exam::all(owner)).await
}
