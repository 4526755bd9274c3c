//! Signing out everywhere: the one field of the profile item that is not part of the profile.

use cloud::aws::client::Store;
use cloud::aws::codec::Entity;
use cloud::aws::expression::exists;
use cloud::aws::table;
use cloud::aws::write::Update;
use cloud::base::error::Result;
use cloud::base::ids::UserId;
use cloud::base::timestamp::Timestamp;
use cloud::keys;
use serde::Deserialize;

use super::Student;

/// What is read of the profile item here.
#[derive(Debug, Deserialize)]
struct SignedOut {
    #[serde(default)]
    signed_out_at: Option<Timestamp>,
}

impl Entity for SignedOut {
    const ENTITY: &'static str = Student::ENTITY;
    const SCHEMA: u32 = Student::SCHEMA;
}

/// When this person last signed out everywhere: tokens issued until then do not count. 1 read.
pub async fn signed_out_at(store: &Store, owner: &UserId) -> Result<Option<Timestamp>> {
    let found = table::find::<SignedOut>(store, keys::student::primary(owner)).await?;
    Ok(found.and_then(|student| student.signed_out_at))
}

/// Remembers that this person signed out. Condition: there is a profile; without one there is nothing to
/// remember. 1 write, 1 in the index.
pub async fn sign_out(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let update = Update::of(keys::student::primary(owner)).set("signed_out_at", now).when(exists());
    update.apply(store).await.map(drop)
}
