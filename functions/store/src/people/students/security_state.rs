//! Security state of an account, checked by administrator routes besides the token. It is stored in the profile item
//! but is not part of the profile.

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::exists;
use aws::table;
use aws::write::Update;
use model::error::Result;
use model::ids::UserId;
use model::keys;
use model::timestamp::Timestamp;
use serde::Deserialize;

use super::Student;

/// Security state of an account beyond its tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SecurityState {
    /// Time of the last sign-out from all devices. Tokens issued before it are invalid.
    pub signed_out_at: Option<Timestamp>,
    /// True if the user pool required a second factor at the last check.
    pub has_second_factor: bool,
}

impl Entity for SecurityState {
    const ENTITY: &'static str = Student::ENTITY;
    const SCHEMA: u32 = Student::SCHEMA;
}

/// Returns the security state of an account. Cost: 1 read.
pub async fn security_state(store: &Store, owner: &UserId) -> Result<SecurityState> {
    let found = table::find::<SecurityState>(store, keys::student::primary(owner)).await?;
    Ok(found.unwrap_or_default())
}

/// Records whether the user pool requires a second factor. Condition: the profile exists; without one nothing is
/// stored, which counts as no second factor. Cost: 1 write, 1 index write.
pub async fn record_second_factor(store: &Store, owner: &UserId, has_second_factor: bool) -> Result<()> {
    let update = Update::of(keys::student::primary(owner)).set("has_second_factor", has_second_factor).when(exists());
    update.apply(store).await.map(drop)
}

/// Records that the user signed out. Condition: the profile exists; without one nothing is stored. Cost: 1 write, 1
/// index write.
pub async fn sign_out(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let update = Update::of(keys::student::primary(owner)).set("signed_out_at", now).when(exists());
    update.apply(store).await.map(drop)
}
