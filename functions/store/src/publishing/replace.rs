//! Replaces the file of a published item. The item keeps its id, and so its likes, links and entries in My Notes and
//! playlists. The previous file stays in the trash for 30 days and can be restored.

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{ProductId, UploadId, UserId};
use model::keys::{self, object::ObjectKey};
use model::kind::ItemKind;
use model::timestamp::Timestamp;

use crate::content_index::{self, IndexEntry};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::{self, AnyFile, Content, FileMetadata, has_version, resource_kind};
use crate::library::notes::Note;
use crate::library::withheld;
use crate::publishing::content_item::{self, ContentItem, ContentRef};
use crate::publishing::trash::{self, TrashedFile};
use crate::uploads::{self, PublishOutcome};

/// Result of replacing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplaceOutcome {
    /// The item has the new file.
    Replaced(Box<FileSwap>),
    /// The item already had the new file; nothing changed.
    AlreadyReplaced,
    /// The upload was withdrawn or failed before the change; nothing changed.
    UploadCancelled,
    /// Another upload replaced the file first; nothing changed.
    Superseded,
    /// The new file is withheld because of a notice of copyright; nothing changed.
    Withheld,
}

/// The files before and after a replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSwap {
    /// The previous file, now in the trash.
    pub before: AnyFile,
    /// The current file.
    pub after: AnyFile,
}

/// The upload of a replacement file and its user.
#[derive(Debug, Clone, Copy)]
pub struct ReplacementUpload<'a> {
    /// Upload id.
    pub upload: UploadId,
    /// Product id of the upload; the previous file gets this id in the trash.
    pub product: ProductId,
    /// Key of the file that it replaces.
    pub instead_of: &'a ObjectKey,
    /// User who created the upload.
    pub by: &'a UserId,
    /// Time when the check ended.
    pub now: Timestamp,
}

/// Replaces the file of an item. The item, the counts, the trash and the status of the upload change together. A
/// recording keeps its picture if the new file has none. Conditions: the item exists; the upload is being checked;
/// the file is not withheld. Cost: 1 to 2 reads, 16 to 20 writes, 4 index writes.
///
/// # Errors
/// `NotFound(Note)`, `NotFound(Audio)` when the item is gone or in the trash; `Broken` when the file is of another
/// kind.
pub async fn replace(
    store: &Store,
    of: ContentRef<'_>,
    file: &AnyFile,
    arrival: ReplacementUpload<'_>,
) -> Result<ReplaceOutcome> {
    match of.kind {
        ItemKind::Note => replace_file::<Note>(store, of, file, arrival).await,
        ItemKind::Audio => replace_file::<AudioNote>(store, of, file, arrival).await,
        ItemKind::AlbumNote => replace_file::<AlbumNote>(store, of, file, arrival).await,
    }
}

/// Restores a replaced file; the current file goes to the trash. Conditions: the file is in the trash and not withheld;
/// the item exists. Cost: 2 to 3 reads, 16 to 20 writes, 4 index writes.
///
/// # Errors
/// `NotFound(File)` when the file is not in the trash; `NotFound(Note)`, `NotFound(Audio)` when the item is gone or in
/// the trash; `Conflict(FileWithheld)`.
pub async fn restore(
    store: &Store,
    trashed: ProductId,
    by: &UserId,
    now: Timestamp,
) -> Result<(ContentItem, FileSwap)> {
    let old = trash::find_file(store, trashed).await?.ok_or(Error::NotFound(ResourceKind::File))?;
    match old.kind {
        ItemKind::Note => restore_file::<Note>(store, trashed, by, now).await,
        ItemKind::Audio => restore_file::<AudioNote>(store, trashed, by, now).await,
        ItemKind::AlbumNote => restore_file::<AlbumNote>(store, trashed, by, now).await,
    }
}

async fn replace_file<T: Content>(
    store: &Store,
    of: ContentRef<'_>,
    file: &AnyFile,
    arrival: ReplacementUpload<'_>,
) -> Result<ReplaceOutcome> {
    let ReplacementUpload { upload, product, instead_of, by, now } = arrival;
    let mut retry = Retry::new();
    loop {
        let mut swap = Swap::<T>::begin(store, (of.place, of.id), file, product, by, now).await?;
        let current = &swap.before.file().key;
        if instead_of != current && current != file.key() {
            // A concurrent check may have published this upload before a third file replaced it.
            return Ok(match uploads::find_publish_outcome(store, upload).await? {
                PublishOutcome::Published | PublishOutcome::AlreadyPublished => ReplaceOutcome::AlreadyReplaced,
                PublishOutcome::UploadCancelled => ReplaceOutcome::Superseded,
            });
        }
        match swap.after.copy_picture(store, &swap.before, product).await {
            // The picture was replaced at the same time, and its file is gone.
            Err(Error::NotFound(ResourceKind::File)) => {
                retry.wait().await?;
                continue;
            }
            kept => kept?,
        }
        let mut transaction = swap.transaction();
        transaction.add("upload", uploads::ready_update(upload, file.pages(), now));
        match transaction.run(store).await? {
            Outcome::Done => return Ok(ReplaceOutcome::Replaced(Box::new(swap.files()))),
            outcome if outcome.refused("upload") => {
                return Ok(match uploads::find_publish_outcome(store, upload).await? {
                    PublishOutcome::Published | PublishOutcome::AlreadyPublished => ReplaceOutcome::AlreadyReplaced,
                    PublishOutcome::UploadCancelled => ReplaceOutcome::UploadCancelled,
                });
            }
            outcome if outcome.refused("withheld") => return Ok(ReplaceOutcome::Withheld),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

async fn restore_file<T: Content>(
    store: &Store,
    trashed: ProductId,
    by: &UserId,
    now: Timestamp,
) -> Result<(ContentItem, FileSwap)>
where
    ContentItem: From<T>,
{
    let mut retry = Retry::new();
    loop {
        let old = trash::find_file(store, trashed).await?.ok_or(Error::NotFound(ResourceKind::File))?;
        let swap = Swap::<T>::begin(store, (&old.place, old.of), &old.file, ProductId::generate(), by, now).await?;
        let mut transaction = swap.transaction();
        transaction.add("trashed", Delete::of(keys::trash::file(trashed)).when(exists()));
        match transaction.run(store).await? {
            Outcome::Done => return Ok((swap.after.clone().into(), swap.files())),
            outcome if outcome.refused("trashed") => return Err(Error::NotFound(ResourceKind::File)),
            outcome if outcome.refused("withheld") => return Err(Error::Conflict(Conflict::FileWithheld)),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

struct Swap<T> {
    before: T,
    after: T,
    old: TrashedFile,
    new: AnyFile,
}

impl<T: Content> Swap<T> {
    async fn begin(
        store: &Store,
        (place, id): (&str, ProductId),
        new: &AnyFile,
        trashed: ProductId,
        by: &UserId,
        now: Timestamp,
    ) -> Result<Self> {
        // A course merge moves notes while their files are on the way or in the trash.
        let before: T = match content::find_in(store, place, id).await? {
            Some(content) => content,
            None => content_item::find_current(store, id).await?.ok_or(Error::NotFound(resource_kind(T::KIND)))?,
        };
        let Some(file) = T::Metadata::file_with(new) else {
            return Err(Error::broken(format!("a {} cannot have such a file", T::KIND)));
        };
        let mut after = before.clone();
        after.file_mut().clone_from(file);
        *after.version_mut() += 1;
        let old = TrashedFile {
            id: trashed,
            kind: T::KIND,
            of: id,
            title: before.details().title.clone(),
            place: IndexEntry::of(&before).place,
            file: before.file_with_metadata(store).await?,
            deleted_at: now,
            deleted_by: by.clone(),
            expires_at: trash::expires_at(now),
        };
        Ok(Self { before, after, old, new: new.clone() })
    }

    fn files(self) -> FileSwap {
        FileSwap { before: self.old.file, after: self.new }
    }

    /// Returns the transaction that replaces the file. Conditions: the item is unchanged since it was read; the new file
    /// is not withheld.
    fn transaction(&self) -> Transaction {
        let Self { before, after, old, new } = self;
        let mut transaction = Transaction::default();
        let mut same = has_version(before.version()).and(attribute("file_key").is(&before.file().key));
        if let Some(more) = before.unchanged_condition() {
            same = same.and(more);
        }
        transaction.add("content", Update::between(before.key(), before, after).when(same));
        let listed = keys::trash::index_key(old.deleted_at, old.id);
        transaction.add("trash", Put::of(old, keys::trash::file(old.id)).with_index_key(listed).when(absent()));
        content_index::change(&mut transaction, &IndexEntry::of(before), &IndexEntry::of(after));
        after.replace(before, new, &mut transaction);
        withheld::require_allowed(&mut transaction, &new.hashes());
        transaction
    }
}
