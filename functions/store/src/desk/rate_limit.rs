//! Rate limits: a maximum number of attempts per window for a user or a client, and a limit of consecutive failures.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::write::{Delete, Put, Update};
use model::error::{Error, Result};
use model::ids::Sha256Hash;
use model::keys::{self, EXPIRES_AT, Key};
use model::timestamp::Timestamp;
use ring::hmac;
use serde::{Deserialize, Serialize};

/// One rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Name of the rule; part of the key.
    pub name: &'static str,
    /// Maximum number of attempts in a window.
    pub max: u32,
    /// Length of a window in seconds. Windows begin at its multiples.
    pub window_secs: u32,
}

#[derive(Debug, Deserialize)]
struct Window {
    hits: u32,
}

impl Entity for Window {
    const ENTITY: &'static str = "throttle";
}

/// Counts an attempt by `who`: a user id, an e-mail address or a client address. Only a keyed hash of it is stored.
/// Cost: 1 write.
///
/// # Errors
/// `RateLimited` with the seconds until the window ends.
pub async fn record_hit(store: &Store, rule: &RateLimit, who: &str, now: Timestamp) -> Result<()> {
    let window_secs = u64::from(rule.window_secs.max(1));
    let now_secs = u64::try_from(now.epoch_secs()).unwrap_or(0);
    let window = now_secs / window_secs;
    let ends_at = (window + 1) * window_secs;
    let key = keys::rate_limit::primary(rule.name, &blind(store, who), window);
    let update = Update::of(key).set_entity::<Window>().set(EXPIRES_AT, ends_at + window_secs).add("hits", 1);
    let Window { hits } = update
        .apply_and_read(store)
        .await?
        .ok_or_else(|| Error::broken("a counter without a condition was refused"))?;
    if hits <= rule.max {
        return Ok(());
    }
    let retry_after_secs = u32::try_from(ends_at.saturating_sub(now_secs)).unwrap_or(u32::MAX);
    Err(Error::RateLimited { retry_after_secs })
}

/// Consecutive failed attempts, each less than one window after the previous one.
#[derive(Debug, Serialize, Deserialize)]
struct BadTries {
    hits: u32,
    /// Unix time in seconds when the failures expire: one window after the last failure.
    expires_at: i64,
}

impl Entity for BadTries {
    const ENTITY: &'static str = "bad_tries";
}

/// Counts an attempt by `who` as failed before it is made, so that parallel attempts cannot exceed the limit. The
/// caller reports the result with [`record_success`] or [`cancel_attempt`]. Rejected attempts are not counted. Cost: 1
/// write; 2 writes and rarely 1 read after a failure.
///
/// # Errors
/// `RateLimited` after `rule.max` failures, with the seconds until they expire.
pub async fn reserve_attempt(store: &Store, rule: &RateLimit, who: &str, now: Timestamp) -> Result<()> {
    let (key, now_secs) = (in_a_row(store, rule, who), now.epoch_secs());
    let expires_at = now_secs + i64::from(rule.window_secs);
    let is_over = || attribute(EXPIRES_AT).is_at_most(now_secs);
    let mut retry = Retry::new();
    loop {
        // Try the common case first: no earlier failures.
        let first = Put::of(&BadTries { hits: 1, expires_at }, key.clone()).when(absent().or(is_over()));
        if first.apply(store).await? {
            return Ok(());
        }
        let one_more = exists().and(attribute(EXPIRES_AT).is_above(now_secs)).and(attribute("hits").is_below(rule.max));
        let update = Update::of(key.clone()).set(EXPIRES_AT, expires_at).add("hits", 1).when(one_more);
        if update.apply(store).await? {
            return Ok(());
        }
        if let Some(tries) = table::find::<BadTries>(store, key.clone()).await?
            && tries.expires_at > now_secs
            && tries.hits >= rule.max
        {
            let retry_after_secs = u32::try_from(tries.expires_at - now_secs).unwrap_or(u32::MAX);
            return Err(Error::RateLimited { retry_after_secs });
        }
        retry.wait().await?;
    }
}

/// Reports that the attempt succeeded, which resets the failures. Cost: 1 write.
pub async fn record_success(store: &Store, rule: &RateLimit, who: &str) -> Result<()> {
    Delete::of(in_a_row(store, rule, who)).apply(store).await.map(drop)
}

/// Reports that the result of the attempt is unknown. The attempt no longer counts as failed; earlier failures still
/// do. Cost: 1 write.
pub async fn cancel_attempt(store: &Store, rule: &RateLimit, who: &str) -> Result<()> {
    let update = Update::of(in_a_row(store, rule, who)).add("hits", -1).when(attribute("hits").is_above(0));
    update.apply(store).await.map(drop)
}

/// Returns the key under which the consecutive failures are counted. They have no fixed windows, so the key has the
/// number 0, which no window has.
fn in_a_row(store: &Store, rule: &RateLimit, who: &str) -> Key {
    keys::rate_limit::primary(rule.name, &blind(store, who), 0)
}

/// Returns a keyed hash, so that addresses cannot be read from the table or found by hashing candidates.
fn blind(store: &Store, who: &str) -> Sha256Hash {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &store.settings().cursor_key);
    Sha256Hash::from_digest(hmac::sign(&key, who.as_bytes()).as_ref())
}
