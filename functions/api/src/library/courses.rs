//! Courses: reading, and changes by administrators.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use http::HeaderName;
use http::header::CACHE_CONTROL;
use store::courses::{self, CourseDraft, ImportOutcome, ImportRow, ReplacePolicy, Viewer};
use store::{Cursor, Error, ResourceKind, Store, Timestamp, chapters};
use wasm_core::course::CourseCode;
use wasm_core::forms::{self, CourseForm};
use wasm_core::limits::{BUILT_IN_COURSES, IMPORT_BATCH_MAX};

use crate::http::audit::{self, record, record_import};
use crate::http::auth::principal::Principal;
use crate::http::extract::{ChapterParam, CursorParam, Json as Body, PathId};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::courses::wire::{
    Course, CourseNotes, CreateBuiltInCoursesRequest, CreateBuiltInCoursesResponse, DifferentCourse, ImportCourse,
    ImportRejection, ImportRequest, ImportResponse, PutCourseRequest,
};

/// Headers of a response that is the same for all callers but can change at any time: it may be cached and must be
/// revalidated.
pub(crate) const REVALIDATE_HEADERS: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-cache")];

/// Lists all courses. Each page is sorted by course code.
#[utoipa::path(
    get,
    path = "/api/courses",
    tag = "courses",
    responses((status = 200, description = "Done", body = Page<Course>)),
)]
pub(crate) async fn list_courses(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<Course>>, Problem> {
    let page = courses::list(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Returns a course. The code of a course that was merged into it works too.
#[utoipa::path(
    get,
    path = "/api/courses/{code}",
    tag = "courses",
    responses((status = 200, description = "Done", body = Course)),
)]
pub(crate) async fn get_course(
    State(store): State<Store>,
    caller: Option<Principal>,
    PathId(code): PathId<CourseCode>,
) -> Result<impl IntoResponse, Problem> {
    let course = courses::get_visible(&store, &code, viewer(caller.as_ref())).await?;
    Ok((REVALIDATE_HEADERS, Json(Course::from(course))))
}

/// Returns a course with its notes, newest first: all notes, or those of one chapter. The code of a merged course
/// returns its target.
#[utoipa::path(
    get,
    path = "/api/courses/{code}/notes",
    tag = "courses",
    responses((status = 200, description = "Done", body = CourseNotes)),
)]
pub(crate) async fn list_course_notes(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    ChapterParam(chapter): ChapterParam,
    CursorParam(cursor): CursorParam,
) -> Result<Json<CourseNotes>, Problem> {
    let viewer = viewer(Some(&caller));
    let page = match page_of_notes(&store, &code, chapter, cursor.as_ref()).await {
        Ok((course, _)) if !course.is_visible_to(viewer) => None,
        Ok((_, page)) => Some(page),
        Err(Error::NotFound(ResourceKind::Course)) => None,
        Err(error) => return Err(error.into()),
    };
    if let Some(page) = page {
        return Ok(Json(page));
    }
    // Resolve merged courses only now that the code was not found, which saves a read in all other cases.
    let course = courses::get_visible(&store, &code, viewer).await?;
    // A cursor of the merged course is invalid in the list of its target, so start at the first page.
    let cursor = cursor.filter(|_| course.code == code);
    let (_, page) = page_of_notes(&store, &course.code, chapter, cursor.as_ref()).await?;
    Ok(Json(page))
}

async fn page_of_notes(
    store: &Store,
    code: &CourseCode,
    chapter: Option<u32>,
    cursor: Option<&Cursor>,
) -> Result<(courses::Course, CourseNotes), Error> {
    Ok(match chapter {
        None => {
            let page = courses::page_with_notes(store, code, cursor, PAGE_ITEMS).await?;
            (page.course.clone(), page.into())
        }
        Some(chapter) => {
            let page = chapters::page_with_notes(store, code, chapter, cursor, PAGE_ITEMS).await?;
            (page.course.clone(), page.into())
        }
    })
}

/// Returns the role in which the caller views courses.
pub(crate) fn viewer(caller: Option<&Principal>) -> Viewer {
    if caller.is_some_and(|caller| caller.is_admin) { Viewer::Administrator } else { Viewer::Student }
}

/// Creates a course. Repeating the request changes nothing. An existing course with another title or description is a
/// conflict: `PATCH /api/admin/courses/{code}` edits it.
#[utoipa::path(
    put,
    path = "/api/courses/{code}",
    tag = "courses",
    request_body = PutCourseRequest,
    responses((status = 200, description = "Done", body = Course), (status = 409)),
)]
pub(crate) async fn put_course(
    State(store): State<Store>,
    caller: Principal,
    PathId(code): PathId<CourseCode>,
    Body(body): Body<PutCourseRequest>,
) -> Result<Json<Course>, Problem> {
    let form = CourseForm { course_code: code.as_str().to_owned(), title: body.title, description: body.description };
    let draft = draft(&form)?;
    let before = courses::find(&store, &code).await?.map(|course| course.title);
    let course = courses::create_or_find(&store, &draft, Timestamp::now()).await?;
    let object = audit::course_label(&code, &course.title);
    record(&store, &caller, "put_course", code, object, before, Some(course.title.clone())).await?;
    Ok(Json(course.into()))
}

/// Creates or updates up to 100 courses. Invalid rows are reported, and the others are imported. The text of an
/// existing course is replaced only if the row has its current version.
#[utoipa::path(
    post,
    path = "/api/courses/import",
    tag = "courses",
    request_body = ImportRequest,
    responses((status = 200, description = "Done", body = ImportResponse)),
)]
pub(crate) async fn import_courses(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<ImportRequest>,
) -> Result<Json<ImportResponse>, Problem> {
    if body.courses.len() > IMPORT_BATCH_MAX {
        return Err(Problem::field(
            "courses",
            "too_many",
            format!("Send at most {IMPORT_BATCH_MAX} courses at a time."),
        ));
    }
    let (places, rows, mut rejected) = sort_out(body.courses);
    let outcomes = courses::import(&store, &rows, Timestamp::now()).await?;
    let mut different = Vec::new();
    for ((index, row), outcome) in places.into_iter().zip(&rows).zip(&outcomes) {
        let course_code = row.draft.code.to_string();
        match outcome {
            ImportOutcome::Merged => {
                let message = "This course was merged into another one. Edit that one instead.".to_owned();
                rejected.push(ImportRejection { index, course_code, message });
            }
            ImportOutcome::Different(course) => {
                let courses::Course { title, description, version, .. } = (**course).clone();
                different.push(DifferentCourse { index, course_code, title, description, version });
            }
            ImportOutcome::Created | ImportOutcome::Updated | ImportOutcome::Unchanged => {}
        }
    }
    rejected.sort_by_key(|rejection| rejection.index);
    let response = ImportResponse::new(&outcomes, rejected, different);
    record_import(&store, &caller, "import_courses", "courses", "Course catalogue", response.counts()).await?;
    Ok(Json(response))
}

/// Creates the built-in courses that do not exist. There are eight.
#[utoipa::path(
    post,
    path = "/api/setup-guides",
    tag = "courses",
    request_body = CreateBuiltInCoursesRequest,
    responses((status = 200, description = "Done", body = CreateBuiltInCoursesResponse)),
)]
pub(crate) async fn create_built_in_courses(
    State(store): State<Store>,
    caller: Principal,
    Body(body): Body<CreateBuiltInCoursesRequest>,
) -> Result<Json<CreateBuiltInCoursesResponse>, Problem> {
    let drafts: Vec<CourseDraft> = BUILT_IN_COURSES.iter().map(built_in).collect::<Result<_, _>>()?;
    let outcomes = if body.force {
        let row = |draft: &CourseDraft| ImportRow { draft: draft.clone(), replaces: ReplacePolicy::AnyVersion };
        courses::import(&store, &drafts.iter().map(row).collect::<Vec<_>>(), Timestamp::now()).await?
    } else {
        create_missing(&store, &drafts).await?
    };
    let response = CreateBuiltInCoursesResponse::new(&drafts, &outcomes);
    record(&store, &caller, "setup_guides", "built-in courses", "Built-in courses", None, Some(response.summary()))
        .await?;
    Ok(Json(response))
}

fn draft(form: &CourseForm) -> Result<CourseDraft, Problem> {
    let forms::CourseDraft { code, title, description } = forms::validate_course(form)?;
    Ok(CourseDraft { code, title, description })
}

fn built_in(course: &wasm_core::limits::BuiltInCourse) -> Result<CourseDraft, Problem> {
    draft(&CourseForm {
        course_code: course.code.to_owned(),
        title: course.title.to_owned(),
        description: course.description.to_owned(),
    })
}

/// Splits the rows into valid ones, with their indexes in the request, and rejected ones, with the reason.
fn sort_out(rows: Vec<ImportCourse>) -> (Vec<u32>, Vec<ImportRow>, Vec<ImportRejection>) {
    let (mut places, mut valid, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
    for (index, row) in (0..).zip(rows) {
        let form = CourseForm {
            course_code: row.course_code,
            title: row.title,
            description: row.description.unwrap_or_default(),
        };
        match forms::validate_course(&form) {
            Ok(forms::CourseDraft { code, title, description }) => {
                places.push(index);
                let replaces = row.version.map_or(ReplacePolicy::Nothing, ReplacePolicy::Version);
                valid.push(ImportRow { draft: CourseDraft { code, title, description }, replaces });
            }
            Err(errors) => {
                rejected.push(ImportRejection { index, course_code: form.course_code, message: errors.to_string() });
            }
        }
    }
    (places, valid, rejected)
}

/// Creates the courses that do not exist. Existing courses keep their edits.
async fn create_missing(store: &Store, drafts: &[CourseDraft]) -> Result<Vec<ImportOutcome>, Problem> {
    let mut outcomes = Vec::new();
    for draft in drafts {
        let created = courses::create_if_absent(store, draft, Timestamp::now()).await?;
        outcomes.push(if created { ImportOutcome::Created } else { ImportOutcome::Unchanged });
    }
    Ok(outcomes)
}
