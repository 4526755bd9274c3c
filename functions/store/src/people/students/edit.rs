//! What a student changes of the profile by hand.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, Update};

use super::{ChosenUsername, Student, get, usernames};
use crate::aws::client::Store;
use crate::aws::codec::text;
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::ids::UserId;
use crate::base::timestamp::Timestamp;
use crate::keys::{self, GSI1_PK, GSI1_SK};

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
    /// Whether others see the courses of the saved notes.
    pub shows_courses: Option<bool>,
}

/// Changes a profile; fields that are not named stay, also when somebody changes them at the same time. A new username
/// is claimed and the old one freed in the same transaction; the old one goes on leading here for a while, unless
/// somebody else claims it. 1 to 2 reads, 2 to 10 writes.
///
/// # Errors
/// `NotFound(Student)`, `Conflict(UsernameTaken)`, `Conflict(Changed)` when it kept changing under us.
pub async fn edit(store: &Store, owner: &UserId, change: &ProfileChange, now: Timestamp) -> Result<Student> {
    for _ in 0..4 {
        let before = get(store, owner).await?;
        let outcome = write_change(store, &before, change, now).await?;
        match outcome {
            Outcome::Done => return Ok(changed(before, change, now)),
            outcome if outcome.refused("claim") => return Err(Error::Conflict(Conflict::UsernameTaken)),
            Outcome::Refused(_) => {}
        }
    }
    Err(Error::Conflict(Conflict::Changed))
}

fn changed(before: Student, change: &ProfileChange, now: Timestamp) -> Student {
    let mut after = before;
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
    if let Some(shows_courses) = change.shows_courses {
        after.shows_courses = shows_courses;
    }
    after.updated_at = now;
    after
}

async fn write_change(store: &Store, before: &Student, change: &ProfileChange, now: Timestamp) -> Result<Outcome> {
    let uid = &before.uid;
    let mut transaction = Transaction::default();
    transaction.update("student", profile_update(store, before, change, now)?);
    if let Some(username) = &change.username
        && before.username.as_ref() != Some(&username.key)
    {
        transaction.put("claim", usernames::claim(store, &username.key, uid)?);
        transaction.delete("forget", usernames::forget_former(store, &username.key)?);
        if let Some(former) = &before.username {
            transaction.delete("release", usernames::release(store, former, uid)?);
            transaction.put("former", usernames::remember_former(store, former, uid, now)?);
        }
    }
    transaction.run(store).await
}

/// The update of the profile item: only what changes, on condition that the username is still the one we read, so that
/// two renames cannot leave a claim behind.
fn profile_update(store: &Store, before: &Student, change: &ProfileChange, now: Timestamp) -> Result<Update> {
    let words = |value: &Option<String>| value.as_ref().map(text);
    let mut fields = vec![("updated_at", Some(text(now.to_string())))];
    fields.extend(change.name.as_ref().map(|name| ("name", Some(text(name)))));
    fields.extend(change.faculty.as_ref().map(|faculty| ("faculty", words(faculty))));
    fields.extend(change.year.as_ref().map(|year| ("year", words(year))));
    fields.extend(change.shows_courses.map(|shows| ("shows_courses", Some(AttributeValue::Bool(shows)))));
    if let Some(username) = &change.username {
        let listed = keys::student::listed(&username.key);
        fields.push(("username", Some(text(username.key.as_str()))));
        fields.push(("display_username", Some(text(&username.display))));
        fields.push((GSI1_PK, Some(text(listed.pk))));
        fields.push((GSI1_SK, Some(text(listed.sk))));
    }
    let mut set = Vec::new();
    let mut remove = Vec::new();
    let mut names = HashMap::from([("#username".to_owned(), "username".to_owned())]);
    let mut values: HashMap<String, AttributeValue> = HashMap::new();
    for (field, value) in fields {
        // Some names are words of the expression language, so all go by their placeholder.
        let placeholder = format!("#{field}");
        names.insert(placeholder.clone(), field.to_owned());
        if let Some(value) = value {
            set.push(format!("{placeholder} = :{field}"));
            values.insert(format!(":{field}"), value);
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
    table::update(store, keys::student::primary(&before.uid))
        .update_expression(expression)
        .condition_expression(condition)
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .build()
        .map_err(table::build_error)
}
