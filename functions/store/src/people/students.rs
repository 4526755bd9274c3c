//! Students: profiles, their photos, and the usernames that each of them may own.

mod create;
mod edit;
pub mod photo;
mod standing;
mod usernames;

use std::collections::HashMap;

use aws::client::Store;
use aws::codec::{Entity, decode, is};
use aws::table::{self, Consistency, Order};
use model::error::{Error, Noun, Result};
use model::ids::{PhotoId, PlaylistId, UserId, UsernameKey, UsernamePrefix};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;
use wasm_core::limits::STARTED_COURSES_MAX;

use crate::people::follows::Follow;

pub use create::{NewStudent, create, get_or_create};
pub use edit::{ProfileChange, Seen, edit};
pub use standing::{Standing, remember_second_factor, sign_out, standing};
pub(crate) use usernames::{claim_first, release};
pub use usernames::{find_by_any_username, find_by_username, is_username_taken};

/// The name of somebody who has not said one.
pub const NAMELESS: &str = "Student";

/// A student's profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// Address. Only for the student, never for others.
    pub email: String,
    /// Name.
    pub name: String,
    /// Username, lower-cased; what searches and addresses use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<UsernameKey>,
    /// Username as it was typed; what is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_username: Option<String>,
    /// Faculty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faculty: Option<String>,
    /// Year of study, free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// The picture that others see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<PhotoId>,
    /// Whether others see the courses of the saved notes.
    #[serde(default = "yes")]
    pub shows_courses: bool,
    /// How many students follow this one.
    #[serde(default)]
    pub followers: u32,
    /// How many students this one follows.
    #[serde(default)]
    pub following: u32,
    /// How many notes are in My Notes.
    #[serde(default)]
    pub saved_count: u32,
    /// Grows whenever a note comes into My Notes or goes out of it.
    #[serde(default)]
    pub saved_edition: u32,
    /// Courses of which a note was saved for the first time, the newest first, at most `STARTED_COURSES_MAX`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<Started>,
    /// The last playlist that came to be seen by everybody. It may be private again, or gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_playlist: Option<ShownPlaylist>,
    /// When the profile was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A course that a student has begun to collect notes of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// Its code.
    pub course: CourseCode,
    /// When its first note was saved.
    pub since: Timestamp,
}

/// A playlist that everybody may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlaylist {
    /// Its id.
    pub playlist: PlaylistId,
    /// Since when everybody may see it.
    pub since: Timestamp,
}

/// Profiles from before the switch show their courses, as they always did.
fn yes() -> bool {
    true
}

impl Entity for Student {
    const ENTITY: &'static str = "student";
    const SCHEMA: u32 = 1;
}

impl Student {
    /// What others may read: the username as typed, else the name. Profiles were once named after the address; who has such a
    /// name is nameless, for it tells most of the address.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        let name = if self.is_named_after_address() { NAMELESS } else { &self.name };
        self.display_username.as_deref().unwrap_or(name)
    }

    /// Returns whether the name is the part of the address before the `@`.
    pub(crate) fn is_named_after_address(&self) -> bool {
        self.email.split_once('@').is_some_and(|(local, _)| local.eq_ignore_ascii_case(&self.name))
    }

    /// The courses begun lately, after a note of this one was saved; nothing when it is among them already.
    pub(crate) fn starting(&self, course: CourseCode, now: Timestamp) -> Option<Vec<Started>> {
        if self.started.iter().any(|started| started.course == course) {
            return None;
        }
        let newest = std::iter::once(Started { course, since: now });
        Some(newest.chain(self.started.iter().cloned()).take(STARTED_COURSES_MAX).collect())
    }
}

/// A student and the courses the student follows, by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Me {
    /// The profile.
    pub student: Student,
    /// Followed courses.
    pub course_codes: Vec<CourseCode>,
    /// As in [`Standing`].
    pub has_second_factor: bool,
}

/// A validated username in both spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenUsername {
    /// Lower-cased.
    pub key: UsernameKey,
    /// As typed.
    pub display: String,
}

/// Returns the name of a profile whose owner has not given one: the part of the address before the `@`.
pub(crate) fn name_from_address(email: &str) -> &str {
    email.split_once('@').map_or(NAMELESS, |(local, _)| local)
}

/// A profile. 1 read.
pub async fn find(store: &Store, owner: &UserId) -> Result<Option<Student>> {
    table::find(store, keys::student::primary(owner)).await
}

/// A profile. 1 read.
///
/// # Errors
/// `NotFound(Student)`.
pub async fn get(store: &Store, owner: &UserId) -> Result<Student> {
    find(store, owner).await?.ok_or(Error::NotFound(Noun::Student))
}

/// A profile with the followed courses, in one query. 1 read.
pub async fn find_me(store: &Store, owner: &UserId) -> Result<Option<Me>> {
    let items = table::query_all(store, &keys::student::me(owner), Order::Ascending, Consistency::Strong).await?;
    let mut items = items.into_iter();
    let Some(first) = items.next().filter(is::<Student>) else { return Ok(None) };
    let Standing { has_second_factor, .. } = decode(first.clone())?;
    let student = decode(first)?;
    let course_codes = items.map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect::<Result<_>>()?;
    Ok(Some(Me { student, course_codes, has_second_factor }))
}

/// Several profiles, those that are there, by owner. 1 read each, one request for each 100.
pub async fn find_many(store: &Store, owners: &[UserId]) -> Result<HashMap<UserId, Student>> {
    let keys = owners.iter().map(keys::student::primary).collect();
    let found: Vec<Student> = table::find_many(store, keys).await?;
    Ok(found.into_iter().map(|student| (student.uid.clone(), student)).collect())
}

/// Students whose username begins like this, by username. 1 read in the index.
pub async fn search(store: &Store, prefix: &UsernamePrefix, limit: u32) -> Result<Vec<Student>> {
    let range = keys::student::usernames(prefix);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(limit), None).await?;
    slice.items.into_iter().map(decode).collect()
}
