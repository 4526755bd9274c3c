//! Counted tries: at most so many in a window of time, per person or address.

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::write::Update;
use cloud::base::error::{Error, Result};
use cloud::base::ids::Sha256Hash;
use cloud::base::timestamp::Timestamp;
use cloud::keys::{self, EXPIRES_AT};
use ring::hmac;
use serde::Deserialize;

/// How often something may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThrottleRule {
    /// Name of the rule; part of the key.
    pub name: &'static str,
    /// Tries in a window.
    pub max: u32,
    /// Length of the window, in seconds. Windows begin at multiples of it.
    pub window_secs: u32,
}

/// The tries of one window.
#[derive(Debug, Deserialize)]
struct Window {
    hits: u32,
}

impl Entity for Window {
    const ENTITY: &'static str = "throttle";
    const SCHEMA: u32 = 1;
}

/// Counts one try of `who` (an address or an id; only a keyed hash of it is stored). 1 write.
///
/// # Errors
/// `TooMany` with the seconds until the window ends.
pub async fn hit(store: &Store, rule: &ThrottleRule, who: &str, now: Timestamp) -> Result<()> {
    let window_secs = u64::from(rule.window_secs.max(1));
    let now_secs = u64::try_from(now.epoch_secs()).unwrap_or(0);
    let window = now_secs / window_secs;
    let ends_at = (window + 1) * window_secs;
    let key = keys::throttle::primary(rule.name, &blind(store, who), window);
    let update = Update::of(key).set_entity::<Window>().set(EXPIRES_AT, ends_at + window_secs).add("hits", 1);
    let Window { hits } = update
        .apply_and_read(store)
        .await?
        .ok_or_else(|| Error::broken("a counter without a condition was refused"))?;
    if hits <= rule.max {
        return Ok(());
    }
    let retry_after_secs = u32::try_from(ends_at.saturating_sub(now_secs)).unwrap_or(u32::MAX);
    Err(Error::TooMany { retry_after_secs })
}

/// An address must not be readable from the table, nor found by hashing all addresses there are.
fn blind(store: &Store, who: &str) -> Sha256Hash {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &store.settings().cursor_key);
    Sha256Hash::from_digest(hmac::sign(&key, who.as_bytes()).as_ref())
}
