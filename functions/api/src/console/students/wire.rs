//! Wire types of students in the console.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A search for one student.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentSearch {
    /// A whole username, in any case, or a whole e-mail address.
    #[serde(default)]
    #[schema(required = true, example = "amara")]
    pub text: String,
}

/// A student as administrators see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedStudent {
    #[schema(example = "0b1c8f2e-5d1a-4c57-9d0e-3a7f6b2c1d4e")]
    pub id: String,
    /// Username as entered. Absent until one is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Amara")]
    pub username: Option<String>,
    #[schema(example = "Amara Osei")]
    pub name: String,
    #[schema(example = "amara@students.example")]
    pub email: String,
    /// Time of the sign-up.
    #[schema(example = "2026-09-02T10:00:00Z")]
    pub joined_at: String,
    /// Last use of any open session, accurate to an hour. Absent without an open session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub last_used_at: Option<String>,
    /// Number of open sessions.
    #[schema(example = 2)]
    pub sessions: usize,
    /// Whether the account belongs to an administrator, which cannot be changed here.
    pub is_admin: bool,
    /// Time of the block. Absent if the account is not blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-22T10:00:00Z")]
    pub blocked_at: Option<String>,
    /// Number of personal cards.
    #[schema(example = 120)]
    pub own_cards: u32,
    /// Number of notes in My Notes.
    #[schema(example = 34)]
    pub saved_notes: u32,
    #[schema(example = 3)]
    pub playlists: usize,
    /// Number of followed courses.
    #[schema(example = 5)]
    pub followed_courses: usize,
    /// Number of followed students.
    #[schema(example = 36)]
    pub following: u32,
    #[schema(example = 212)]
    pub followers: u32,
    /// Number of reviews of study cards.
    #[schema(example = 1480)]
    pub reviews: usize,
}
