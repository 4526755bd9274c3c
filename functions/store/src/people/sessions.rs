//! Sessions of a user: one record each, which every token refresh reads. A session without its record ends, even if the
//! user pool accepts its tokens.
//!
//! The secret of a session exists only in its cookie. The stored id is a hash of the secret, so the list cannot be used
//! to forge a cookie.

use std::cmp::Reverse;

use aws::batch::map_concurrent;
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
use serde_json::{Value, json};
use wasm_core::limits::SESSIONS_MAX;

use crate::personal::{ExportContext, UserData};

/// Lifetime of a refresh token, plus a day for clock differences and late deletion by the table.
const KEPT_SECS: u64 = 31 * 86_400;
/// Minimum interval between two writes of the last use. An open page refreshes its token four times as often as that.
const NOTED_EVERY_SECS: u64 = 3600;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Session id: the hash of the secret.
    pub id: SessionId,
    /// Browser and operating system as reported by the browser, for example `Firefox on Windows`.
    pub device: String,
    /// Time of sign-in.
    pub began_at: Timestamp,
    /// Time of the last use, accurate to an hour.
    pub used_at: Timestamp,
    /// Unix time in seconds after which the table deletes the record. The tokens have expired by then.
    pub expires_at: i64,
}

impl Entity for Session {
    const ENTITY: &'static str = "session";
}

impl UserData for Session {
    async fn export_view(self, _: &ExportContext<'_>) -> Result<Option<Value>> {
        Ok(Some(json!({ "device": self.device, "beganAt": self.began_at, "usedAt": self.used_at })))
    }
}

impl Session {
    /// Returns a session that starts now.
    #[must_use]
    pub fn new(id: SessionId, device: String, now: Timestamp) -> Self {
        let expires_at = now.plus_secs(KEPT_SECS).epoch_secs();
        Session { id, device, began_at: now, used_at: now, expires_at }
    }
}

/// Adds a session. Beyond `SESSIONS_MAX`, the least recently used sessions end. Cost: 1 read, 1 write, 1 per ended
/// session.
pub async fn add(store: &Store, owner: &UserId, session: &Session) -> Result<()> {
    let others = list(store, owner, session.used_at).await?.into_iter().filter(|other| other.id != session.id);
    let too_many = others.skip(SESSIONS_MAX - 1).map(|other| other.id).collect();
    delete(store, owner, too_many).await?;
    Put::of(session, keys::session::primary(owner, &session.id)).apply(store).await.map(drop)
}

/// Records the use of a session and returns true if it is still valid. Cost: 1 read, and 1 write per hour.
pub async fn touch(store: &Store, owner: &UserId, id: &SessionId, now: Timestamp) -> Result<bool> {
    let key = keys::session::primary(owner, id);
    let Some(session) = table::find::<Session>(store, key.clone()).await? else { return Ok(false) };
    if session.used_at.plus_secs(NOTED_EVERY_SECS) > now {
        return Ok(true);
    }
    // The condition fails if the session was ended after it was read.
    Update::of(key).set("used_at", now).when(exists()).apply(store).await
}

/// Returns the sessions of a user, last used first. Cost: 1 read.
pub async fn list(store: &Store, owner: &UserId, now: Timestamp) -> Result<Vec<Session>> {
    let mut sessions: Vec<Session> = table::query_all_entities(store, &keys::session::all(owner)).await?;
    // The table deletes expired items late.
    sessions.retain(|session| session.expires_at > now.epoch_secs());
    sessions.sort_by_key(|session| Reverse((session.used_at, session.began_at)));
    Ok(sessions)
}

/// Ends a session: its next refresh is refused. Idempotent. Cost: 1 write.
pub async fn end(store: &Store, owner: &UserId, id: &SessionId) -> Result<()> {
    Delete::of(keys::session::primary(owner, id)).apply(store).await.map(drop)
}

/// Ends all sessions except `kept`, if given. Idempotent. Cost: 1 read, 1 write per session.
pub async fn end_others(store: &Store, owner: &UserId, kept: Option<&SessionId>) -> Result<()> {
    let sessions: Vec<Session> = table::query_all_entities(store, &keys::session::all(owner)).await?;
    let others = sessions.into_iter().map(|session| session.id).filter(|id| Some(id) != kept);
    delete(store, owner, others.collect()).await
}

async fn delete(store: &Store, owner: &UserId, ids: Vec<SessionId>) -> Result<()> {
    let keys = ids.iter().map(|id| keys::session::primary(owner, id)).collect();
    map_concurrent(store, keys, |store, key| async move { Delete::of(key).apply(&store).await }).await.map(drop)
}
