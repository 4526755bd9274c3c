//! What students see of each other. Never an e-mail address, a faculty or a year.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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
    #[schema(example = "Week 3: Observers")]
    pub title: String,
}
