//! Hides the copies of the files that a notice names, and restores them.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::retry::Retry;
use aws::table;
use model::error::{Conflict, Error, Result};
use model::ids::{NoticeId, ProductId, Sha256Hash, UserId};
use model::keys;
use model::kind::ItemKind;
use model::timestamp::Timestamp;

use super::{Notice, NoticeItem, NoticeState, get, published_copies, save};
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::Content;
use crate::library::notes::Note;
use crate::library::withheld;
use crate::publishing::content_item::{self, ContentItem, ContentRef};
use crate::publishing::trash;

/// Returns the items that [`hide`] would hide: those that the notice names and all other items with the same files. At
/// most 20 per file. Cost: 2 reads per named item and per file, 1 per copy.
pub async fn list_copies(store: &Store, notice: &Notice) -> Result<Vec<NoticeItem>> {
    let mut notice = notice.clone();
    add_current_files(store, &mut notice).await?;
    Ok(published_copies(store, &notice).await?.iter().map(NoticeItem::from).collect())
}

/// Moves all copies of the files of an open notice to the trash and withholds the files, so that they can neither be
/// restored nor uploaded again. Returns the notice with its copies. Repeating the call after a failure completes it.
/// Cost: 3 writes and 1 per file; for each copy those of [`trash::withhold_item`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice is not open; `Conflict(VersionMismatch)`.
pub async fn hide(store: &Store, id: NoticeId, by: &UserId, now: Timestamp) -> Result<Notice> {
    let mut notice = get(store, id).await?;
    if notice.state != NoticeState::Open {
        return Err(Error::Conflict(Conflict::NoticeDecided));
    }
    add_current_files(store, &mut notice).await?;
    save(store, &mut notice, now).await?;
    // The files are withheld first: a check of an upload that does not see this yet has published its item before the
    // copies are listed.
    for sha256 in &notice.hashes {
        withheld::add(store, sha256, id).await?;
    }
    adopt_copies(store, &mut notice).await?;
    let Err(error) = hide_copies(store, &mut notice, by, now).await else { return Ok(notice) };
    let current = get(store, id).await?;
    match current.state {
        // The next call completes it.
        NoticeState::Unconfirmed | NoticeState::Open => Err(error),
        // Another administrator has completed it, or the response to the last write was lost.
        NoticeState::Hidden | NoticeState::Countered | NoticeState::Held => Ok(current),
        // The notice was dismissed in between, so its files must not stay withheld.
        NoticeState::Dismissing | NoticeState::Dismissed | NoticeState::Restoring | NoticeState::Restored => {
            restore_copies(store, &notice).await?;
            Err(error)
        }
    }
}

/// Adds the copies that are already hidden because of other notices with the same files. They are restored when the last
/// of these notices is closed.
async fn adopt_copies(store: &Store, notice: &mut Notice) -> Result<()> {
    for sha256 in &notice.hashes {
        for other in withheld::list_notices(store, sha256).await? {
            if other == notice.id {
                continue;
            }
            let Some(other) = table::find::<Notice>(store, keys::notice::primary(other)).await? else { continue };
            for copy in other.copies {
                if !notice.has_copy(&copy) && hidden_file(store, &copy, &notice.hashes).await? {
                    notice.copies.push(copy);
                }
            }
        }
    }
    Ok(())
}

/// Returns true if a hidden copy has one of the files.
async fn hidden_file(store: &Store, copy: &NoticeItem, hashes: &BTreeSet<Sha256Hash>) -> Result<bool> {
    async fn has_one<T: Content>(store: &Store, id: ProductId, hashes: &BTreeSet<Sha256Hash>) -> Result<bool> {
        let trashed = trash::find::<T>(store, id).await?;
        Ok(trashed.is_some_and(|trashed| trashed.content.file().hashes().into_iter().any(|each| hashes.contains(each))))
    }
    match copy.kind {
        ItemKind::Note => has_one::<Note>(store, copy.id, hashes).await,
        ItemKind::Audio => has_one::<AudioNote>(store, copy.id, hashes).await,
        ItemKind::AlbumNote => has_one::<AlbumNote>(store, copy.id, hashes).await,
    }
}

async fn hide_copies(store: &Store, notice: &mut Notice, by: &UserId, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let copies = published_copies(store, notice).await?;
        if copies.is_empty() {
            break;
        }
        let new = copies.iter().map(NoticeItem::from).filter(|copy| !notice.has_copy(copy)).collect::<Vec<_>>();
        notice.copies.extend(new);
        // The notice names the copies before they are hidden, so that they can be restored after a crash in between.
        save(store, notice, now).await?;
        let mut has_missed = false;
        for copy in copies.iter().map(NoticeItem::from) {
            match withhold(store, &copy, by, now).await {
                // The index does not have an item yet that was published a moment ago.
                Err(Error::NotFound(_)) => has_missed = true,
                hidden => hidden?,
            }
        }
        if has_missed {
            retry.wait().await?;
        }
    }
    notice.decide(NoticeState::Hidden, by, now);
    save(store, notice, now).await
}

/// Hides an item that was published or replaced while [`hide`] ran for its file, and adds it to the copies of the notice.
/// `hide` withholds the file before it lists the copies: either it lists this item, or the file is already withheld here.
/// Cost: 2 reads; for a withheld file also 2 writes per notice and those of [`trash::withhold_item`].
pub async fn hide_late(store: &Store, of: ContentRef<'_>, by: &UserId, now: Timestamp) -> Result<()> {
    let Some(found) = content_item::find_at(store, of).await? else { return Ok(()) };
    let entry = found.entry();
    let copy = NoticeItem::from(&entry);
    let mut is_withheld = false;
    for sha256 in entry.hashes() {
        for notice in withheld::list_notices(store, sha256).await? {
            is_withheld = true;
            add_copy(store, notice, &copy, now).await?;
        }
    }
    if !is_withheld {
        return Ok(());
    }
    // Without the index, which may not have an item yet that was published a moment ago.
    let hidden = match &found {
        ContentItem::Note(note) => trash::withhold_published(store, note.as_ref(), by, now).await,
        ContentItem::Audio(audio) => trash::withhold_published(store, audio.as_ref(), by, now).await,
        ContentItem::AlbumNote(note) => trash::withhold_published(store, note.as_ref(), by, now).await,
    };
    match hidden {
        // `hide` has hidden it in between.
        Err(Error::NotFound(_)) => Ok(()),
        hidden => hidden,
    }
}

async fn add_copy(store: &Store, id: NoticeId, copy: &NoticeItem, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let Some(mut notice) = table::find::<Notice>(store, keys::notice::primary(id)).await? else { return Ok(()) };
        if notice.state.is_closed() || notice.has_copy(copy) {
            return Ok(());
        }
        notice.copies.push(copy.clone());
        match save(store, &mut notice, now).await {
            Err(Error::Conflict(Conflict::VersionMismatch)) => retry.wait().await?,
            saved => return saved,
        }
    }
}

/// Closes a notice with a reason. Copies that are hidden because of it are restored, unless another notice names their
/// files or they have been deleted for good. Repeating the call after a failure completes it. Cost: 1 read, 2 writes, 1
/// write per file; for each copy those of [`trash::restore`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice is closed; `Conflict(VersionMismatch)`.
pub async fn dismiss(store: &Store, id: NoticeId, reason: &str, by: &UserId, now: Timestamp) -> Result<Notice> {
    let mut notice = get(store, id).await?;
    if notice.state.is_closed() {
        return Err(Error::Conflict(Conflict::NoticeDecided));
    }
    notice.decide(NoticeState::Dismissing, by, now);
    reason.clone_into(&mut notice.reason);
    // This state accepts no other decision.
    save(store, &mut notice, now).await?;
    finish(store, &mut notice, now).await?;
    Ok(notice)
}

/// Restores the copies of a notice that is being closed, and closes it. Returns false if it is not being closed.
pub(super) async fn finish(store: &Store, notice: &mut Notice, now: Timestamp) -> Result<bool> {
    let Some(closed) = notice.state.next() else { return Ok(false) };
    restore_copies(store, notice).await?;
    notice.state = closed;
    save(store, notice, now).await?;
    Ok(true)
}

async fn restore_copies(store: &Store, notice: &Notice) -> Result<()> {
    for sha256 in &notice.hashes {
        withheld::remove(store, sha256, notice.id).await?;
    }
    for copy in &notice.copies {
        let restored = match copy.kind {
            ItemKind::Note => trash::restore::<Note>(store, copy.id).await.map(drop),
            ItemKind::Audio => trash::restore::<AudioNote>(store, copy.id).await.map(drop),
            ItemKind::AlbumNote => trash::restore::<AlbumNote>(store, copy.id).await.map(drop),
        };
        match restored {
            Err(Error::NotFound(_) | Error::Conflict(Conflict::AlreadyRestored | Conflict::FileWithheld)) => {}
            restored => restored?,
        }
    }
    Ok(())
}

async fn withhold(store: &Store, copy: &NoticeItem, by: &UserId, now: Timestamp) -> Result<()> {
    match copy.kind {
        ItemKind::Note => trash::withhold_item::<Note>(store, copy.id, by, now).await,
        ItemKind::Audio => trash::withhold_item::<AudioNote>(store, copy.id, by, now).await,
        ItemKind::AlbumNote => trash::withhold_item::<AlbumNote>(store, copy.id, by, now).await,
    }
}

/// Adds the current files of the named items: a file may have been replaced since the notice was sent.
async fn add_current_files(store: &Store, notice: &mut Notice) -> Result<()> {
    for item in &notice.items {
        if let Some(found) = content_item::find(store, item.kind, item.id).await? {
            notice.hashes.extend(found.entry().hashes().cloned());
        }
    }
    Ok(())
}

impl Notice {
    fn has_copy(&self, copy: &NoticeItem) -> bool {
        self.copies.iter().any(|other| (other.kind, other.id) == (copy.kind, copy.id))
    }

    pub(super) fn decide(&mut self, state: NoticeState, by: &UserId, now: Timestamp) {
        self.state = state;
        self.decided_by = Some(by.clone());
        self.decided_at = Some(now);
        self.reason.clear();
    }
}
