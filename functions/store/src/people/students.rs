//! Student profiles, photos and usernames.

mod create;
mod edit;
mod merge_news;
pub mod photo;
mod security_state;
mod usernames;

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, decode, has_entity};
use aws::table::{self, Consistency, Order};
use model::error::{Error, ResourceKind, Result};
use model::ids::{PhotoId, PlaylistId, UserId, UsernameKey, UsernamePrefix};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::STARTED_COURSES_MAX;

use crate::people::course_follows::Follow;

pub use create::{NewStudent, create, get_or_create};
pub use edit::{ProfileBase, ProfileChange, edit};
pub(crate) use merge_news::add_unread_merges;
pub use merge_news::{MergeNews, mark_merge_read};
pub use security_state::{SecurityState, record_second_factor, security_state, sign_out};
pub(crate) use usernames::{claim_first, release};
pub use usernames::{find_by_any_username, find_by_username, is_username_taken};

/// Name of a student who has not entered one.
pub const DEFAULT_NAME: &str = "Student";

/// The profile of a student.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// E-mail address, visible only to the student.
    pub email: String,
    /// Name.
    pub name: String,
    /// Lower-case username for search and URLs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
    /// Username as it was entered, for display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_username: Option<String>,
    /// Faculty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faculty: Option<String>,
    /// Year of study, free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// Photo that other students see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<PhotoId>,
    /// True if other students see the courses of the saved notes.
    pub shows_courses: bool,
    /// Number of followers.
    pub followers: u32,
    /// Number of followed students.
    pub following: u32,
    /// Number of notes in My Notes.
    pub saved_count: u32,
    /// Number of changes to My Notes.
    pub saved_edition: u32,
    /// Courses of which the student saved a first note, newest first, at most `STARTED_COURSES_MAX`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<StartedCourse>,
    /// The playlist that became public last. It may have been made private or deleted since, so readers must check it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_playlist: Option<PublicPlaylist>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

/// A course of which a student has saved notes, with the time of the first one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedCourse {
    /// Course code.
    pub course: CourseCode,
    /// Time when the first note was saved.
    pub since: Timestamp,
}

/// Reference to a playlist that became public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicPlaylist {
    /// Playlist id.
    pub playlist: PlaylistId,
    /// Time when it became public.
    pub since: Timestamp,
}

impl Entity for Student {
    const ENTITY: &'static str = "student";
}

impl Student {
    /// Returns the public name: the username as entered, else the name. Names derived from the e-mail address are
    /// replaced with [`DEFAULT_NAME`], because they reveal most of the address.
    #[must_use]
    pub fn public_name(&self) -> &str {
        let name = if self.has_name_from_email() { DEFAULT_NAME } else { &self.name };
        self.display_username.as_deref().unwrap_or(name)
    }

    /// Returns true if the name is the part of the address before the `@`.
    pub(crate) fn has_name_from_email(&self) -> bool {
        self.email.split_once('@').is_some_and(|(local, _)| local.eq_ignore_ascii_case(&self.name))
    }

    /// Returns the started courses with this one added, or `None` if it is already included.
    pub(crate) fn with_started_course(&self, course: CourseCode, now: Timestamp) -> Option<Vec<StartedCourse>> {
        if self.started.iter().any(|started| started.course == course) {
            return None;
        }
        let newest = std::iter::once(StartedCourse { course, since: now });
        Some(newest.chain(self.started.iter().cloned()).take(STARTED_COURSES_MAX).collect())
    }
}

/// A student and the followed courses, by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Me {
    /// The profile.
    pub student: Student,
    /// Followed courses.
    pub course_codes: Vec<CourseCode>,
    /// True if a second factor is required, as in [`SecurityState`].
    pub has_second_factor: bool,
    /// Merges that the student has not read about.
    pub merge_news: MergeNews,
}

/// A validated username in both spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenUsername {
    /// Lower-case username.
    pub key: UsernameKey,
    /// Username as entered.
    pub display: String,
}

/// Returns the default name of a profile: the part of the address before the `@`.
pub(crate) fn name_from_address(email: &str) -> &str {
    email.split_once('@').map_or(DEFAULT_NAME, |(local, _)| local)
}

/// Returns a profile. Cost: 1 read.
pub async fn find(store: &Store, owner: &UserId) -> Result<Option<Student>> {
    table::find(store, keys::student::primary(owner)).await
}

/// Returns a profile. Cost: 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn get(store: &Store, owner: &UserId) -> Result<Student> {
    find(store, owner).await?.ok_or(Error::NotFound(ResourceKind::Student))
}

/// Returns a profile with the followed courses in one query. Cost: 1 read.
pub async fn find_me(store: &Store, owner: &UserId) -> Result<Option<Me>> {
    let items =
        table::query_all(store, &keys::student::profile_and_follows(owner), Order::Ascending, Consistency::Strong)
            .await?;
    let mut items = items.into_iter();
    let Some(first) = items.next().filter(has_entity::<Student>) else { return Ok(None) };
    let SecurityState { has_second_factor, .. } = decode(first.clone())?;
    let merge_news = decode(first.clone())?;
    let student = decode(first)?;
    let course_codes = items.map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect::<Result<_>>()?;
    Ok(Some(Me { student, course_codes, has_second_factor, merge_news }))
}

/// Returns the existing profiles by owner. Cost: 1 read each, 1 request per 100.
pub async fn find_many(store: &Store, owners: &[UserId]) -> Result<HashMap<UserId, Student>> {
    let keys = owners.iter().map(keys::student::primary).collect();
    let found: Vec<Student> = table::find_many(store, keys).await?;
    Ok(found.into_iter().map(|student| (student.uid.clone(), student)).collect())
}

/// Returns students whose username starts with `prefix`, by username. Cost: 1 index read.
pub async fn search(store: &Store, prefix: &UsernamePrefix, limit: u32) -> Result<Vec<Student>> {
    let range = keys::student::by_username_prefix(prefix);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(limit), None).await?;
    slice.items.into_iter().map(decode).collect()
}
