//! Personal items whose number is limited. The profile has their count.

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Error, Result};
use model::ids::UserId;
use model::keys::{self, Key};

use crate::people::students;

/// A limited kind of item.
pub(super) struct LimitedItems {
    /// Attribute of the profile with the count.
    pub attribute: &'static str,
    /// Name of the limit in `wasm_core::limits`.
    pub limit: &'static str,
    /// Maximum number of items.
    pub max: usize,
}

impl LimitedItems {
    /// Creates an item and counts it. An item that exists stays as it is. Cost: 4 writes.
    ///
    /// # Errors
    /// `LimitReached`, `NotFound(Student)`.
    pub(super) async fn add(&self, store: &Store, owner: &UserId, item: Put) -> Result<()> {
        let mut transaction = Transaction::default();
        transaction.add("item", item.when(absent()));
        let count = attribute(self.attribute);
        let has_room = count.clone().is_absent().or(count.is_below(self.max));
        let profile = Update::of(keys::student::primary(owner)).add(self.attribute, 1);
        transaction.add("count", profile.when(exists().and(has_room)));
        match transaction.run(store).await? {
            Outcome::Done => Ok(()),
            // The same request was sent twice at once.
            outcome if outcome.refused("item") => Ok(()),
            Outcome::Refused(_) => {
                students::get(store, owner).await?;
                let max = u32::try_from(self.max).unwrap_or(u32::MAX);
                Err(Error::LimitReached { limit: self.limit, max })
            }
        }
    }

    /// Deletes an item. Idempotent. Cost: 4 writes.
    pub(super) async fn remove(&self, store: &Store, owner: &UserId, item: Key) -> Result<()> {
        let mut transaction = Transaction::default();
        transaction.add("item", Delete::of(item).when(exists()));
        let profile = Update::of(keys::student::primary(owner)).add(self.attribute, -1);
        transaction.add("count", profile.when(attribute(self.attribute).is_above(0)));
        match transaction.run(store).await? {
            outcome if outcome.refused("count") && !outcome.refused("item") => {
                Err(Error::broken("there is an item but its count is 0"))
            }
            Outcome::Done | Outcome::Refused(_) => Ok(()),
        }
    }
}
