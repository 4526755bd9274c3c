//! Deleted course notes, recordings and album notes.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::codec::Entity;
use aws::expression::{absent, attribute};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{AccessRule, Conflict, Error, ResourceKind, Result};
use model::ids::{ProductId, Sha256Hash, UserId};
use model::keys;
use model::kind::ItemKind;
use model::timestamp::Timestamp;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wasm_core::limits;

use crate::content_index::{self, IndexEntry};
use crate::library::content::{self, Content, has_version, resource_kind};
use crate::library::withheld;
use crate::publishing::content_item::{self, ContentRef};
use crate::publishing::trash::files;

/// An item in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed<T> {
    /// The item as it was.
    pub content: T,
    /// Time of the deletion.
    pub deleted_at: Timestamp,
    /// User who deleted the item.
    pub deleted_by: UserId,
    /// Unix time in seconds after which the table deletes the item.
    pub expires_at: i64,
    /// Whether the item is hidden because of a notice of copyright. Its files are then withheld.
    pub is_withheld: bool,
}

impl<T: Content> Entity for Trashed<T> {
    const ENTITY: &'static str = T::TRASHED;
}

impl<T: Content> Serialize for Trashed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry(T::TRASHED_AS, &self.content)?;
        fields.serialize_entry("deleted_at", &self.deleted_at)?;
        fields.serialize_entry("deleted_by", &self.deleted_by)?;
        fields.serialize_entry("expires_at", &self.expires_at)?;
        if self.is_withheld {
            fields.serialize_entry("is_withheld", &true)?;
        }
        fields.end()
    }
}

impl<'de, T: Content> Deserialize<'de> for Trashed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Stored<T> {
            /// [`Content::TRASHED_AS`]
            #[serde(alias = "note", alias = "audio")]
            content: T,
            deleted_at: Timestamp,
            deleted_by: UserId,
            expires_at: i64,
            #[serde(default)]
            is_withheld: bool,
        }
        let Stored { content, deleted_at, deleted_by, expires_at, is_withheld } = Stored::deserialize(deserializer)?;
        Ok(Self { content, deleted_at, deleted_by, expires_at, is_withheld })
    }
}

/// Scope of a user's permission to delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletePermission {
    /// All items; for administrators.
    All,
    /// Only items that the user uploaded.
    Own,
}

/// Returns the expiry of an item deleted now, in Unix seconds.
pub(in crate::publishing) fn expires_at(now: Timestamp) -> i64 {
    now.plus_secs(u64::from(limits::TRASH_DAYS) * 86_400).epoch_secs()
}

fn trashed_noun(kind: ItemKind) -> ResourceKind {
    match kind {
        ItemKind::Note | ItemKind::AlbumNote => ResourceKind::TrashedNote,
        ItemKind::Audio => ResourceKind::TrashedAudio,
    }
}

/// Returns an item in the trash. Cost: 1 read.
pub async fn find<T: Content>(store: &Store, id: impl Into<ProductId>) -> Result<Option<Trashed<T>>> {
    table::find(store, T::trash_key(id.into())).await
}

/// Moves an item to the trash and updates the counts of its collection. Conditions: its likes, picture and version are
/// unchanged since it was read; no item in the trash has its id. Cost: 2 reads, 12 to 14 writes, 4 index writes.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)`; `Forbidden(OwnerOnly)` when `may` does not cover the item.
pub async fn trash_item<T: Content>(
    store: &Store,
    id: impl Into<ProductId>,
    by: &UserId,
    may: DeletePermission,
    now: Timestamp,
) -> Result<Trashed<T>> {
    let listed: T = content::get(store, id.into()).await?;
    trash_as(store, &listed, by, may, Deletion { now, expires_at: expires_at(now), withheld: None }).await
}

/// When an item is moved to the trash, and how.
pub(super) struct Deletion<'a> {
    pub(super) now: Timestamp,
    pub(super) expires_at: i64,
    /// Hashes of a notice. The item is then hidden, unless it has another file.
    pub(super) withheld: Option<&'a BTreeSet<Sha256Hash>>,
}

pub(super) async fn trash_as<T: Content>(
    store: &Store,
    listed: &T,
    by: &UserId,
    may: DeletePermission,
    Deletion { now, expires_at, withheld }: Deletion<'_>,
) -> Result<Trashed<T>> {
    let mut retry = Retry::new();
    loop {
        // The index may be stale and likes may change, so copy the record of the table under a condition.
        let content: T = table::find(store, listed.key()).await?.ok_or(Error::NotFound(resource_kind(T::KIND)))?;
        if may == DeletePermission::Own && content.uploader() != by {
            return Err(Error::Forbidden(AccessRule::OwnerOnly));
        }
        if withheld.is_some_and(|hashes| !content.file().has_one(hashes)) {
            return Err(Error::NotFound(resource_kind(T::KIND)));
        }
        let is_withheld = withheld.is_some();
        let trashed = Trashed { deleted_at: now, deleted_by: by.clone(), expires_at, is_withheld, content };
        match move_to_trash(&trashed).run(store).await? {
            Outcome::Done => return Ok(trashed),
            // If only this write is refused, the counts of the collection are too low.
            outcome if outcome.refused("place") && !outcome.refused("content") => {
                return Err(Error::broken(format!("the counts of {} are too low", trashed.content.place())));
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

fn move_to_trash<T: Content>(trashed: &Trashed<T>) -> Transaction {
    let content = &trashed.content;
    let id = content.id();
    let mut same = has_version(content.version()).and(attribute("likes").is(content.likes()));
    if let Some(more) = content.unchanged_condition() {
        same = same.and(more);
    }
    let mut transaction = Transaction::default();
    transaction.add("content", Delete::of(content.key()).when(same));
    let listed = keys::trash::index_key(trashed.deleted_at, id);
    transaction.add("trash", Put::of(trashed, T::trash_key(id)).with_index_key(listed).when(absent()));
    content.count_out(&mut transaction);
    content_index::remove(&mut transaction, &IndexEntry::of(content));
    transaction
}

/// Restores an item with its likes to its collection, or to the target if that was merged. Conditions: it is in the
/// trash with the likes that were read; no published item has its id; its file is not withheld. Cost: 2 to 4 reads, 14 to
/// 16 writes, 4 index writes; for an item that was hidden because of a notice also 2 requests per file to the object
/// service.
///
/// # Errors
/// `Conflict(AlreadyRestored)`; `Conflict(FileWithheld)`; `NotFound(TrashedNote)`, `NotFound(TrashedAudio)`;
/// `NotFound(Course)` when the course of a note is gone; `NotFound(File)` when the file of a hidden item is gone.
pub async fn restore<T: Content>(store: &Store, id: impl Into<ProductId>) -> Result<T> {
    let id = id.into();
    match find::<T>(store, id).await? {
        Some(trashed) if trashed.is_withheld => restore_withheld(store, &trashed).await,
        Some(trashed) => restore_record(store, &trashed).await,
        None => Err(not_in_trash::<T>(store, id).await?),
    }
}

pub(super) async fn restore_withheld<T: Content>(store: &Store, trashed: &Trashed<T>) -> Result<T> {
    if withheld::is_withheld(store, &trashed.content.file().hashes()).await? {
        return Err(Error::Conflict(Conflict::FileWithheld));
    }
    let keys = trashed.content.object_keys();
    // The files come first: handlers of the stream read them as soon as the item is visible.
    files::copy_back(store, &keys, trashed.deleted_at).await?;
    let restored = restore_record(store, trashed).await;
    match &restored {
        Ok(_) => {}
        Err(Error::NotFound(ResourceKind::Course)) => unhide(store, trashed).await?,
        // If a notice has just withheld the file, it moves it, now or in the next night. Deleting it here could delete
        // the last copy.
        Err(_) => return restored,
    }
    files::remove_withheld(store, &keys, trashed.deleted_at).await?;
    restored
}

/// Makes a hidden item without a course like any other item in the trash. Its files must be back.
///
/// # Errors
/// `Conflict(FileWithheld)` if another notice withholds the file now; `Conflict(AlreadyRestored)` if the item has left the
/// trash.
async fn unhide<T: Content>(store: &Store, trashed: &Trashed<T>) -> Result<()> {
    let mut transaction = Transaction::default();
    let same = attribute("deleted_at").is(trashed.deleted_at);
    transaction.add("trash", Update::of(T::trash_key(trashed.content.id())).remove("is_withheld").when(same));
    withheld::require_allowed(&mut transaction, &trashed.content.file().hashes());
    match transaction.run(store).await? {
        Outcome::Done => Ok(()),
        outcome if outcome.refused("trash") => Err(Error::Conflict(Conflict::AlreadyRestored)),
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::FileWithheld)),
    }
}

/// Restores an item that was moved to the trash at the time that was read.
async fn restore_record<T: Content>(store: &Store, before: &Trashed<T>) -> Result<T> {
    let id = before.content.id();
    let mut retry = Retry::new();
    let mut is_place_gone = false;
    loop {
        let found = find::<T>(store, id).await?.filter(|found| found.deleted_at == before.deleted_at);
        let Some(trashed) = found else { return Err(not_in_trash::<T>(store, id).await?) };
        let mut content = trashed.content;
        if is_place_gone && !content.follow_merge(store).await? {
            return Err(Error::NotFound(ResourceKind::Course));
        }
        let likes = attribute(format!("{}.likes", T::TRASHED_AS)).is(content.likes());
        let same = attribute("deleted_at").is(before.deleted_at).and(likes);
        let mut transaction = Transaction::default();
        transaction.add("trash", Delete::of(T::trash_key(id)).when(same));
        transaction.add("content", content::put_new(&content));
        content.count_in(&mut transaction);
        content_index::add(&mut transaction, &IndexEntry::of(&content));
        withheld::require_allowed(&mut transaction, &content.file().hashes());
        match transaction.run(store).await? {
            Outcome::Done => return Ok(content),
            // First: the item may have been restored, and its file withheld only afterwards.
            outcome if outcome.refused("trash") => retry.wait().await?,
            outcome if outcome.refused("withheld") => return Err(Error::Conflict(Conflict::FileWithheld)),
            outcome if outcome.refused("place") && T::KIND == ItemKind::Note => {
                is_place_gone = true;
                retry.wait().await?;
            }
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Returns why an item that is not in the trash cannot be restored.
pub(super) async fn not_in_trash<T: Content>(store: &Store, id: ProductId) -> Result<Error> {
    let published: Option<T> = content::find(store, id).await?;
    Ok(if published.is_some() {
        Error::Conflict(Conflict::AlreadyRestored)
    } else {
        Error::NotFound(trashed_noun(T::KIND))
    })
}

/// Deletes the files of an item that left the trash, like [`remove_files_unless_used`], also if they were withheld.
pub async fn remove_trashed_files_unless_used<T: Content>(store: &Store, trashed: &Trashed<T>) -> Result<bool> {
    let is_removed = remove_files_unless_used(store, &trashed.content).await?;
    if is_removed && trashed.is_withheld {
        files::remove_withheld(store, &trashed.content.object_keys(), trashed.deleted_at).await?;
    }
    Ok(is_removed)
}

/// Deletes the files of an item that is neither published nor in the trash. Returns false if it is, because the stream
/// reports restored and expired items in the same way. Idempotent. Cost: 1 to 5 reads, 1 to 5 requests to the object
/// service.
pub async fn remove_files_unless_used<T: Content>(store: &Store, content: &T) -> Result<bool> {
    let of = ContentRef { kind: T::KIND, place: content.place(), id: content.id() };
    let is_visible = content_item::find_at(store, of).await?.is_some();
    if is_visible || find::<T>(store, content.id()).await?.is_some() {
        return Ok(false);
    }
    content.remove_files(store).await?;
    Ok(true)
}
