//! What students see of each other. Never an e-mail address, a faculty or a year.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use store::Timestamp;
use store::courses::Course;
use store::saved::SavedNote;
use store::students::Student;
use utoipa::{IntoParams, ToSchema};
use wasm_core::course::CourseCode;

/// A student in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentCard {
    #[schema(example = "amara")]
    pub username: String,
    #[schema(example = "Amara")]
    pub display_username: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://files.example.org/profile-images/7f1d2c1e/01JD8Z5V7R.webp")]
    pub profile_image_url: Option<String>,
}

/// The students whose username begins with what was typed, at most 20.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentCards {
    pub items: Vec<StudentCard>,
}

/// How the username begins.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct StudentQuery {
    /// At least two characters; upper and lower case are the same.
    #[param(required = true, example = "am")]
    pub prefix: String,
}

/// A public profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicProfile {
    #[schema(example = "amara")]
    pub username: String,
    #[schema(example = "Amara")]
    pub display_username: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://files.example.org/profile-images/7f1d2c1e/01JD8Z5V7R.webp")]
    pub profile_image_url: Option<String>,
    /// How many different notes were saved, by name.
    #[schema(example = 4)]
    pub course_count: u32,
    /// The courses of the saved notes, those of the last 30 days first.
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
}

/// How many courses a public profile shows.
const TOP_COURSES: usize = 10;
/// 'This month': 30 days.
const RECENT_SECS: i64 = 30 * 24 * 60 * 60;

impl StudentCard {
    /// Nothing for somebody without a username: nobody could go there.
    pub(crate) fn of(student: Student) -> Option<Self> {
        let username = student.username?.to_string();
        let display_username = student.display_username.unwrap_or_else(|| username.clone());
        Some(StudentCard { username, display_username, profile_image_url: None })
    }
}

impl PublicProfile {
    /// The courses of the saved notes: those saved in the last 30 days first, each group last saved first.
    pub(crate) fn top_codes(saved: &[SavedNote], now: Timestamp) -> Vec<CourseCode> {
        let mut notes: Vec<&SavedNote> = saved.iter().collect();
        let is_old = |note: &SavedNote| now.epoch_secs() - note.saved_at.epoch_secs() > RECENT_SECS;
        notes.sort_by_key(|note| (is_old(note), std::cmp::Reverse(note.saved_at)));
        let mut codes: Vec<CourseCode> = Vec::new();
        for note in notes {
            if !codes.contains(&note.course_code) {
                codes.push(note.course_code);
            }
        }
        codes.truncate(TOP_COURSES);
        codes
    }

    /// What everybody may see of a student: never an address, a faculty or a year.
    pub(crate) fn new(
        student: Student,
        saved: &[SavedNote],
        codes: &[CourseCode],
        courses: Vec<Course>,
    ) -> Option<Self> {
        let StudentCard { username, display_username, profile_image_url } = StudentCard::of(student)?;
        let names: HashSet<&str> = saved.iter().map(|saved| saved.note.title.as_str()).collect();
        let titles: HashMap<CourseCode, String> =
            courses.into_iter().map(|course| (course.code, course.title)).collect();
        let top = |code: &CourseCode| TopCourse {
            code: code.to_string(),
            title: titles.get(code).cloned().unwrap_or_else(|| code.display()),
        };
        Some(PublicProfile {
            username,
            display_username,
            profile_image_url,
            course_count: u32::try_from(names.len()).unwrap_or(u32::MAX),
            top_courses: codes.iter().map(top).collect(),
        })
    }
}
