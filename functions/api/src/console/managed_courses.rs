//! Courses in the console: creating, editing, hiding and merging them.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::courses::{self, CourseEdit};
use store::{Store, Timestamp, merge, merges};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, CourseForm};

use crate::console::managed_courses::wire::{
    CourseMerge, CourseVisibilityRequest, EditCourseRequest, ManagedCourse, MergePreview, NewManagedCourse,
};
use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathId, PathIds};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};

/// Creates a course, visible to students or hidden. An existing course is not changed.
#[utoipa::path(
    post,
    path = "/api/admin/courses",
    tag = "administration",
    request_body = NewManagedCourse,
    responses((status = 201, description = "Created", body = ManagedCourse)),
)]
pub(crate) async fn create_course(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<NewManagedCourse>,
) -> Result<(StatusCode, Json<ManagedCourse>), Problem> {
    let NewManagedCourse { course_code, title, description, hidden } = body;
    let draft = forms::validate_course(&CourseForm { course_code, title, description })?;
    let forms::CourseDraft { code, title, description } = draft;
    let draft = courses::CourseDraft { code, title, description };
    let now = Timestamp::now();
    let course = if hidden {
        courses::create_hidden(&store, &draft, now).await?
    } else {
        courses::create(&store, &draft, now).await?
    };
    let object = audit::course_label(&code, &course.title);
    let after = hidden.then(|| "hidden".to_owned());
    record(&store, &caller, "create_course", code, object, None, after).await?;
    Ok((StatusCode::CREATED, Json(course.into())))
}

/// Returns a course with its editable fields, including hidden courses and courses being merged.
#[utoipa::path(
    get,
    path = "/api/admin/courses/{code}",
    tag = "administration",
    responses((status = 200, description = "Done", body = ManagedCourse)),
)]
pub(crate) async fn get_managed_course(
    State(store): State<Store>,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<ManagedCourse>, Problem> {
    Ok(Json(courses::get(&store, &code).await?.into()))
}

/// Updates the title and description of a course.
#[utoipa::path(
    patch,
    path = "/api/admin/courses/{code}",
    tag = "administration",
    request_body = EditCourseRequest,
    responses((status = 200, description = "Done", body = ManagedCourse)),
)]
pub(crate) async fn edit_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<EditCourseRequest>,
) -> Result<Json<ManagedCourse>, Problem> {
    let EditCourseRequest { title, description, version } = body;
    let form = CourseForm { course_code: code.as_str().to_owned(), title, description };
    let forms::CourseDraft { title, description, .. } = forms::validate_course(&form)?;
    let version = version.ok_or_else(|| Problem::field("version", "required", "Send the version that you saw."))?;
    let edit = CourseEdit { title, description, version };
    let (before, after) = courses::edit(&store, &code, &edit, Timestamp::now()).await?;
    let object = audit::course_label(&code, &before.title);
    record(&store, &caller, "edit_course", code, object, Some(before.title), Some(after.title.clone())).await?;
    Ok(Json(after.into()))
}

/// Hides a course and all its notes from students, or shows it again. Idempotent.
#[utoipa::path(
    put,
    path = "/api/admin/courses/{code}/visibility",
    tag = "administration",
    request_body = CourseVisibilityRequest,
    responses((status = 200, description = "Done", body = ManagedCourse)),
)]
pub(crate) async fn set_course_visibility(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<CourseVisibilityRequest>,
) -> Result<Json<ManagedCourse>, Problem> {
    let hidden = body.hidden.ok_or_else(|| Problem::field("hidden", "required", "Say whether it is hidden."))?;
    let course = courses::set_hidden(&store, &code, hidden, Timestamp::now()).await?;
    let action = if hidden { "hide_course" } else { "show_course" };
    let object = audit::course_label(&code, &course.title);
    record(&store, &caller, action, code, object, None, None).await?;
    Ok(Json(course.into()))
}

/// Lists the hidden courses, by code.
#[utoipa::path(
    get,
    path = "/api/admin/hidden-courses",
    tag = "administration",
    responses((status = 200, description = "Done", body = Page<ManagedCourse>)),
)]
pub(crate) async fn list_hidden_courses(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ManagedCourse>>, Problem> {
    let page = courses::list_hidden(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the finished and running course merges, by code.
#[utoipa::path(
    get,
    path = "/api/admin/merges",
    tag = "administration",
    responses((status = 200, description = "Done", body = Page<CourseMerge>)),
)]
pub(crate) async fn list_merges(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<CourseMerge>>, Problem> {
    let page = merges::list(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Previews a merge of one course into another. Changes nothing.
#[utoipa::path(
    get,
    path = "/api/admin/courses/{code}/merge/{into}",
    tag = "administration",
    params(
        ("code" = String, Path, description = "Code of the course to merge", example = "CS246E"),
        ("into" = String, Path, description = "Code of the target course", example = "CS246"),
    ),
    responses((status = 200, description = "Done", body = MergePreview), (status = 409)),
)]
pub(crate) async fn preview_merge(
    State(store): State<Store>,
    PathIds(from, into): PathIds<CourseCode, CourseCode>,
) -> Result<Json<MergePreview>, Problem> {
    Ok(Json(merge::preview(&store, &from, &into).await?.into()))
}

/// Merges one course into another in batches. Repeat the request until the merge is finished. From the first request
/// on, the merged code redirects students to the target.
#[utoipa::path(
    post,
    path = "/api/admin/courses/{code}/merge/{into}",
    tag = "administration",
    params(
        ("code" = String, Path, description = "Code of the course to merge", example = "CS246E"),
        ("into" = String, Path, description = "Code of the target course", example = "CS246"),
    ),
    responses((status = 200, description = "Done", body = CourseMerge)),
)]
pub(crate) async fn merge_course(
    State(store): State<Store>,
    caller: Principal,
    PathIds(from, into): PathIds<CourseCode, CourseCode>,
) -> Result<Json<CourseMerge>, Problem> {
    let before = merges::find(&store, &from).await?;
    let merge = CourseMerge::from(merge::run_step(&store, &from, &into, Timestamp::now()).await?);
    let was_finished = before.as_ref().is_some_and(|merge| merge.finished_at.is_some());
    if before.is_none() || (merge.finished && !was_finished) {
        let object = audit::course_label(&from, &merge.title);
        record(&store, &caller, "merge_course", from, object, None, Some(merge.summary())).await?;
    }
    Ok(Json(merge))
}
