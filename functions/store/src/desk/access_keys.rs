//! Keys with which programs act for an administrator, for example the commands of `note-ninja`.
//!
//! A key is shown once, when it is created. The table has only the hash of its secret, so nobody can read a key there.

use std::fmt;
use std::str::FromStr;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, exists};
use aws::table;
use aws::write::{Delete, Put, Update};
use model::error::{Error, ResourceKind, Result};
use model::ids::{AccessKeyId, Sha256Hash, UserId};
use model::keys;
use model::timestamp::Timestamp;
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use wasm_core::limits::ACCESS_KEYS_MAX;

/// Start of every key. Programs that search for leaked secrets can recognise it.
pub const PREFIX: &str = "nnk_";

/// Length of a secret: 256 bits, so guessing one is hopeless and needs no limit of attempts.
const SECRET_BYTES: usize = 32;

/// Time for which an expired key stays in the list, so that its owner sees why a program stopped.
const LISTED_AFTER_EXPIRY_SECS: u64 = 30 * 86_400;

/// Minimum interval between two writes of the last use.
const NOTED_EVERY_SECS: u64 = 60;

/// Permissions of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyScope {
    /// Send files, and read the state of the own uploads.
    Upload,
    /// Read courses with all their content, also hidden ones. Changes nothing.
    Export,
    /// Read, create and edit courses with all their content, and send files. Deletes nothing.
    Import,
}

impl KeyScope {
    /// Returns the scope as it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Export => "export",
            Self::Import => "import",
        }
    }
}

/// One key, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessKey {
    /// Id of the key.
    pub id: AccessKeyId,
    /// Name that the administrator gave it.
    pub name: String,
    /// Administrator for whom programs act.
    pub owner: UserId,
    /// Permissions of the key.
    pub scope: KeyScope,
    /// SHA-256 of the secret.
    pub secret_sha256: Sha256Hash,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time from which the key is refused.
    pub valid_until: Timestamp,
    /// Time of the last use, accurate to a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Timestamp>,
    /// Unix time in seconds after which the table deletes the record.
    pub expires_at: i64,
}

impl Entity for AccessKey {
    const ENTITY: &'static str = "access_key";
}

impl AccessKey {
    /// Returns true if the key is refused because of its age.
    #[must_use]
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.valid_until <= now
    }

    /// Returns true if a use at `now` should be written with [`record_use`].
    #[must_use]
    pub fn is_use_due(&self, now: Timestamp) -> bool {
        self.used_at.is_none_or(|used| used.plus_secs(NOTED_EVERY_SECS) <= now)
    }
}

/// A whole key as a program sends it: `nnk_`, the id, `_` and the secret as 64 hexadecimal digits. Has no `Debug`, so
/// that it is never logged.
pub struct KeyText {
    id: AccessKeyId,
    secret: String,
}

impl KeyText {
    fn generate() -> Result<Self> {
        let mut secret = [0; SECRET_BYTES];
        SystemRandom::new().fill(&mut secret).map_err(|_| Error::broken("no random bytes"))?;
        Ok(Self { id: AccessKeyId::generate(), secret: Sha256Hash::from_digest(&secret).as_str().to_owned() })
    }

    /// Returns the id of the key, which is not secret.
    #[must_use]
    pub fn id(&self) -> AccessKeyId {
        self.id
    }

    fn secret_sha256(&self) -> Sha256Hash {
        Sha256Hash::of(self.secret.as_bytes())
    }
}

impl fmt::Display for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}_{}", self.id, self.secret)
    }
}

impl FromStr for KeyText {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_'));
        let (id, secret) = parts.ok_or(Error::NotFound(ResourceKind::AccessKey))?;
        let id = id.parse().map_err(|_| Error::NotFound(ResourceKind::AccessKey))?;
        let fits = secret.len() == SECRET_BYTES * 2 && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self { id, secret: secret.to_owned() }).ok_or(Error::NotFound(ResourceKind::AccessKey))
    }
}

/// Creates a key that is valid for `days`, and returns it with its whole text, which is not stored. Cost: 1 read, 1
/// write.
///
/// # Errors
/// `LimitReached` if there are already `ACCESS_KEYS_MAX` keys, counting those of all administrators.
pub async fn create(
    store: &Store,
    owner: &UserId,
    (name, scope): (String, KeyScope),
    days: u32,
    now: Timestamp,
) -> Result<(AccessKey, KeyText)> {
    if list(store).await?.len() >= ACCESS_KEYS_MAX {
        let max = u32::try_from(ACCESS_KEYS_MAX).unwrap_or(u32::MAX);
        return Err(Error::LimitReached { limit: "ACCESS_KEYS_MAX", max });
    }
    let text = KeyText::generate()?;
    let valid_until = now.plus_secs(u64::from(days) * 86_400);
    let key = AccessKey {
        id: text.id,
        name,
        owner: owner.clone(),
        scope,
        secret_sha256: text.secret_sha256(),
        created_at: now,
        valid_until,
        used_at: None,
        expires_at: valid_until.plus_secs(LISTED_AFTER_EXPIRY_SECS).epoch_secs(),
    };
    Put::of(&key, keys::access_key::primary(key.id)).when(absent()).apply(store).await?;
    Ok((key, text))
}

/// Returns the key with this text, also an expired one. Cost: 1 read.
///
/// # Errors
/// `NotFound(AccessKey)` for an unknown or revoked key and for a wrong secret.
pub async fn find(store: &Store, text: &KeyText) -> Result<AccessKey> {
    let found = table::find::<AccessKey>(store, keys::access_key::primary(text.id)).await?;
    // The duration of this comparison may reveal something about the stored hash, but the secret cannot be derived from
    // it.
    found.filter(|key| key.secret_sha256 == text.secret_sha256()).ok_or(Error::NotFound(ResourceKind::AccessKey))
}

/// Writes the time of the last use. Does nothing if the key was revoked. Cost: 1 write.
pub async fn record_use(store: &Store, id: AccessKeyId, now: Timestamp) -> Result<()> {
    // The condition fails if the key was revoked after it was read.
    Update::of(keys::access_key::primary(id)).set("used_at", now).when(exists()).apply(store).await.map(drop)
}

/// Returns all keys, newest first. Cost: 1 read.
pub async fn list(store: &Store) -> Result<Vec<AccessKey>> {
    let mut keys: Vec<AccessKey> = table::query_all_entities(store, &keys::access_key::all()).await?;
    keys.sort_by_key(|key| std::cmp::Reverse((key.created_at, key.id)));
    Ok(keys)
}

/// Revokes a key: the next request with it is refused. Returns the key. Cost: 1 read, 1 write.
///
/// # Errors
/// `NotFound(AccessKey)`.
pub async fn revoke(store: &Store, id: AccessKeyId) -> Result<AccessKey> {
    let key = keys::access_key::primary(id);
    let found: AccessKey = table::find(store, key.clone()).await?.ok_or(Error::NotFound(ResourceKind::AccessKey))?;
    if Delete::of(key).when(exists()).apply(store).await? {
        Ok(found)
    } else {
        Err(Error::NotFound(ResourceKind::AccessKey))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_key_1_a_key_is_parsed_only_with_its_prefix_id_and_whole_secret() {
        let text = KeyText::generate().unwrap();
        let shown = text.to_string();
        let read: KeyText = shown.parse().unwrap_or_else(|_| panic!("{shown}"));
        assert_eq!((read.id, read.secret_sha256()), (text.id, text.secret_sha256()));
        assert!(!text.secret_sha256().as_str().contains(&text.secret));
        let (start, secret) = shown.rsplit_once('_').unwrap();
        for wrong in ["", "nnk_", start, &shown[1..], &shown[..shown.len() - 1], &format!("{start}_{secret}0")] {
            assert!(wrong.parse::<KeyText>().is_err(), "{wrong}");
        }
    }
}
