//! Students: profiles, and the usernames that each of them may own.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, Put};
use serde::{Deserialize, Serialize};
use wasm_core::course::CourseCode;

use crate::client::Store;
use crate::codec::{Entity, decode, encode, is, text};
use crate::error::{Conflict, Error, Noun, Result};
use crate::follows::Follow;
use crate::ids::{UserId, UsernameKey, UsernamePrefix};
use crate::keys::object::ObjectKey;
use crate::keys::{self, GSI1_PK, GSI1_SK};
use crate::table::{self, Consistency, Order, Outcome, Transaction};
use crate::timestamp::Timestamp;
use crate::unconfirmed;

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
    /// Profile image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_image_key: Option<ObjectKey>,
    /// How many notes are in My Notes.
    #[serde(default)]
    pub saved_count: u32,
    /// When the profile was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Entity for Student {
    const ENTITY: &'static str = "student";
    const SCHEMA: u32 = 1;
}

impl Student {
    /// What others may read: the username as typed, else the name.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        self.display_username.as_deref().unwrap_or(&self.name)
    }
}

/// A student and the courses the student follows, by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Me {
    /// The profile.
    pub student: Student,
    /// Followed courses.
    pub course_codes: Vec<CourseCode>,
}

/// Who owns a username.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Claim {
    uid: UserId,
}

impl Entity for Claim {
    const ENTITY: &'static str = "username_claim";
    const SCHEMA: u32 = 1;
}

/// A profile that does not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStudent {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// Address.
    pub email: String,
    /// Name.
    pub name: String,
    /// Username as typed, when one was chosen.
    pub username: Option<ChosenUsername>,
    /// Whether the address is still to be confirmed; if it never is, the account is purged after some days.
    pub is_unconfirmed: bool,
}

/// A validated username in both spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenUsername {
    /// Lower-cased.
    pub key: UsernameKey,
    /// As typed.
    pub display: String,
}

/// What of a profile changes. `None` leaves a field as it is, `Some(None)` clears it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// New name.
    pub name: Option<String>,
    /// New username; a username is never cleared.
    pub username: Option<ChosenUsername>,
    /// New faculty.
    pub faculty: Option<Option<String>>,
    /// New year of study.
    pub year: Option<Option<String>>,
    /// New profile image.
    pub profile_image_key: Option<Option<ObjectKey>>,
}

/// A profile. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
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
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_me(store: &Store, owner: &UserId) -> Result<Option<Me>> {
    let items = table::query_all(store, &keys::student::me(owner), Order::Ascending, Consistency::Strong).await?;
    let mut items = items.into_iter();
    let Some(first) = items.next().filter(is::<Student>) else { return Ok(None) };
    let student = decode(first)?;
    let course_codes = items.map(|item| decode::<Follow>(item).map(|follow| follow.course)).collect::<Result<_>>()?;
    Ok(Some(Me { student, course_codes }))
}

/// Creates a profile, and claims its username in the same transaction. A profile that is there stays as it
/// is and is returned. 1 read, 4 to 6 writes and 2 in the index.
///
/// # Errors
/// `Conflict(UsernameTaken)`.
pub async fn create(store: &Store, new: &NewStudent, now: Timestamp) -> Result<Student> {
    let student = Student {
        uid: new.uid.clone(),
        email: new.email.clone(),
        name: new.name.clone(),
        username: new.username.as_ref().map(|chosen| chosen.key.clone()),
        display_username: new.username.as_ref().map(|chosen| chosen.display.clone()),
        faculty: None,
        year: None,
        profile_image_key: None,
        saved_count: 0,
        created_at: now,
        updated_at: now,
    };
    let listed = student.username.as_ref().map(keys::student::listed);
    let item = encode(&student, keys::student::primary(&new.uid), listed)?;
    let mut transaction = Transaction::default();
    transaction.put(
        "student",
        table::put(store, item).condition_expression("attribute_not_exists(pk)").build().map_err(table::build_error)?,
    );
    if let Some(username) = &student.username {
        transaction.put("username", claim(store, username, &new.uid)?);
    }
    if new.is_unconfirmed {
        transaction.put("unconfirmed", unconfirmed::put(store, &new.uid, &new.email, student.username.as_ref(), now)?);
    }
    match transaction.run(store).await? {
        Outcome::Done => Ok(student),
        outcome if outcome.refused("student") => get(store, &new.uid).await,
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::UsernameTaken)),
    }
}

/// The profile of a person who just signed in; made on the first visit, with the name given or the part of
/// the address before the `@`. 1 read, on the first visit also 2 writes.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn get_or_create(store: &Store, uid: &UserId, email: &str, name: Option<&str>, now: Timestamp) -> Result<Me> {
    if let Some(me) = find_me(store, uid).await? {
        return Ok(me);
    }
    let prefix = email.split('@').next().unwrap_or_default();
    let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(prefix);
    let new = NewStudent {
        uid: uid.clone(),
        email: email.to_owned(),
        name: name.to_owned(),
        username: None,
        is_unconfirmed: false,
    };
    let student = create(store, &new, now).await?;
    Ok(Me { student, course_codes: Vec::new() })
}

/// The one field of the profile item that is not part of the profile.
#[derive(Debug, Deserialize)]
struct SignedOut {
    #[serde(default)]
    signed_out_at: Option<Timestamp>,
}

impl Entity for SignedOut {
    const ENTITY: &'static str = Student::ENTITY;
    const SCHEMA: u32 = Student::SCHEMA;
}

/// When this person last signed out everywhere: tokens issued until then do not count. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn signed_out_at(store: &Store, owner: &UserId) -> Result<Option<Timestamp>> {
    let found = table::find::<SignedOut>(store, keys::student::primary(owner)).await?;
    Ok(found.and_then(|student| student.signed_out_at))
}

/// Remembers that this person signed out. Condition: there is a profile; without one there is nothing to
/// remember. 1 write, 1 in the index.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn sign_out(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let mut transaction = Transaction::default();
    transaction.update(
        "student",
        table::update(store, keys::student::primary(owner))
            .update_expression("SET signed_out_at = :now")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":now", text(now.to_string()))
            .build()
            .map_err(table::build_error)?,
    );
    transaction.run(store).await.map(|_| ())
}

/// Changes a profile; fields that are not named stay. A new username is claimed and the old one freed in the
/// same transaction. 1 to 2 reads, 2 to 8 writes.
///
/// # Errors
/// `NotFound(Student)`, `Conflict(UsernameTaken)`, `Conflict(Changed)` when it kept changing under us.
pub async fn edit(store: &Store, owner: &UserId, change: &ProfileChange, now: Timestamp) -> Result<Student> {
    for _ in 0..4 {
        let before = get(store, owner).await?;
        let after = changed(&before, change, now);
        let outcome = write_change(store, &before, &after).await?;
        match outcome {
            Outcome::Done => return Ok(after),
            outcome if outcome.refused("claim") => return Err(Error::Conflict(Conflict::UsernameTaken)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

fn changed(before: &Student, change: &ProfileChange, now: Timestamp) -> Student {
    let mut after = before.clone();
    if let Some(name) = &change.name {
        after.name.clone_from(name);
    }
    if let Some(username) = &change.username {
        after.username = Some(username.key.clone());
        after.display_username = Some(username.display.clone());
    }
    if let Some(faculty) = &change.faculty {
        after.faculty.clone_from(faculty);
    }
    if let Some(year) = &change.year {
        after.year.clone_from(year);
    }
    if let Some(image) = &change.profile_image_key {
        after.profile_image_key.clone_from(image);
    }
    after.updated_at = now;
    after
}

async fn write_change(store: &Store, before: &Student, after: &Student) -> Result<Outcome> {
    let mut transaction = Transaction::default();
    transaction.update("student", profile_update(store, before, after)?);
    if before.username != after.username {
        if let Some(username) = &after.username {
            transaction.put("claim", claim(store, username, &after.uid)?);
        }
        if let Some(username) = &before.username {
            transaction.delete(
                "release",
                table::delete(store, keys::username::claim(username))
                    .condition_expression("attribute_not_exists(pk) OR uid = :uid")
                    .expression_attribute_values(":uid", text(after.uid.as_str()))
                    .build()
                    .map_err(table::build_error)?,
            );
        }
    }
    transaction.run(store).await
}

/// The update of the profile item: only what a profile form can change, on condition that the username is
/// still the one we read, so that two renames cannot leave a claim behind.
fn profile_update(store: &Store, before: &Student, after: &Student) -> Result<aws_sdk_dynamodb::types::Update> {
    let listed = after.username.as_ref().map(keys::student::listed);
    let fields = [
        ("name", Some(after.name.clone())),
        ("username", after.username.as_ref().map(ToString::to_string)),
        ("display_username", after.display_username.clone()),
        ("faculty", after.faculty.clone()),
        ("year", after.year.clone()),
        ("profile_image_key", after.profile_image_key.as_ref().map(ToString::to_string)),
        ("updated_at", Some(after.updated_at.to_string())),
        (GSI1_PK, listed.as_ref().map(|key| key.pk.clone())),
        (GSI1_SK, listed.map(|key| key.sk)),
    ];
    let mut set = Vec::new();
    let mut remove = Vec::new();
    let mut names = HashMap::new();
    let mut values: HashMap<String, AttributeValue> = HashMap::new();
    for (field, value) in fields {
        // Some names are words of the expression language, so all go by their placeholder.
        let placeholder = format!("#{field}");
        names.insert(placeholder.clone(), field.to_owned());
        if let Some(value) = value {
            set.push(format!("{placeholder} = :{field}"));
            values.insert(format!(":{field}"), text(value));
        } else {
            remove.push(placeholder);
        }
    }
    let mut expression = format!("SET {}", set.join(", "));
    if !remove.is_empty() {
        expression = format!("{expression} REMOVE {}", remove.join(", "));
    }
    let condition = if let Some(username) = &before.username {
        values.insert(":before".to_owned(), text(username.as_str()));
        "attribute_exists(pk) AND #username = :before"
    } else {
        "attribute_exists(pk) AND attribute_not_exists(#username)"
    };
    table::update(store, keys::student::primary(&after.uid))
        .update_expression(expression)
        .condition_expression(condition)
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .build()
        .map_err(table::build_error)
}

/// The put that claims a username for one student; fine when the student has it already.
fn claim(store: &Store, username: &UsernameKey, uid: &UserId) -> Result<Put> {
    let item = encode(&Claim { uid: uid.clone() }, keys::username::claim(username), None)?;
    table::put(store, item)
        .condition_expression("attribute_not_exists(pk) OR uid = :uid")
        .expression_attribute_values(":uid", text(uid.as_str()))
        .build()
        .map_err(table::build_error)
}

/// Whether somebody owns this username. The claim itself decides; this only spares a useless try. 1 read.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn is_username_taken(store: &Store, username: &UsernameKey) -> Result<bool> {
    Ok(table::find::<Claim>(store, keys::username::claim(username)).await?.is_some())
}

/// The student with this username. 2 reads.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn find_by_username(store: &Store, username: &UsernameKey) -> Result<Option<Student>> {
    let Some(claim) = table::find::<Claim>(store, keys::username::claim(username)).await? else { return Ok(None) };
    find(store, &claim.uid).await
}

/// Students whose username begins like this, by username. 1 read in the index.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn search(store: &Store, prefix: &UsernamePrefix, limit: u32) -> Result<Vec<Student>> {
    let range = keys::student::usernames(prefix);
    let slice = table::query(store, &range, Order::Ascending, Consistency::Eventual, Some(limit), None).await?;
    slice.items.into_iter().map(decode).collect()
}
