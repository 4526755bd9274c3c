//! Exams of the caller.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::courses::{self, Viewer};
use store::exams::{self, Exam, ExamEdit};
use store::{Store, Timestamp};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, ExamDraft, ExamForm};

use crate::http::auth::principal::Principal;
use crate::http::extract::{Json as Body, PathId, Query};
use crate::http::problem::Problem;
use crate::mine::exams::wire::{ExamSettings, MyExam, MyExams, PutExam, RemoveExamQuery};

const DAY_SECS: i64 = 24 * 60 * 60;

/// Lists all exams of the caller, by course code.
#[utoipa::path(
    get,
    path = "/api/me/exams",
    tag = "studying",
    responses((status = 200, description = "Done", body = MyExams)),
)]
pub(crate) async fn list_exams(State(store): State<Store>, caller: Principal) -> Result<Json<MyExams>, Problem> {
    let exams = exams::list(&store, &caller.uid).await?;
    Ok(Json(MyExams { items: exams.into_iter().map(Into::into).collect() }))
}

/// Creates the exam of a course, or updates the fields that differ from `before`.
#[utoipa::path(
    put,
    path = "/api/me/exams/{code}",
    tag = "studying",
    request_body = PutExam,
    responses((status = 200, description = "Done", body = MyExam), (status = 409)),
)]
pub(crate) async fn set_exam(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(PutExam { exam, before, drops_set_aside }): Body<PutExam>,
) -> Result<Json<MyExam>, Problem> {
    let now = Timestamp::now();
    let ExamSettings { date, time, title, retention_percent, calendar_until } = exam;
    let [time, title, calendar_until] = [time, title, calendar_until].map(Option::unwrap_or_default);
    let form = ExamForm { date: &date, time: &time, title: &title, retention_percent, calendar_until: &calendar_until };
    let today = i32::try_from(now.epoch_secs().div_euclid(DAY_SECS)).unwrap_or(i32::MAX);
    let ExamDraft { date, time, title, retention_percent, calendar_until } = forms::validate_exam(&form, today)?;
    let course = courses::get_visible(&store, &code, Viewer::Student).await?.code;
    let exam = Exam {
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
    };
    let seen = before.map(|before| before.into_known_exam(course, now));
    let edit = ExamEdit {
        former_course: Some(code).filter(|code| *code != course),
        seen: seen.as_ref(),
        drops_set_aside: &drops_set_aside,
    };
    Ok(Json(exams::set(&store, &caller.uid, &exam, edit).await?.into()))
}

/// Deletes the exam of a course. Idempotent if the id of the exam is sent: a repeated request then never deletes a
/// newer exam.
#[utoipa::path(
    delete,
    path = "/api/me/exams/{code}",
    tag = "studying",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn remove_exam(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Query(RemoveExamQuery { id }): Query<RemoveExamQuery>,
) -> Result<StatusCode, Problem> {
    exams::remove(&store, &caller.uid, &code, id.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}
