//! Wire types of courses.

use serde::{Deserialize, Serialize};
use store::PictureId;
use store::chapters;
use store::courses::{self, CourseDraft, ImportOutcome};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::page::Page;
use crate::library::notes::wire::Note;
use crate::library::wire::metadata::public_url;

/// A course.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Course {
    /// Canonical code.
    #[schema(example = "CS246")]
    pub course_code: String,
    /// Leading letters of the course code.
    #[schema(example = "CS")]
    pub course_prefix: String,
    #[schema(example = "Object-Oriented Software Development")]
    pub title: String,
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// URL of the picture chosen by an administrator. A course without one shows a drawn cover.
    #[schema(example = "/pictures/e3b0c44298fc1c149afbf4c8996fb924.jpg")]
    pub image_url: Option<String>,
    /// Number of students who like the course.
    #[schema(example = 12)]
    pub likes: u32,
    /// Number of notes.
    #[schema(example = 3)]
    pub note_count: u32,
    /// True for a hidden course. Only sent to administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub hidden: Option<bool>,
}

/// A course and its notes, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseNotes {
    pub course: Course,
    /// The requested chapter. Absent if all notes were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<ChapterHeading>,
    pub notes: Page<Note>,
}

/// Number and title of a chapter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChapterHeading {
    #[schema(example = 2)]
    pub number: u32,
    #[schema(example = "Chapter 2")]
    pub title: String,
}

/// Filter of the notes of a course.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChapterQuery {
    /// Lists only the notes of this chapter. A page may then have few or no notes although there is a `nextCursor`. The
    /// list ends when `nextCursor` is absent.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 999)]
    pub chapter: Option<String>,
}
const _: () = assert!(wasm_core::limits::CHAPTER_MAX == 999);

/// Details of a course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutCourseRequest {
    #[serde(default)]
    #[schema(required = true, example = "Object-Oriented Software Development")]
    pub title: String,
    #[serde(default)]
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
}

/// Courses to import, at most 100.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    #[schema(required = true)]
    pub courses: Vec<ImportCourse>,
}

/// One course to import.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportCourse {
    #[schema(required = true, example = "CS 246")]
    pub course_code: String,
    #[schema(required = true, example = "Object-Oriented Software Development")]
    pub title: String,
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: Option<String>,
    /// Version of the existing course whose text the row replaces, as returned in `different`. If it is missing or
    /// outdated, an existing course with another text is not changed.
    #[schema(example = 3)]
    pub version: Option<u32>,
}

/// Result of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResponse {
    #[schema(example = 97)]
    pub created: u32,
    #[schema(example = 1)]
    pub updated: u32,
    #[schema(example = 1)]
    pub unchanged: u32,
    /// Rejected courses with their reasons.
    pub rejected: Vec<ImportRejection>,
    /// Existing courses with another text. They were not changed.
    pub different: Vec<DifferentCourse>,
}

/// An existing course that was not changed, because the row did not have its current version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DifferentCourse {
    /// Index of the row in the request, from 0.
    #[schema(example = 4)]
    pub index: u32,
    #[schema(example = "CS246")]
    pub course_code: String,
    /// Current title.
    #[schema(example = "Object-Oriented Software Development")]
    pub title: String,
    /// Current description.
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
    /// Current version. A row that names it replaces the text.
    #[schema(example = 3)]
    pub version: u32,
}

/// One course that was not imported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRejection {
    /// Index of the row in the request, from 0.
    #[schema(example = 4)]
    pub index: u32,
    /// The code as it was sent.
    #[schema(example = "246")]
    pub course_code: String,
    #[schema(example = "A course code starts with letters, for example CS246.")]
    pub message: String,
}

/// Request to create the eight built-in courses.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateBuiltInCoursesRequest {
    /// Whether to reset the titles and descriptions of built-in courses that were edited. Likes do not change.
    #[serde(default)]
    pub force: bool,
}

/// Built-in courses that were created.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateBuiltInCoursesResponse {
    #[schema(example = json!(["CS246", "MATH137"]))]
    pub created: Vec<String>,
    /// Built-in courses whose title and description were reset.
    #[schema(example = json!([]))]
    pub updated: Vec<String>,
    #[schema(example = json!([]))]
    pub unchanged: Vec<String>,
}

impl From<courses::Course> for Course {
    fn from(course: courses::Course) -> Self {
        Course {
            image_url: picture_url(&course),
            course_prefix: course.code.prefix().to_owned(),
            course_code: course.code.to_string(),
            title: course.title,
            description: course.description,
            likes: course.likes,
            note_count: course.note_count,
            hidden: course.hidden.then_some(true),
        }
    }
}

/// Returns the URL of the picture. For a hidden course, this is the redirect for administrators.
pub(crate) fn picture_url(course: &courses::Course) -> Option<String> {
    let picture = course.picture?;
    Some(match course.public_picture() {
        Some(picture) => public_url(&picture.public_copy),
        None => redirect_url(course, picture),
    })
}

/// Returns the URL that leads administrators to a picture.
pub(crate) fn redirect_url(course: &courses::Course, picture: PictureId) -> String {
    format!("/api/courses/{}/pictures/{picture}", course.code)
}

impl From<courses::CoursePage> for CourseNotes {
    fn from(page: courses::CoursePage) -> Self {
        CourseNotes { course: page.course.into(), chapter: None, notes: page.notes.into() }
    }
}

impl From<chapters::ChapterPage> for CourseNotes {
    fn from(page: chapters::ChapterPage) -> Self {
        let chapters::ChapterHeading { number, title } = page.chapter;
        let chapter = Some(ChapterHeading { number, title });
        CourseNotes { course: page.course.into(), chapter, notes: page.notes.into() }
    }
}

impl ImportResponse {
    pub(crate) fn new(
        outcomes: &[ImportOutcome],
        rejected: Vec<ImportRejection>,
        different: Vec<DifferentCourse>,
    ) -> Self {
        let count = |wanted: ImportOutcome| {
            u32::try_from(outcomes.iter().filter(|outcome| **outcome == wanted).count()).unwrap_or(u32::MAX)
        };
        ImportResponse {
            created: count(ImportOutcome::Created),
            updated: count(ImportOutcome::Updated),
            unchanged: count(ImportOutcome::Unchanged),
            rejected,
            different,
        }
    }

    /// Returns the numbers of courses for the audit log.
    pub(crate) fn counts(&self) -> [(&'static str, u32); 5] {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        [
            ("created", self.created),
            ("updated", self.updated),
            ("unchanged", self.unchanged),
            ("rejected", number(self.rejected.len())),
            ("different", number(self.different.len())),
        ]
    }
}

impl CreateBuiltInCoursesResponse {
    pub(crate) fn new(drafts: &[CourseDraft], outcomes: &[ImportOutcome]) -> Self {
        let codes = |wanted: ImportOutcome| {
            let pairs = drafts.iter().zip(outcomes).filter(|(_, outcome)| **outcome == wanted);
            pairs.map(|(draft, _)| draft.code.to_string()).collect()
        };
        CreateBuiltInCoursesResponse {
            created: codes(ImportOutcome::Created),
            updated: codes(ImportOutcome::Updated),
            unchanged: codes(ImportOutcome::Unchanged),
        }
    }

    /// One line for the audit log.
    pub(crate) fn summary(&self) -> String {
        let list = |codes: &[String]| if codes.is_empty() { "none".to_owned() } else { codes.join(" ") };
        format!("created {}, put back {}", list(&self.created), list(&self.updated))
    }
}

#[cfg(test)]
mod tests {
    use super::CreateBuiltInCoursesResponse;

    #[test]
    fn audit_log_lists_created_and_restored_sample_courses() {
        let made = CreateBuiltInCoursesResponse {
            created: vec!["CS246".into(), "MATH137".into()],
            updated: vec![],
            unchanged: vec![],
        };
        assert_eq!(made.summary(), "created CS246 MATH137, put back none");
    }
}
