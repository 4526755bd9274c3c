//! Chapters of courses: reading them with their cards, and changes by administrators.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::chapters::{self, ChapterEdit};
use store::{ChapterId, Store, Timestamp, cards, courses};
use wasm_core::course::CourseCode;
use wasm_core::forms;

use crate::http::audit::{self, record};
use crate::http::auth::principal::Principal;
use crate::http::client_chosen_id::parse_or_create_id;
use crate::http::extract::{Json as Body, PathId, PathIds};
use crate::http::problem::Problem;
use crate::library::courses::viewer;
use crate::study::cards::wire::{Chapter, Chapters, CreateChapterRequest, EditChapterRequest, StudyChapter};

/// Lists the chapters of a course, by number.
#[utoipa::path(
    get,
    path = "/api/courses/{code}/chapters",
    tag = "chapters",
    responses((status = 200, description = "Done", body = Chapters)),
)]
pub(crate) async fn list_chapters(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<Chapters>, Problem> {
    let course = courses::get_visible(&store, &code, viewer(Some(&caller))).await?;
    let chapters = chapters::list(&store, &course.code).await?;
    Ok(Json(Chapters { items: chapters.into_iter().map(Chapter::from).collect() }))
}

/// Returns a chapter with its study cards in order.
#[utoipa::path(
    get,
    path = "/api/courses/{code}/chapters/{chapterId}",
    tag = "chapters",
    responses((status = 200, description = "Done", body = StudyChapter)),
)]
pub(crate) async fn get_chapter(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, ChapterId>,
) -> Result<Json<StudyChapter>, Problem> {
    let course = courses::get_visible(&store, &code, viewer(Some(&caller))).await?;
    Ok(Json(cards::get_with_chapter(&store, &course.code, id).await?.into()))
}

/// Creates a chapter.
#[utoipa::path(
    post,
    path = "/api/courses/{code}/chapters",
    tag = "chapters",
    request_body = CreateChapterRequest,
    responses((status = 201, description = "Created", body = Chapter)),
)]
pub(crate) async fn create_chapter(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<CreateChapterRequest>,
) -> Result<(StatusCode, Json<Chapter>), Problem> {
    let id = parse_or_create_id(body.id.as_deref(), ChapterId::generate)?;
    let draft = forms::validate_chapter(body.number, &body.title, body.description.as_deref().unwrap_or_default())?;
    let course = courses::get_visible(&store, &code, viewer(Some(&caller))).await?.code;
    let chapter = chapters::create(&store, &course, id, &draft, Timestamp::now()).await?;
    record(&store, &caller, "create_chapter", id, audit::chapter_label(&chapter), None, None).await?;
    Ok((StatusCode::CREATED, Json(chapter.into())))
}

/// Updates the number, title and description of a chapter.
#[utoipa::path(
    patch,
    path = "/api/courses/{code}/chapters/{chapterId}",
    tag = "chapters",
    request_body = EditChapterRequest,
    responses((status = 200, description = "Done", body = Chapter)),
)]
pub(crate) async fn edit_chapter(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, ChapterId>,
    Body(body): Body<EditChapterRequest>,
) -> Result<Json<Chapter>, Problem> {
    let draft = forms::validate_chapter(body.number, &body.title, body.description.as_deref().unwrap_or_default())?;
    let before = chapters::get(&store, &code, id).await?;
    let edit = ChapterEdit { draft, version: body.version };
    let chapter = chapters::edit(&store, &code, id, &edit, Timestamp::now()).await?;
    let object = audit::chapter_label(&before);
    record(&store, &caller, "edit_chapter", id, object, Some(line(&before)), Some(line(&chapter))).await?;
    Ok(Json(chapter.into()))
}

/// Deletes a chapter with its study cards. Notes with its number stay.
#[utoipa::path(
    delete,
    path = "/api/courses/{code}/chapters/{chapterId}",
    tag = "chapters",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_chapter(
    State(store): State<Store>,
    caller: Principal,
    PathIds(code, id): PathIds<CourseCode, ChapterId>,
) -> Result<StatusCode, Problem> {
    let chapter = chapters::delete(&store, &code, id).await?;
    record(&store, &caller, "delete_chapter", id, audit::chapter_label(&chapter), None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Formats the fields of a chapter for the audit log.
fn line(chapter: &chapters::Chapter) -> String {
    format!("{} {}", chapter.number, chapter.title)
}
