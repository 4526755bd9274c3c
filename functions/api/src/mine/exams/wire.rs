//! Wire types of exams.

use serde::{Deserialize, Serialize};
use store::Timestamp;
use store::exams::{Exam, SetAsideExam};
use utoipa::{IntoParams, ToSchema};
use wasm_core::course::CourseCode;

/// Date of the exam of a course, and the version that the change is based on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutExam {
    #[serde(flatten)]
    pub exam: ExamSettings,
    /// Exam as the device knew it. Only fields that differ from it are updated. Without it, all fields are updated.
    pub before: Option<ExamSettings>,
    /// Ids of set-aside exams to delete. A course code deletes all set-aside exams of that course.
    #[serde(default)]
    #[schema(required = false, example = json!(["CS246E.1796083200000"]))]
    pub drops_set_aside: Vec<String>,
}

/// Selects the exam to delete.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemoveExamQuery {
    /// `id` of the exam. If the course has another exam now, nothing is deleted. Without an id, the exam of the course is
    /// deleted.
    pub id: Option<String>,
}

/// Date of the exam of a course.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamSettings {
    /// Local date of the exam, at most a year ahead.
    #[serde(default)]
    #[schema(example = "2026-12-09")]
    pub date: String,
    /// Local time of the exam. Leave it out if it is unknown.
    #[schema(example = "13:30")]
    pub time: Option<String>,
    /// Title chosen by the student, at most 80 characters.
    #[schema(example = "Midterm")]
    pub title: Option<String>,
    /// Retention target on the day of the exam in percent, 70 to 97.
    #[schema(example = 90)]
    pub retention_percent: u8,
    /// Last study day in the calendar files that the student exported. Leave it out if none was exported.
    #[schema(example = "2026-12-08")]
    pub calendar_until: Option<String>,
}
const _: () = assert!(wasm_core::limits::EXAM_TITLE_MAX_CHARS == 80);

/// An exam of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyExam {
    #[serde(flatten)]
    pub exam: CourseExam,
    /// Last study day in the calendar files that the student exported. Absent if none was exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-12-08")]
    pub calendar_until: Option<String>,
    /// Exams of courses that were merged into this one. They stay until a change of the exam drops them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub set_aside: Vec<CourseExam>,
}

/// An exam in a course.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseExam {
    /// Course code. For an exam that was set aside, the code of the merged course.
    #[schema(example = "CS246")]
    pub course: String,
    /// Id of the exam. It does not change when the exam is edited or its course is merged.
    #[schema(required = false, example = "CS246.1796083200000")]
    pub id: String,
    /// Local date of the exam.
    #[schema(example = "2026-12-09")]
    pub date: String,
    /// Local time of the exam, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "13:30")]
    pub time: Option<String>,
    /// Title chosen by the student.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Midterm")]
    pub title: Option<String>,
    /// Retention target on the day of the exam in percent.
    #[schema(example = 90)]
    pub retention_percent: u8,
}

/// All exams of the caller, by course code, at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyExams {
    pub items: Vec<MyExam>,
}
const _: () = assert!(wasm_core::limits::EXAMS_MAX == 200);

impl ExamSettings {
    /// Returns the version of the exam that the device had.
    pub(crate) fn into_known_exam(self, course: CourseCode, now: Timestamp) -> Exam {
        let ExamSettings { date, time, title, retention_percent, calendar_until } = self;
        let [time, calendar_until] = [time, calendar_until].map(|text| text.filter(|text| !text.is_empty()));
        let title = title.unwrap_or_default();
        Exam {
            course,
            date,
            time,
            title,
            retention_percent,
            calendar_until,
            created_at: now,
            changed_at: now,
            former_courses: Vec::new(),
            set_aside: Vec::new(),
        }
    }
}

impl From<Exam> for MyExam {
    fn from(exam: Exam) -> Self {
        let id = exam.id();
        let Exam { course, date, time, title, retention_percent, calendar_until, set_aside, .. } = exam;
        let title = Some(title).filter(|title| !title.is_empty());
        MyExam {
            exam: CourseExam { course: course.to_string(), id, date, time, title, retention_percent },
            calendar_until,
            set_aside: set_aside.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<SetAsideExam> for CourseExam {
    fn from(exam: SetAsideExam) -> Self {
        let id = exam.id();
        let SetAsideExam { course, date, time, title, retention_percent, created_at: _, former_courses: _ } = exam;
        let title = Some(title).filter(|title| !title.is_empty());
        CourseExam { course: course.to_string(), id, date, time, title, retention_percent }
    }
}
