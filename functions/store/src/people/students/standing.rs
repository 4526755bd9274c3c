//! What an administrator's routes look at besides the token: the fields of the profile item that are no part of the profile.

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

/// How an account stands, beyond what its tokens say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// When its owner last signed out everywhere: tokens issued until then do not count.
    pub signed_out_at: Option<Timestamp>,
    /// Whether the user pool asked for a code of an app when it was last looked up there.
    pub has_second_factor: bool,
}

impl Entity for Standing {
    const ENTITY: &'static str = Student::ENTITY;
    const SCHEMA: u32 = Student::SCHEMA;
}

/// How this person's account stands. 1 read.
pub async fn standing(store: &Store, owner: &UserId) -> Result<Standing> {
    let found = table::find::<Standing>(store, keys::student::primary(owner)).await?;
    Ok(found.unwrap_or_default())
}

/// Remembers what the user pool says about this person's second factor. Condition: there is a profile; without one nothing
/// is remembered, which counts as none. 1 write, 1 in the index.
pub async fn remember_second_factor(store: &Store, owner: &UserId, has_second_factor: bool) -> Result<()> {
    let update = Update::of(keys::student::primary(owner)).set("has_second_factor", has_second_factor).when(exists());
    update.apply(store).await.map(drop)
}

/// Remembers that this person signed out. Condition: there is a profile; without one there is nothing to
/// remember. 1 write, 1 in the index.
pub async fn sign_out(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let update = Update::of(keys::student::primary(owner)).set("signed_out_at", now).when(exists());
    update.apply(store).await.map(drop)
}
