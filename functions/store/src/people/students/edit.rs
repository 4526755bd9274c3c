//! What a student changes of the profile by hand.

use cloud::aws::client::Store;
use cloud::aws::expression::{attribute, exists};
use cloud::aws::retry::Retry;
use cloud::aws::transaction::{Outcome, Transaction};
use cloud::aws::write::Update;
use cloud::base::error::{Conflict, Error, Result};
use cloud::base::ids::UserId;
use cloud::base::timestamp::Timestamp;
use cloud::keys;

use super::{ChosenUsername, Student, get, usernames};

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
    let mut retry = Retry::new();
    loop {
        let before = get(store, owner).await?;
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
        transaction.add("forget", usernames::forget_former(&username.key));
        if let Some(former) = &before.username {
            transaction.add("release", usernames::release(former, uid));
            transaction.add("former", usernames::remember_former(former, uid, now));
        }
    }
    transaction
}

/// The update of the profile item: only what changes, on condition that the username is still the one we read, so that
/// two renames cannot leave a claim behind.
fn profile_update(before: &Student, after: &Student, change: &ProfileChange, now: Timestamp) -> Update {
    let mut update = Update::between(keys::student::primary(&before.uid), before, after)
        .set("updated_at", now)
        .when(exists().and(attribute("username").is_exactly(before.username.as_ref())));
    if let Some(username) = &change.username {
        update = update.set_listed(keys::student::listed(&username.key));
    }
    update
}
