//! Wire types of courses in the console.

use serde::{Deserialize, Serialize};
use store::chapters::ChapterMergePlan;
use store::courses;
use store::merge::Preview;
use store::merges;
use utoipa::ToSchema;

use crate::library::courses::wire::picture_url;

/// A course, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedCourse {
    /// Canonical code.
    #[schema(example = "CS246")]
    pub course_code: String,
    #[schema(example = "Object-Oriented Software Development")]
    pub title: String,
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
    /// URL of the picture. A course without one shows a drawn cover.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/courses/CS246/pictures/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub image_url: Option<String>,
    /// Number of students who like the course.
    #[schema(example = 12)]
    pub likes: u32,
    /// Number of notes.
    #[schema(example = 3)]
    pub note_count: u32,
    /// Whether only administrators see it.
    #[schema(example = false)]
    pub hidden: bool,
    /// True while a course that was created hidden has not been shown yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(example = true)]
    pub never_shown: bool,
    /// Target course while a merge is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CS247")]
    pub merging_into: Option<String>,
    /// Send this version with the next edit.
    #[schema(example = 3)]
    pub version: u32,
}

/// A new course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NewManagedCourse {
    /// Course code in any spelling.
    #[schema(required = true, example = "CS 246")]
    pub course_code: String,
    #[schema(required = true, example = "Object-Oriented Software Development")]
    pub title: String,
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
    /// Whether only administrators see it.
    #[schema(example = false)]
    pub hidden: bool,
}

/// New title and description of a course.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct EditCourseRequest {
    #[schema(required = true, example = "Object-Oriented Software Development")]
    pub title: String,
    /// If missing, the description is cleared.
    #[schema(example = "Design, coding, debugging, testing and use of libraries.")]
    pub description: String,
    /// Version that was edited. A newer version is a conflict (409).
    #[schema(required = true, example = 3)]
    pub version: Option<u32>,
}

/// Visibility of a course to students.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CourseVisibilityRequest {
    /// Whether only administrators see it.
    #[schema(required = true, example = true)]
    pub hidden: Option<bool>,
}

/// Effect of a merge on a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChapterMergeOutcome {
    /// The chapter moves and keeps its number.
    Moves,
    /// The target has a chapter with this number. The chapter moves with its cards and gets another number; its notes
    /// keep the old number.
    Renumbered,
    /// The target has a chapter with this number. This chapter has no cards, so only its notes move.
    Folds,
}

/// A chapter of a course to be merged.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergingChapter {
    #[schema(example = 4)]
    pub number: u32,
    #[schema(example = "Pointers")]
    pub title: String,
    #[schema(example = 12)]
    pub cards: u32,
    pub outcome: ChapterMergeOutcome,
    /// New number of a renumbered chapter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 13)]
    pub new_number: Option<u32>,
}

/// Preview of a merge of one course into another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergePreview {
    /// Course that is merged and then removed.
    pub from: ManagedCourse,
    /// Target of the merge.
    pub into: ManagedCourse,
    /// Number of recordings with the merged course as subject. At most 101, which means more than 100.
    #[schema(example = 2)]
    pub recordings: u32,
    pub chapters: Vec<MergingChapter>,
    /// Number of course requests.
    #[schema(example = 0)]
    pub requests: u32,
    /// Kinds of student data. They move at each student's next visit, so they cannot be counted in advance.
    pub later: Vec<StudentDataKind>,
}

/// Data of students that belongs to a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StudentDataKind {
    Likes,
    Follows,
    PersonalCards,
    /// Exams. If a student has an exam in both courses, the one of the target course counts. The other one is set aside
    /// and listed with it.
    Exams,
    /// Notes in My Notes, which then show the code of the target course.
    SavedNotes,
}

/// A merge of two courses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseMerge {
    /// Code of the merged course.
    #[schema(example = "CS246E")]
    pub course_code: String,
    /// Code of the target course, to which the merged code redirects.
    #[schema(example = "CS246")]
    pub into: String,
    /// Title of the merged course.
    #[schema(example = "Object-Oriented Software Development (Enriched)")]
    pub title: String,
    /// Number of moved notes.
    #[schema(example = 25)]
    pub notes: u32,
    /// Number of recordings and album notes whose subject is now the target course.
    #[schema(example = 2)]
    pub links: u32,
    /// Number of chapters that were moved or removed.
    #[schema(example = 4)]
    pub chapters: u32,
    /// Number of moved course requests.
    #[schema(example = 0)]
    pub requests: u32,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub begun_at: String,
    /// Whether the merge is complete. If not, repeat the same request to continue it.
    #[schema(example = true)]
    pub finished: bool,
}

impl From<courses::Course> for ManagedCourse {
    fn from(course: courses::Course) -> Self {
        ManagedCourse {
            image_url: picture_url(&course),
            course_code: course.code.to_string(),
            title: course.title,
            description: course.description,
            likes: course.likes,
            note_count: course.note_count,
            hidden: course.hidden,
            never_shown: course.never_shown,
            merging_into: course.merging_into.map(|code| code.to_string()),
            version: course.version,
        }
    }
}

impl From<Preview> for MergePreview {
    fn from(preview: Preview) -> Self {
        let chapters = preview.chapters.into_iter().map(|(chapter, outcome)| {
            let (outcome, new_number) = match outcome {
                ChapterMergePlan::Moved => (ChapterMergeOutcome::Moves, None),
                ChapterMergePlan::Renumbered(number) => (ChapterMergeOutcome::Renumbered, Some(number)),
                ChapterMergePlan::MergedIntoExisting => (ChapterMergeOutcome::Folds, None),
            };
            MergingChapter {
                number: chapter.number,
                title: chapter.title,
                cards: chapter.card_count,
                outcome,
                new_number,
            }
        });
        MergePreview {
            recordings: preview.recordings,
            chapters: chapters.collect(),
            requests: preview.requests,
            later: preview.moved_later.into_iter().map(Into::into).collect(),
            from: preview.from.into(),
            into: preview.into.into(),
        }
    }
}

impl From<merges::StudentDataKind> for StudentDataKind {
    fn from(kind: merges::StudentDataKind) -> Self {
        match kind {
            merges::StudentDataKind::Likes => StudentDataKind::Likes,
            merges::StudentDataKind::Follows => StudentDataKind::Follows,
            merges::StudentDataKind::PersonalCards => StudentDataKind::PersonalCards,
            merges::StudentDataKind::Exams => StudentDataKind::Exams,
            merges::StudentDataKind::SavedNotes => StudentDataKind::SavedNotes,
        }
    }
}

impl From<merges::CourseMerge> for CourseMerge {
    fn from(merge: merges::CourseMerge) -> Self {
        CourseMerge {
            course_code: merge.from.to_string(),
            into: merge.into.to_string(),
            title: merge.title,
            notes: merge.notes,
            links: merge.links,
            chapters: merge.chapters,
            requests: merge.requests,
            begun_at: merge.begun_at.to_string(),
            finished: merge.finished_at.is_some(),
        }
    }
}

impl CourseMerge {
    /// One line for the audit log.
    pub(crate) fn summary(&self) -> String {
        let CourseMerge { into, notes, links, chapters, requests, finished, .. } = self;
        if *finished {
            format!("into {into}: {notes} notes, {links} links, {chapters} chapters, {requests} requests")
        } else {
            format!("into {into}, begun")
        }
    }
}
