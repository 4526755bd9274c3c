//! Creates profiles at sign-up or at the first visit.

use aws::client::Store;
use aws::expression::absent;
use aws::transaction::{Outcome, Transaction};
use aws::write::Put;
use model::error::{Conflict, Error, Result};
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;

use super::{ChosenUsername, Me, MergeNews, Student, find_me, get, name_from_address, usernames};
use crate::people::unconfirmed;

/// A profile to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStudent {
    /// The `sub` of the user pool.
    pub uid: UserId,
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: String,
    /// Username as entered, if one was chosen.
    pub username: Option<ChosenUsername>,
    /// True if the address is not confirmed yet. Until then the account has no username, and it is purged after some
    /// days: see [`unconfirmed`].
    pub is_unconfirmed: bool,
}

/// Creates a profile and claims its username in the same transaction. Returns an existing profile unchanged. Cost: 1
/// read, 2 to 6 writes, 2 index writes.
///
/// # Errors
/// `Conflict(UsernameTaken)`.
pub async fn create(store: &Store, new: &NewStudent, now: Timestamp) -> Result<Student> {
    let claimed = new.username.as_ref().filter(|_| !new.is_unconfirmed);
    let student = Student {
        uid: new.uid.clone(),
        email: new.email.clone(),
        name: new.name.clone(),
        username: claimed.map(|chosen| chosen.key.clone()),
        display_username: claimed.map(|chosen| chosen.display.clone()),
        faculty: None,
        year: None,
        photo: None,
        shows_courses: true,
        followers: 0,
        following: 0,
        saved_count: 0,
        saved_edition: 0,
        started: Vec::new(),
        newest_playlist: None,
        created_at: now,
        updated_at: now,
    };
    let listed = student.username.as_ref().map(keys::student::index_key);
    let mut transaction = Transaction::default();
    transaction.add(
        "student",
        Put::of(&student, keys::student::primary(&new.uid)).with_optional_index_key(listed).when(absent()),
    );
    if let Some(username) = &student.username {
        transaction.add("username", usernames::claim(username, &new.uid));
        transaction.add("former", usernames::end_redirect(username));
    }
    if new.is_unconfirmed {
        transaction.add("unconfirmed", unconfirmed::put_marker(&student, new.username.as_ref(), now));
    }
    match transaction.run(store).await? {
        Outcome::Done => Ok(student),
        outcome if outcome.refused("student") => get(store, &new.uid).await,
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::UsernameTaken)),
    }
}

/// Returns the profile of a signed-in user, created on the first visit. The name is `name`, or else the part of the
/// address before the `@`, which [`Student::public_name`] hides from others. Cost: 1 read; 2 writes on the first visit.
pub async fn get_or_create(store: &Store, uid: &UserId, email: &str, name: Option<&str>, now: Timestamp) -> Result<Me> {
    if let Some(me) = find_me(store, uid).await? {
        return Ok(me);
    }
    let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or_else(|| name_from_address(email));
    let new = NewStudent {
        uid: uid.clone(),
        email: email.to_owned(),
        name: name.to_owned(),
        username: None,
        is_unconfirmed: false,
    };
    let student = create(store, &new, now).await?;
    Ok(Me { student, course_codes: Vec::new(), has_second_factor: false, merge_news: MergeNews::default() })
}
