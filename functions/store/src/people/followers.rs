//! Students who follow students: one fact a pair, and a count on both profiles that moves in the same transaction.
//!
//! Who follows and who is followed have a username: each is in a list that others see.

use std::cmp::Reverse;

use aws::client::Store;
use aws::codec::{Entity, decode};
use aws::expression::{absent, attribute, exists};
use aws::table::{self, Consistency, Order};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, Noun, Result};
use model::ids::UserId;
use model::keys::{self, Range};
use model::page::{Cursor, Page};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::FOLLOWED_STUDENTS_MAX;

use crate::people::students::{self, Student};

/// That one student follows another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Following {
    follower: UserId,
    followed: UserId,
    since: Timestamp,
}

impl Entity for Following {
    const ENTITY: &'static str = "following";
    const SCHEMA: u32 = 1;
}

/// Follows a student; following again changes nothing. Conditions: both have a username, the follower follows fewer
/// than `FOLLOWED_STUDENTS_MAX`. 6 writes and 3 in the index, up to 2 reads.
///
/// # Errors
/// `NotFound(Student)`; `Conflict(NoUsername)` when the follower has none yet; `Conflict(OneselfFollowed)` for
/// oneself; `LimitReached`.
pub async fn follow(store: &Store, follower: &UserId, followed: &UserId, now: Timestamp) -> Result<()> {
    if follower == followed {
        return Err(Error::Conflict(Conflict::OneselfFollowed));
    }
    let following = Following { follower: follower.clone(), followed: followed.clone(), since: now };
    let listed = keys::follower::listed(followed, now, follower);
    let count = attribute("following");
    let has_room = count.clone().is_absent().or(count.is_below(FOLLOWED_STUDENTS_MAX));
    let mut transaction = Transaction::default();
    transaction
        .add("fact", Put::of(&following, keys::follower::primary(follower, followed)).listed(listed).when(absent()));
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
        outcome if outcome.refused("followed") => Err(Error::NotFound(Noun::Student)),
        Outcome::Refused(_) => {
            if students::get(store, follower).await?.username.is_none() {
                return Err(Error::Conflict(Conflict::NoUsername));
            }
            let max = u32::try_from(FOLLOWED_STUDENTS_MAX).unwrap_or(u32::MAX);
            Err(Error::LimitReached { limit: "FOLLOWED_STUDENTS_MAX", max })
        }
    }
}

/// Stops following a student; doing it again changes nothing, and neither does unfollowing oneself, whom nobody follows. 6
/// writes and 3 in the index.
pub async fn unfollow(store: &Store, follower: &UserId, followed: &UserId) -> Result<()> {
    if follower == followed {
        // A transaction cannot write one profile twice.
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
            // Whoever has deleted their account has no count left to keep.
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

/// Whether one student follows another. 1 read.
pub async fn is_following(store: &Store, follower: &UserId, followed: &UserId) -> Result<bool> {
    Ok(table::find::<Following>(store, keys::follower::primary(follower, followed)).await?.is_some())
}

/// Everybody whom one follows, in no order: at most `FOLLOWED_STUDENTS_MAX`. 1 read.
pub(crate) async fn followed_by(store: &Store, follower: &UserId) -> Result<Vec<UserId>> {
    let facts = facts(store, &keys::follower::followed_by(follower)).await?;
    Ok(facts.into_iter().map(|fact| fact.followed).collect())
}

/// One page of the students who follow one, the newest first. 1 read in the index and 1 a student.
///
/// # Errors
/// `InvalidCursor`.
pub async fn list_followers(
    store: &Store,
    followed: &UserId,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<Page<Student>> {
    let range = keys::follower::of(followed);
    let page: Page<Following> =
        table::page(store, &range, Order::Descending, Consistency::Eventual, cursor, limit).await?;
    let items = profiles(store, page.items.into_iter().map(|fact| fact.follower).collect()).await?;
    Ok(Page { items, next: page.next })
}

/// One page of the students whom one follows, the newest first. 1 read for all facts, which are small and limited, and 1
/// a student of the page.
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
    // The order is none of keys, so the place in the list is sealed here instead of where a query stopped.
    let binding = range.to_string();
    if let Some(cursor) = cursor {
        let last: (Timestamp, UserId) = table::open_place(store, &binding, cursor)?;
        facts.retain(|fact| (fact.since, &fact.followed) < (last.0, &last.1));
    }
    let has_more = facts.len() > limit;
    facts.truncate(limit);
    let next = match facts.last() {
        Some(last) if has_more => Some(table::seal_place(store, &binding, &(last.since, &last.followed))?),
        _ => None,
    };
    let items = profiles(store, facts.into_iter().map(|fact| fact.followed).collect()).await?;
    Ok(Page { items, next })
}

/// Takes somebody whose account is gone out of everybody's followers and following. Done again it changes nothing.
/// 2 reads, and for each pair what [`unfollow`] costs.
pub async fn purge(store: &Store, gone: &UserId) -> Result<()> {
    for range in [keys::follower::followed_by(gone), keys::follower::of(gone)] {
        for fact in facts(store, &range).await? {
            unfollow(store, &fact.follower, &fact.followed).await?;
        }
    }
    Ok(())
}

async fn facts(store: &Store, range: &Range) -> Result<Vec<Following>> {
    let items = table::query_all(store, range, Order::Ascending, Consistency::Eventual).await?;
    items.into_iter().map(decode).collect()
}

/// The profiles of these students that are there, in this order.
async fn profiles(store: &Store, uids: Vec<UserId>) -> Result<Vec<Student>> {
    let mut found = students::find_many(store, &uids).await?;
    Ok(uids.iter().filter_map(|uid| found.remove(uid)).collect())
}
