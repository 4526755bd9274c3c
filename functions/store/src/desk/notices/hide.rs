//! Hides the copies of the files that a notice names.

use std::collections::BTreeSet;

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::retry::Retry;
use aws::table;
use model::error::{Conflict, Error, Result};
use model::ids::{NoticeId, ProductId, Sha256Hash};
use model::keys;
use model::kind::ItemKind;

use super::announce::Announcement;
use super::close::restore_copies;
use super::{Decision, HiddenCopy, Notice, NoticeItem, NoticeState, get, modify, published_copies};
use crate::content_index::IndexEntry;
use crate::library::albums::AlbumNote;
use crate::library::audio::AudioNote;
use crate::library::content::Content;
use crate::library::notes::Note;
use crate::library::withheld;
use crate::publishing::trash;

/// Returns the items that [`hide`] would hide: those whose file is one of the files that the named items had when the
/// notice was sent. At most 20 per file. Cost: 2 reads per file, 1 per copy.
pub async fn list_copies(store: &Store, notice: &Notice) -> Result<Vec<NoticeItem>> {
    Ok(published_copies(store, notice).await?.iter().map(NoticeItem::from).collect())
}

/// Moves all copies of the files of an open notice to the trash and withholds the files, so that they can neither be
/// restored nor uploaded again, and signed URLs no longer reach them. Returns the notice with its copies. Repeating the
/// call after a failure completes it. Cost: 3 writes and 2 per file; for each copy those of [`trash::withhold_item`] and
/// [`trash::withhold_files`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice is not open.
pub async fn hide(store: &Store, id: NoticeId, decision: Decision<'_>) -> Result<Notice> {
    let notice = get(store, id).await?;
    if notice.state != NoticeState::Open {
        return Err(Error::Conflict(Conflict::NoticeDecided));
    }
    // The files are withheld first: a check of an upload that does not see this yet has published its item before the
    // copies are listed.
    for sha256 in &notice.hashes {
        withheld::add(store, sha256, id).await?;
    }
    add_copies(store, &notice, adopted_copies(store, &notice).await?).await?;
    hide_copies(store, &notice, decision).await?;
    let hidden = modify(store, id, |notice| match notice.state {
        NoticeState::Unconfirmed | NoticeState::Open => {
            notice.decide(NoticeState::Hidden, decision.by, decision.now, "");
            notice.hidden_at = Some(decision.now);
            notice.announcements.push(Announcement::of_hiding(notice, decision));
            Ok(true)
        }
        // Another administrator has completed it, or the response to the last write was lost.
        NoticeState::Hidden | NoticeState::Countered | NoticeState::Held | NoticeState::Removed => Ok(false),
        NoticeState::Dismissing | NoticeState::Dismissed | NoticeState::Restoring | NoticeState::Restored => {
            Err(Error::Conflict(Conflict::NoticeDecided))
        }
    });
    let refused = match hidden.await {
        Ok((notice, _)) => return Ok(notice),
        Err(error) => error,
    };
    if matches!(refused, Error::Conflict(Conflict::NoticeDecided)) {
        // The notice was dismissed in between, so its files must not stay withheld.
        restore_copies(store, &get(store, id).await?).await?;
    }
    Err(refused)
}

/// Returns the copies that are already hidden because of other notices with the same files. They are restored when the
/// last of these notices is closed.
async fn adopted_copies(store: &Store, notice: &Notice) -> Result<Vec<NoticeItem>> {
    let mut adopted = Vec::new();
    for sha256 in &notice.hashes {
        for other in withheld::list_notices(store, sha256).await? {
            if other == notice.id {
                continue;
            }
            let Some(other) = table::find::<Notice>(store, keys::notice::primary(other)).await? else { continue };
            for copy in other.copies {
                if is_hidden_with(store, &copy.item, &notice.hashes).await? {
                    adopted.push(copy.item);
                }
            }
        }
    }
    Ok(adopted)
}

/// Returns true if a hidden copy has one of the files.
async fn is_hidden_with(store: &Store, copy: &NoticeItem, hashes: &BTreeSet<Sha256Hash>) -> Result<bool> {
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

async fn hide_copies(store: &Store, notice: &Notice, decision: Decision<'_>) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let copies = published_copies(store, notice).await?;
        if copies.is_empty() {
            break;
        }
        // The notice names the copies before they are hidden, so that they can be restored after a crash in between.
        add_copies(store, notice, copies.iter().map(NoticeItem::from).collect()).await?;
        let mut has_missed = false;
        for IndexEntry { kind, id, .. } in copies {
            match trash::withhold_item(store, kind, id, decision.by, decision.now).await {
                // The index does not have an item yet that was published a moment ago.
                Err(Error::NotFound(_)) => has_missed = true,
                hidden => hidden?,
            }
        }
        if has_missed {
            retry.wait().await?;
        }
    }
    // Also of copies that an interrupted call has hidden.
    let hidden = get(store, notice.id).await?.copies;
    let moved = map_concurrent(store, hidden, |store, copy| async move {
        trash::withhold_files(&store, copy.item.kind, copy.item.id).await
    });
    moved.await.map(drop)
}

async fn add_copies(store: &Store, notice: &Notice, copies: Vec<NoticeItem>) -> Result<()> {
    let added = modify(store, notice.id, |notice| {
        let before = notice.copies.len();
        for item in &copies {
            if !notice.has_copy(item.kind, item.id) {
                notice.copies.push(HiddenCopy { item: item.clone(), result: None });
            }
        }
        Ok(notice.copies.len() > before)
    });
    added.await.map(drop)
}
