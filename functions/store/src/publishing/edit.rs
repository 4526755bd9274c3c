//! What people say of something that is published, said otherwise.

use aws::client::Store;
use aws::transaction::{Outcome, Transaction};
use aws::write::Update;
use model::error::{Conflict, Error, Result};
use model::ids::ProductId;
use model::kind::Kind;

use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{Content, Details, Particulars, has_version, noun};
use crate::library::notes::Note;
use crate::publishing::thing::{self, Thing};
use crate::register::{self, Entry};

/// What somebody makes of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What it says from now on.
    pub details: Details,
    /// What of the rest is to be otherwise.
    pub particulars: Particulars,
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

/// Edits a thing. Copies that people made stay as they are: in My Notes, and what a playlist remembers of a recording that
/// may go one day. Conditions: it is there, in the version that was seen. 2 reads, 6 writes and 2 in the index; 4 writes more for a
/// recording that is about another course.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`; `Conflict(Changed)` when there is a newer version.
pub async fn edit(store: &Store, kind: Kind, id: ProductId, edit: &Edit) -> Result<Changed> {
    match kind {
        Kind::Note => edit_content::<Note>(store, id, edit).await,
        Kind::Audio => edit_content::<AudioNote>(store, id, edit).await,
        Kind::AlbumNote => edit_content::<AlbumNote>(store, id, edit).await,
    }
}

async fn edit_content<T: Content>(store: &Store, id: ProductId, edit: &Edit) -> Result<Changed>
where
    Thing: From<T>,
{
    let before: T = thing::newest(store, id).await?.ok_or(Error::NotFound(noun(T::KIND)))?;
    if before.version() != edit.version {
        return Err(Error::Conflict(Conflict::Changed));
    }
    let mut after = before.clone();
    after.details_mut().clone_from(&edit.details);
    after.set_particulars(&edit.particulars);
    *after.version_mut() += 1;
    let mut transaction = Transaction::default();
    let update = Update::between(before.key(), &before, &after).when(has_version(before.version()));
    transaction.add("content", update);
    after.edited(&before, &mut transaction);
    register::change(&mut transaction, &Entry::of(&before), &Entry::of(&after));
    match transaction.run(store).await? {
        Outcome::Done => Ok(Changed { before: before.into(), after: after.into() }),
        // In between it went to the trash, or somebody else was quicker.
        Outcome::Refused(_) => match thing::newest::<T>(store, id).await? {
            Some(_) => Err(Error::Conflict(Conflict::Changed)),
            None => Err(Error::NotFound(noun(T::KIND))),
        },
    }
}
