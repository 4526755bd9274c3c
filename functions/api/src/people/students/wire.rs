//! Wire types of public profiles. They never contain an e-mail address, a faculty or a year.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use store::courses::Course;
use store::saved_notes::SavedNote;
use store::students::Student;
use store::{PhotoId, feed};
use utoipa::{IntoParams, ToSchema};
use wasm_core::course::CourseCode;

/// A student in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentSummary {
    #[schema(example = "amara")]
    pub username: String,
    #[schema(example = "Amara")]
    pub display_username: String,
    /// URL that redirects to the photo. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/photos/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub profile_image_url: Option<String>,
}

/// Students whose username starts with the prefix, at most 20.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentSummaries {
    pub items: Vec<StudentSummary>,
}

/// Prefix of the username.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct StudentQuery {
    /// At least two characters; upper and lower case do not matter.
    #[param(required = true, example = "am")]
    pub prefix: String,
}

/// A public profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicProfile {
    /// Current username. It differs from the one in the path if that is a former one.
    #[schema(example = "amara")]
    pub username: String,
    #[schema(example = "Amara")]
    pub display_username: String,
    /// URL that redirects to the photo. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/photos/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub profile_image_url: Option<String>,
    /// Number of followers.
    #[schema(example = 212)]
    pub followers: u32,
    /// Number of students whom this student follows.
    #[schema(example = 36)]
    pub following: u32,
    /// Whether the caller is one of the followers.
    pub is_followed: bool,
    /// Whether other students see the courses of the saved notes.
    pub shows_courses: bool,
}

/// Courses of a student's saved notes. If the student does not share them, the count is absent and the list is empty.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicCourses {
    /// Number of saved notes with different titles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub course_count: Option<u32>,
    /// The courses of the saved notes, those of the last 30 days first, at most 10.
    pub top_courses: Vec<TopCourse>,
}

/// One course on a public profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopCourse {
    #[schema(example = "CS246")]
    pub code: String,
    #[schema(example = "Object-Oriented Software Development")]
    pub title: String,
    /// Number of saved notes of the course.
    #[schema(example = 9)]
    pub saved_notes: u32,
}

/// Result of following or unfollowing a student.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowedStudent {
    pub is_followed: bool,
    #[schema(example = 213)]
    pub followers: u32,
}

/// Recent activity of the students whom the caller follows, newest first, at most 12.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feed {
    pub items: Vec<FeedItem>,
}
const _: () = assert!(wasm_core::limits::FEED_MAX_ITEMS == 12);

/// One activity of a student.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedItem {
    pub student: StudentSummary,
    pub action: FeedAction,
    /// Course code or playlist id.
    #[schema(example = "CS246")]
    pub id: String,
    /// Title of the course or name of the playlist.
    #[schema(example = "Object-Oriented Software Development")]
    pub title: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub at: String,
}

/// Kind of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FeedAction {
    /// Saved the first note of a course.
    StartedCourse,
    /// Created a public playlist.
    SharedPlaylist,
}

/// Maximum number of courses in a public profile.
const TOP_COURSES: usize = 10;

impl StudentSummary {
    /// Builds the summary. Returns `None` for a student without a username, who has no profile page.
    pub(crate) fn from_student(student: Student) -> Option<Self> {
        let username = student.username?.to_string();
        let display_username = student.display_username.unwrap_or_else(|| username.clone());
        Some(StudentSummary { username, display_username, profile_image_url: student.photo.map(photo_url) })
    }
}

impl FeedItem {
    /// Builds the item of the feed. Returns `None` for a student without a username.
    pub(crate) fn of(line: feed::FeedEntry) -> Option<Self> {
        let (action, id, title) = match line.action {
            feed::FeedAction::Started(course) => (FeedAction::StartedCourse, course.code.to_string(), course.title),
            feed::FeedAction::Shared(playlist) => (FeedAction::SharedPlaylist, playlist.id.to_string(), playlist.name),
        };
        Some(FeedItem {
            student: StudentSummary::from_student(line.student)?,
            action,
            id,
            title,
            at: line.at.to_string(),
        })
    }
}

impl PublicProfile {
    /// Builds the public profile, without e-mail address, faculty and year. Returns `None` for a student without a
    /// username.
    pub(crate) fn new(student: Student, is_followed: bool) -> Option<Self> {
        let Student { followers, following, shows_courses, .. } = student;
        let StudentSummary { username, display_username, profile_image_url } = StudentSummary::from_student(student)?;
        Some(PublicProfile {
            username,
            display_username,
            profile_image_url,
            followers,
            following,
            is_followed,
            shows_courses,
        })
    }
}

impl PublicCourses {
    /// Returns the course codes of the saved notes, most recently saved first.
    pub(crate) fn top_codes(saved: &[SavedNote]) -> Vec<CourseCode> {
        let mut notes: Vec<&SavedNote> = saved.iter().collect();
        notes.sort_by_key(|note| std::cmp::Reverse(note.saved_at));
        let mut codes: Vec<CourseCode> = Vec::new();
        for note in notes {
            if let Some(code) = note.course_code
                && !codes.contains(&code)
            {
                codes.push(code);
            }
        }
        codes.truncate(TOP_COURSES);
        codes
    }

    /// Counts the saved notes with different titles and lists the courses with these codes.
    pub(crate) fn new(saved: &[SavedNote], codes: &[CourseCode], courses: Vec<Course>) -> Self {
        let names: HashSet<&str> = saved.iter().map(|saved| saved.note.details().title.as_str()).collect();
        let titles: HashMap<CourseCode, String> =
            courses.into_iter().map(|course| (course.code, course.title)).collect();
        let top = |code: &CourseCode| TopCourse {
            code: code.to_string(),
            title: titles.get(code).cloned().unwrap_or_else(|| code.display()),
            saved_notes: count(saved.iter().filter(|saved| saved.course_code == Some(*code)).count()),
        };
        PublicCourses { course_count: Some(count(names.len())), top_courses: codes.iter().map(top).collect() }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the URL that redirects to a photo. It contains neither the user id nor the object key.
pub(crate) fn photo_url(photo: PhotoId) -> String {
    format!("/api/photos/{photo}")
}
