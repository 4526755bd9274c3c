//! Edits of published items.

use aws::client::Store;
use aws::expression::attribute;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Update};
use model::error::{Conflict, Error, Result};
use model::ids::ProductId;
use model::kind::ItemKind;

use crate::content_index::{self, IndexEntry};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{self, CommonMetadata, Content, KindMetadata, has_version, resource_kind};
use crate::library::notes::Note;
use crate::publishing::content_item::{self, ContentItem};

/// An edit of a published item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentEdit {
    /// New title and description.
    pub details: CommonMetadata,
    /// New kind-specific fields.
    pub particulars: KindMetadata,
    /// Version that the editor saw.
    pub version: u32,
}

/// An item before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentChange {
    /// The item before.
    pub before: ContentItem,
    /// The item after.
    pub after: ContentItem,
}

/// Edits an item. Copies in My Notes and playlists do not change. A recording that moves to another shelf keeps its id,
/// its files and its likes. Condition: the item exists and has the version that was seen. Cost: 2 reads, 6 writes, 2
/// index writes; 4 writes more if a recording changes its course, 8 more if it changes its shelf.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`; `Conflict(VersionMismatch)` when there is a newer version.
pub async fn edit(store: &Store, kind: ItemKind, id: ProductId, edit: &ContentEdit) -> Result<ContentChange> {
    match kind {
        ItemKind::Note => edit_content::<Note>(store, id, edit).await,
        ItemKind::Audio => edit_content::<AudioNote>(store, id, edit).await,
        ItemKind::AlbumNote => edit_content::<AlbumNote>(store, id, edit).await,
    }
}

async fn edit_content<T: Content>(store: &Store, id: ProductId, edit: &ContentEdit) -> Result<ContentChange>
where
    ContentItem: From<T>,
{
    let mut retry = Retry::new();
    loop {
        let before: T = content_item::find_current(store, id).await?.ok_or(Error::NotFound(resource_kind(T::KIND)))?;
        if before.version() != edit.version {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        let mut after = before.clone();
        after.details_mut().clone_from(&edit.details);
        after.set_kind_metadata(&edit.particulars);
        *after.version_mut() += 1;
        if write(&before, &after).run(store).await? == Outcome::Done {
            return Ok(ContentChange { before: before.into(), after: after.into() });
        }
        // The item was trashed, changed or liked after it was read.
        retry.wait().await?;
    }
}

fn write<T: Content>(before: &T, after: &T) -> Transaction {
    let mut transaction = Transaction::default();
    let same = has_version(before.version());
    if before.key() == after.key() {
        transaction.add("content", Update::between(before.key(), before, after).when(same));
        after.on_edit(before, &mut transaction);
    } else {
        // The likes and the picture of an item change without its version, so compare them too.
        let mut same = same.and(attribute("likes").is(before.likes()));
        if let Some(more) = before.unchanged_condition() {
            same = same.and(more);
        }
        transaction.add("content", Delete::of(before.key()).when(same));
        transaction.add("there", content::put_new(after));
        after.count_moved(before, &mut transaction);
    }
    content_index::change(&mut transaction, &IndexEntry::of(before), &IndexEntry::of(after));
    transaction
}
