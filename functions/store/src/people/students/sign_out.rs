//! Signing out everywhere: the one field of the profile item that is not part of the profile.

use serde::Deserialize;

use super::Student;
use crate::aws::client::Store;
use crate::aws::codec::{Entity, text};
use crate::aws::table::{self, Transaction};
use crate::base::error::Result;
use crate::base::ids::UserId;
use crate::base::timestamp::Timestamp;
use crate::keys;

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
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn signed_out_at(store: &Store, owner: &UserId) -> Result<Option<Timestamp>> {
    let found = table::find::<SignedOut>(store, keys::student::primary(owner)).await?;
    Ok(found.and_then(|student| student.signed_out_at))
}

/// Remembers that this person signed out. Condition: there is a profile; without one there is nothing to
/// remember. 1 write, 1 in the index.
///
/// # Errors
/// `Unavailable`, `Broken`.
pub async fn sign_out(store: &Store, owner: &UserId, now: Timestamp) -> Result<()> {
    let mut transaction = Transaction::default();
    transaction.update(
        "student",
        table::update(store, keys::student::primary(owner))
            .update_expression("SET signed_out_at = :now")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":now", text(now.to_string()))
            .build()
            .map_err(table::build_error)?,
    );
    transaction.run(store).await.map(|_| ())
}
