//! Students who follow students: one record per pair, and a count on both profiles that changes in the same
//! transaction.
//!
//! Both students need a username, because each appears in a list that others see.

use std::cmp::Reverse;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::UserId;
use model::keys::{self, Range};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_core::limits::FOLLOWED_STUDENTS_MAX;

use crate::people::students::{self, Student};
use crate::personal::{ExportContext, ReferencedIds, UserData};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Following {
    follower: UserId,
    followed: UserId,
    since: Timestamp,
}

impl Entity for Following {
    const ENTITY: &'static str = "following";
}

impl UserData for Following {
    fn collect_references(&self, mentions: &mut ReferencedIds) {
        mentions.students.push(self.followed.clone());
    }

    async fn export_view(self, source: &ExportContext<'_>) -> Result<Option<Value>> {
        // A deleted account has no name.
        let username = source.names.students.get(&self.followed);
        Ok(Some(json!({ "username": username, "since": self.since })))
    }

    async fn clear(store: &Store, owner: &UserId) -> Result<()> {
        remove_account(store, owner).await
    }
}

/// Removes a deleted account from all lists of followers and followed students. Cost: 2 reads, and the cost of
/// [`unfollow`] per pair.
pub async fn remove_account(store: &Store, owner: &UserId) -> Result<()> {
    for range in [keys::follower::followed_by(owner), keys::follower::followers_of(owner)] {
        for fact in facts(store, &range).await? {
            unfollow(store, &fact.follower, &fact.followed).await?;
        }
    }
    Ok(())
}

/// Follows a student. Idempotent. Conditions: both have a username; the follower follows fewer than
/// `FOLLOWED_STUDENTS_MAX`. Cost: 6 writes, 3 index writes, up to 2 reads.
///
/// # Errors
/// `NotFound(Student)`; `Conflict(NoUsername)` when the follower has no username; `Conflict(SelfFollow)`;
/// `LimitReached`.
pub async fn follow(store: &Store, follower: &UserId, followed: &UserId, now: Timestamp) -> Result<()> {
    if follower == followed {
        return Err(Error::Conflict(Conflict::SelfFollow));
    }
    let following = Following { follower: follower.clone(), followed: followed.clone(), since: now };
    let listed = keys::follower::index_key(followed, now, follower);
    let count = attribute("following");
    let has_room = count.clone().is_absent().or(count.is_below(FOLLOWED_STUDENTS_MAX));
    let mut transaction = Transaction::default();
    transaction.add(
        "fact",
        Put::of(&following, keys::follower::primary(follower, followed)).with_index_key(listed).when(absent()),
    );
    transaction.add(
        "follower",
        Update::of(keys::student::primary(follower))
            .add("following", 1)
            .when(attribute("username").is_present().and(has_room)),
    );
    transaction.add(
        "followed",
        Update::of(keys::student::primary(followed)).add("followers", 1).when(attribute("username").is_present()),
    );
    match transaction.run(store).await? {
        Outcome::Done => Ok(()),
        outcome if outcome.refused("fact") => Ok(()),
        outcome if outcome.refused("followed") => Err(Error::NotFound(ResourceKind::Student)),
        Outcome::Refused(_) => {
            if students::get(store, follower).await?.username.is_none() {
                return Err(Error::Conflict(Conflict::NoUsername));
            }
            let max = u32::try_from(FOLLOWED_STUDENTS_MAX).unwrap_or(u32::MAX);
            Err(Error::LimitReached { limit: "FOLLOWED_STUDENTS_MAX", max })
        }
    }
}

/// Stops following a student. Idempotent; does nothing for the student's own profile. Cost: 6 writes, 3 index writes.
pub async fn unfollow(store: &Store, follower: &UserId, followed: &UserId) -> Result<()> {
    if follower == followed {
        // A transaction cannot write the same profile twice.
        return Ok(());
    }
    let (mut follower_is_there, mut followed_is_there) = (true, true);
    loop {
        let mut transaction = Transaction::default();
        transaction.add("fact", Delete::of(keys::follower::primary(follower, followed)).when(exists()));
        if follower_is_there {
            transaction.add("follower", one_less(follower, "following"));
        }
        if followed_is_there {
            transaction.add("followed", one_less(followed, "followers"));
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(()),
            outcome @ Outcome::Refused(_) if outcome.refused("fact") => return Ok(()),
            // A deleted account has no count to update.
            outcome @ Outcome::Refused(_) => {
                follower_is_there &= !outcome.refused("follower");
                followed_is_there &= !outcome.refused("followed");
            }
        }
    }
}

fn one_less(student: &UserId, count: &str) -> Update {
    Update::of(keys::student::primary(student)).add(count, -1).when(attribute(count).is_above(0))
}

/// Returns true if one student follows another. Cost: 1 read.
pub async fn is_following(store: &Store, follower: &UserId, followed: &UserId) -> Result<bool> {
    Ok(table::find::<Following>(store, keys::follower::primary(follower, followed)).await?.is_some())
}

/// Returns all followed students in no order, at most `FOLLOWED_STUDENTS_MAX`. Cost: 1 read.
pub(crate) async fn list_followed_ids(store: &Store, follower: &UserId) -> Result<Vec<UserId>> {
    let facts = facts(store, &keys::follower::followed_by(follower)).await?;
    Ok(facts.into_iter().map(|fact| fact.followed).collect())
}

/// Returns one page of a student's followers, newest first. Cost: 1 index read, 1 read per student.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_followers(
    store: &Store,
    followed: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<Student>> {
    let range = keys::follower::followers_of(followed);
    let page: Page<Following> =
        table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await?;
    let items = profiles(store, page.items.into_iter().map(|fact| fact.follower).collect()).await?;
    Ok(Page { items, next: page.next })
}

/// Returns one page of the followed students, newest first. Cost: 1 read for all records, which are small and limited;
/// 1 per student of the page.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_followed(
    store: &Store,
    follower: &UserId,
    cursor: Option<&Cursor>,
    limit: usize,
) -> Result<Page<Student>> {
    let range = keys::follower::followed_by(follower);
    let mut facts = facts(store, &range).await?;
    facts.sort_by_cached_key(|fact| Reverse((fact.since, fact.followed.clone())));
    // The list is not in the order of the keys, so the cursor contains the position in the list instead of the end of a
    // query.
    let binding = range.to_string();
    if let Some(cursor) = cursor {
        let last: (Timestamp, UserId) = table::decode_offset_cursor(store, &binding, cursor)?;
        facts.retain(|fact| (fact.since, &fact.followed) < (last.0, &last.1));
    }
    let has_more = facts.len() > limit;
    facts.truncate(limit);
    let next = match facts.last() {
        Some(last) if has_more => Some(table::encode_offset_cursor(store, &binding, &(last.since, &last.followed))?),
        _ => None,
    };
    let items = profiles(store, facts.into_iter().map(|fact| fact.followed).collect()).await?;
    Ok(Page { items, next })
}

async fn facts(store: &Store, range: &Range) -> Result<Vec<Following>> {
    let items = table::query_all(store, range, Order::Ascending, Consistency::Eventual).await?;
    items.into_iter().map(decode).collect()
}

/// Returns the existing profiles in this order.
async fn profiles(store: &Store, uids: Vec<UserId>) -> Result<Vec<Student>> {
    let mut found = students::find_many(store, &uids).await?;
    Ok(uids.iter().filter_map(|uid| found.remove(uid)).collect())
}
