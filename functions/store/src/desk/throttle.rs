//! Counted tries: at most so many in a window of time, per person or address.

use aws_sdk_dynamodb::types::ReturnValue;
use ring::hmac;

use crate::aws::client::Store;
use crate::aws::codec::{SCHEMA, key_attributes, number, text};
use crate::aws::table::sdk_error;
use crate::base::error::{Error, Result};
use crate::base::ids::Sha256Hash;
use crate::base::timestamp::Timestamp;
use crate::keys::{self, EXPIRES_AT};

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
    let answer = store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(key)))
        .update_expression("ADD hits :one SET entity = :entity, #schema = :schema, #expires = :expires")
        .expression_attribute_names("#schema", SCHEMA)
        .expression_attribute_names("#expires", EXPIRES_AT)
        .expression_attribute_values(":one", number(1))
        .expression_attribute_values(":entity", text("throttle"))
        .expression_attribute_values(":schema", number(1))
        .expression_attribute_values(":expires", number(ends_at + window_secs))
        .return_values(ReturnValue::UpdatedNew)
        .send()
        .await
        .map_err(sdk_error)?;
    let hits = answer
        .attributes
        .and_then(|mut new| new.remove("hits"))
        .and_then(|value| value.as_n().ok()?.parse::<u32>().ok());
    let hits = hits.ok_or_else(|| Error::broken("a counter came back without a number"))?;
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
