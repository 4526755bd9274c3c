//! Where somebody is signed in: one record for each session, which every refresh looks up. Without its record a session does
//! not go on, whatever the user pool says of its tokens.
//!
//! A session's secret is in its cookie alone. What is kept and shown, its id, is the hash of that, so whoever reads the list
//! cannot make a cookie that passes for another session.

use std::cmp::Reverse;

use aws::batch::at_once;
use aws::client::Store;
use aws::codec::Entity;
use aws::expression::exists;
use aws::table;
use aws::write::{Delete, Put, Update};
use model::error::Result;
use model::ids::{SessionId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::SESSIONS_MAX;

/// As long as a refresh token counts, and a day for clocks and for the table, which drops things late.
const KEPT_SECS: u64 = 31 * 86_400;
/// The last use is written down at most this often: a page refreshes four times as often.
const NOTED_EVERY_SECS: u64 = 3600;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Browser and system, as they name themselves: `Firefox on Windows`.
    pub device: String,
    /// When somebody signed in. Nothing for sessions that are older than these records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_at: Option<Timestamp>,
    /// When it was last used, give or take an hour.
    pub used_at: Timestamp,
    /// Second after which the table drops this; its tokens have ended by then.
    pub expires_at: i64,
}

impl Entity for Session {
    const ENTITY: &'static str = "session";
    const SCHEMA: u32 = 1;
}

impl Session {
    /// A session that begins now.
    #[must_use]
    pub fn new(id: SessionId, device: String, now: Timestamp) -> Self {
        let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
        Session { id, device, began_at: Some(now), used_at: now, expires_at }
    }

    /// One that began before there were these records, and is used now.
    #[must_use]
    pub fn of_before(id: SessionId, device: String, now: Timestamp) -> Self {
        Session { began_at: None, ..Session::new(id, device, now) }
    }
}

/// That only sessions with a record go on. A session that is older than these records gets its own at the next refresh, but
/// not any more once somebody has ended one: a stolen cookie whose secret was cut off would look just like it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct OnlyListed {
    /// Second after which the table drops this; what was to be kept out has ended by then.
    expires_at: i64,
}

impl Entity for OnlyListed {
    const ENTITY: &'static str = "only_listed_sessions";
    const SCHEMA: u32 = 1;
}

/// Writes a session down. Beyond `SESSIONS_MAX`, those that were not used for the longest end. 1 read, 1 write, and 1 for
/// each that ends.
pub async fn add(store: &Store, owner: &UserId, session: &Session) -> Result<()> {
    let others = list(store, owner, session.used_at).await?.into_iter().filter(|other| other.id != session.id);
    let too_many = others.skip(SESSIONS_MAX - 1).map(|other| other.id).collect();
    delete(store, owner, too_many).await?;
    Put::of(session, keys::session::primary(owner, &session.id)).write(store).await.map(drop)
}

/// Notes that a session is used, and answers whether it goes on. 1 read, and once an hour 1 write.
pub async fn go_on(store: &Store, owner: &UserId, id: &SessionId, now: Timestamp) -> Result<bool> {
    let key = keys::session::primary(owner, id);
    let Some(session) = table::find::<Session>(store, key.clone()).await? else { return Ok(false) };
    if session.used_at.plus_secs(NOTED_EVERY_SECS) > now {
        return Ok(true);
    }
    // Refused: it was ended meanwhile.
    Update::of(key).set("used_at", now).when(exists()).apply(store).await
}

/// Whether a session without a record may have one. 1 read.
pub async fn admits_older(store: &Store, owner: &UserId) -> Result<bool> {
    Ok(table::find::<OnlyListed>(store, keys::session::only_listed(owner)).await?.is_none())
}

/// Where somebody is signed in, the last used first. 1 read.
pub async fn list(store: &Store, owner: &UserId, now: Timestamp) -> Result<Vec<Session>> {
    let mut sessions: Vec<Session> = table::all_of(store, &keys::session::all(owner)).await?;
    // The table takes its time to drop what has expired.
    sessions.retain(|session| session.expires_at > now.epoch_secs());
    sessions.sort_by_key(|session| Reverse((session.used_at, session.began_at)));
    Ok(sessions)
}

/// Removes a session whose tokens were taken back; once more changes nothing. 1 write.
pub async fn forget(store: &Store, owner: &UserId, id: &SessionId) -> Result<()> {
    Delete::of(keys::session::primary(owner, id)).apply(store).await.map(drop)
}

/// Ends a session: its next refresh is refused. Once more changes nothing. 2 writes.
pub async fn end(store: &Store, owner: &UserId, id: &SessionId, now: Timestamp) -> Result<()> {
    admit_only_listed(store, owner, now).await?;
    forget(store, owner, id).await
}

/// Ends all sessions but this one, or all. Once more changes nothing. 1 read, 1 write and 1 for each.
pub async fn end_others(store: &Store, owner: &UserId, kept: Option<&SessionId>, now: Timestamp) -> Result<()> {
    admit_only_listed(store, owner, now).await?;
    let sessions: Vec<Session> = table::all_of(store, &keys::session::all(owner)).await?;
    let others = sessions.into_iter().map(|session| session.id).filter(|id| Some(id) != kept);
    delete(store, owner, others.collect()).await
}

async fn admit_only_listed(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let mark = OnlyListed { expires_at: now.plus_secs(KEPT_SECS).epoch_secs() };
    Put::of(&mark, keys::session::only_listed(owner)).write(store).await.map(drop)
}

async fn delete(store: &Store, owner: &UserId, ids: Vec<SessionId>) -> Result<()> {
    let keys = ids.iter().map(|id| keys::session::primary(owner, id)).collect();
    at_once(store, keys, |store, key| async move { Delete::of(key).apply(&store).await }).await.map(drop)
}
