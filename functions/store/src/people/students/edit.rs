//! Edits of a profile by its student.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;

use super::{ChosenUsername, Student, get, usernames};

/// Changes to a profile. `None` leaves a field unchanged; `Some(None)` clears it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// New name.
    pub name: Option<String>,
    /// New username; a username cannot be cleared.
    pub username: Option<ChosenUsername>,
    /// New faculty.
    pub faculty: Option<Option<String>>,
    /// New year of study.
    pub year: Option<Option<String>>,
    /// New visibility of the courses of the saved notes.
    pub shows_courses: Option<bool>,
    /// Values that the caller saw in the changed fields.
    pub seen: ProfileBase,
}

/// Texts of a profile as a device showed them before a change, empty for no value. A field that is `None` is replaced
/// without a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileBase {
    /// Name.
    pub name: Option<String>,
    /// Username as it is displayed.
    pub username: Option<String>,
    /// Faculty.
    pub faculty: Option<String>,
    /// Year of study.
    pub year: Option<String>,
}

impl ProfileChange {
    /// Returns true if another device has changed a field to a different value.
    fn conflicts_with(&self, current: &Student) -> bool {
        let ProfileChange { name, username, faculty, year, seen, .. } = self;
        let username = username.as_ref().map(|username| username.display.as_str());
        let faculty = faculty.as_ref().map(|faculty| faculty.as_deref().unwrap_or_default());
        let year = year.as_ref().map(|year| year.as_deref().unwrap_or_default());
        is_changed(name.as_deref(), seen.name.as_deref(), Some(&current.name))
            || is_changed(username, seen.username.as_deref(), current.display_username.as_deref())
            || is_changed(faculty, seen.faculty.as_deref(), current.faculty.as_deref())
            || is_changed(year, seen.year.as_deref(), current.year.as_deref())
    }
}

fn is_changed(new: Option<&str>, seen: Option<&str>, current: Option<&str>) -> bool {
    let current = current.unwrap_or_default();
    new.is_some_and(|new| new != current) && seen.is_some_and(|seen| seen != current)
}

/// Changes a profile. Other fields keep their values, even if they are changed concurrently. A new username is claimed
/// and the old one released in the same transaction. The old username leads to this profile for a while unless another
/// student claims it. Cost: 1 to 2 reads, 2 to 10 writes.
///
/// # Errors
/// `NotFound(Student)`, `Conflict(UsernameTaken)`; `Conflict(VersionMismatch)` if another device has changed one of
/// these fields since they were seen.
pub async fn edit(store: &Store, owner: &UserId, change: &ProfileChange, now: Timestamp) -> Result<Student> {
    let mut retry = Retry::new();
    loop {
        let before = get(store, owner).await?;
        if change.conflicts_with(&before) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let after = changed(before.clone(), change, now);
        match write_change(&before, &after, change, now).run(store).await? {
            Outcome::Done => return Ok(after),
            outcome if outcome.refused("claim") => return Err(Error::Conflict(Conflict::UsernameTaken)),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
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

fn write_change(before: &Student, after: &Student, change: &ProfileChange, now: Timestamp) -> Transaction {
    let uid = &before.uid;
    let mut transaction = Transaction::default();
    transaction.add("student", profile_update(before, after, change, now));
    if let Some(username) = &change.username
        && before.username.as_ref() != Some(&username.key)
    {
        transaction.add("claim", usernames::claim(&username.key, uid));
        transaction.add("forget", usernames::end_redirect(&username.key));
        if let Some(former) = &before.username {
            transaction.add("release", usernames::release(former, uid));
            transaction.add("former", usernames::redirect_former(former, uid, now));
        }
    }
    transaction
}

/// Returns the update of the changed fields. Conditions: the username is unchanged, because two concurrent renames
/// would otherwise leave a claim behind; so are the fields for which the edit contains the value that the caller saw.
fn profile_update(before: &Student, after: &Student, change: &ProfileChange, now: Timestamp) -> Update {
    let mut update = Update::between(keys::student::primary(&before.uid), before, after)
        .set("updated_at", now)
        .when(exists().and(attribute("username").eq_option(before.username.as_ref())));
    let ProfileBase { name, faculty, year, .. } = &change.seen;
    if name.is_some() {
        update = update.when(attribute("name").is(&before.name));
    }
    if faculty.is_some() {
        update = update.when(attribute("faculty").eq_option(before.faculty.as_ref()));
    }
    if year.is_some() {
        update = update.when(attribute("year").eq_option(before.year.as_ref()));
    }
    if let Some(username) = &change.username {
        update = update.set_index_key(keys::student::index_key(&username.key));
    }
    update
}
