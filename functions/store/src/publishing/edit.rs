//! Another title and description.

use crate::aws::client::Store;
use crate::aws::codec::{number, text};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Result};
use crate::base::ids::ProductId;
use crate::base::kind::Kind;
use crate::publishing::thing::find;
use crate::publishing::thing::{Thing, get, noun};
use crate::publishing::version::same_version;
use crate::register::change;

/// What somebody makes of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Title, validated.
    pub title: String,
    /// Description, validated, possibly empty.
    pub description: String,
    /// The version that they saw.
    pub version: u32,
}

/// A thing before and after it was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// As it was.
    pub before: Thing,
    /// As it is.
    pub after: Thing,
}

/// Gives a thing another title and description. Copies that people made stay as they are: in My Notes, and what a
/// playlist remembers of a recording that may go one day. Conditions: it is there, in the version that was seen.
/// 2 reads, 6 writes and 2 in the index.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`; `Conflict(Changed)` when there is a newer version.
pub async fn edit(store: &Store, kind: Kind, id: ProductId, edit: &Edit) -> Result<Changed> {
    let before = get(store, kind, id).await?;
    if before.version() != edit.version {
        return Err(Error::Conflict(Conflict::Changed));
    }
    let after = before.clone().edited(&edit.title, &edit.description);
    let mut transaction = Transaction::default();
    transaction.update(
        "thing",
        table::update(store, before.key())
            .update_expression("SET title = :title, description = :description, version = :next")
            .condition_expression(format!("attribute_exists(pk) AND {}", same_version(before.version())))
            .expression_attribute_values(":title", text(after.title()))
            .expression_attribute_values(":description", text(after.description()))
            .expression_attribute_values(":version", number(before.version()))
            .expression_attribute_values(":next", number(after.version()))
            .build()
            .map_err(table::build_error)?,
    );
    change(store, &mut transaction, &before.entry(), &after.entry())?;
    match transaction.run(store).await? {
        Outcome::Done => Ok(Changed { before, after }),
        // In between it went to the trash, or somebody else was quicker.
        Outcome::Refused(_) => match find(store, kind, id).await? {
            Some(_) => Err(Error::Conflict(Conflict::Changed)),
            None => Err(Error::NotFound(noun(kind))),
        },
    }
}
