//! Hides the copies of the files that a notice names.

use std::sync::Arc;

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::retry::Retry;
use aws::table;
use model::error::{Conflict, Error, Result};
use model::ids::{NoticeId, Sha256Hash, UserId};
use model::keys;
use model::timestamp::Timestamp;

use super::{Decision, HiddenCopy, Notice, NoticeItem, NoticeState, get, lease, modify};
use crate::content_index::{self, IndexEntry};
use crate::library::withheld;
use crate::publishing::{content_item, trash};

/// Returns the items that [`hide`] would hide: those whose file is one of the files that the named items had when the
/// notice was sent. At most 20 per file. Cost: 2 reads per file, 1 per copy.
pub async fn list_copies(store: &Store, notice: &Notice) -> Result<Vec<NoticeItem>> {
    Ok(published_copies(store, notice).await?.iter().map(NoticeItem::from).collect())
}

/// Returns the named items whose file has been replaced since the notice was sent. Cost: 2 reads per named item.
pub async fn list_replaced(store: &Store, notice: &Notice) -> Result<Vec<NoticeItem>> {
    Ok(replaced_items(store, notice).await?.iter().map(NoticeItem::from).collect())
}

/// Moves all copies of the files of an open notice to the trash and withholds the files, so that they can neither be
/// restored nor uploaded again, and signed URLs no longer reach them. With `includes_replaced`, also the current files of
/// the named items whose file has been replaced since. Returns the notice with its copies. Repeating the call after a
/// failure completes it, and so does the nightly run. Cost: 5 writes and 1 per file; for each copy those of
/// [`trash::withhold_item`] and [`trash::withhold_files`].
///
/// # Errors
/// `NotFound(Notice)`; `Conflict(NoticeDecided)` if the notice is not open; `Conflict(NoticeBusy)`.
pub async fn hide(store: &Store, id: NoticeId, includes_replaced: bool, decision: Decision<'_>) -> Result<Notice> {
    let notice = get(store, id).await?;
    let replaced = if includes_replaced { replaced_items(store, &notice).await? } else { Vec::new() };
    let more: Vec<&Sha256Hash> = replaced.iter().flat_map(IndexEntry::hashes).collect();
    let Decision { by, now } = decision;
    let leased = lease::acquire(store, id, now, lease::REQUEST_SECS, |notice| {
        match notice.state {
            NoticeState::Open => notice.decide(NoticeState::Hiding, by, now, ""),
            NoticeState::Hiding => {}
            _ => return Err(Error::Conflict(Conflict::NoticeDecided)),
        }
        notice.hashes.extend(more.iter().copied().cloned());
        Ok(())
    });
    complete_hiding(store, leased.await?, by, now).await
}

/// Hides the copies of a notice whose lease the caller has. Returns the notice without the lease.
pub(super) async fn complete_hiding(store: &Store, leased: Notice, by: &UserId, now: Timestamp) -> Result<Notice> {
    let hidden = hide_all(store, &leased, by, now).await;
    let completed = lease::release(store, &leased, hidden, |notice, gone| {
        notice.state = NoticeState::Hidden;
        notice.copies.retain(|copy| !gone.contains(&copy.item));
        notice.announce_hiding();
    });
    completed.await
}

/// Returns the copies that could not be hidden, because they were deleted or have got another file.
async fn hide_all(store: &Store, notice: &Notice, by: &UserId, now: Timestamp) -> Result<Vec<NoticeItem>> {
    // The files are withheld first: a check of an upload that does not see this yet has published its item before the
    // copies are listed.
    withhold_hashes(store, notice).await?;
    let hidden = hide_published(store, notice, by, now).await;
    // Afterwards, because another notice can hide a copy at the same time.
    add_copies(store, notice.id, &adopted_copies(store, notice).await?).await?;
    // Also those of copies that an interrupted call has hidden, and those of the others if one copy fails.
    let gone = move_files(store, get(store, notice.id).await?).await;
    hidden.and(gone)
}

pub(super) async fn withhold_hashes(store: &Store, notice: &Notice) -> Result<()> {
    for sha256 in &notice.hashes {
        withheld::add(store, sha256, notice.id).await?;
    }
    Ok(())
}

/// Moves the files of the copies out of reach. Returns the copies that are not hidden with a file of the notice: another
/// notice can have hidden such a copy after its file was replaced. The caller has the lease of the notice, which withholds
/// its files.
pub(super) async fn move_files(store: &Store, notice: Notice) -> Result<Vec<NoticeItem>> {
    let hashes = Arc::new(notice.hashes);
    let copies = notice.copies.into_iter().map(|copy| (copy.item, Arc::clone(&hashes))).collect();
    // An error of one copy must not keep the others from being moved.
    let moved = map_concurrent(store, copies, |store, (item, hashes): (NoticeItem, _)| async move {
        let moved = trash::withhold_files(&store, item.kind, item.id, &hashes).await;
        Ok(moved.map(|is_hidden| (!is_hidden).then_some(item)))
    });
    moved.await?.into_iter().filter_map(Result::transpose).collect()
}

/// Returns the published items that have one of the files.
async fn published_copies(store: &Store, notice: &Notice) -> Result<Vec<IndexEntry>> {
    let mut found: Vec<IndexEntry> = Vec::new();
    for sha256 in &notice.hashes {
        for entry in content_index::files_by_hash::list(store, sha256).await? {
            if !found.iter().any(|other| (other.kind, other.id) == (entry.kind, entry.id)) {
                found.push(entry);
            }
        }
    }
    Ok(found)
}

async fn replaced_items(store: &Store, notice: &Notice) -> Result<Vec<IndexEntry>> {
    let mut replaced = Vec::new();
    for NoticeItem { kind, id, .. } in &notice.items {
        let found = content_item::find(store, *kind, *id).await?.map(|item| item.entry());
        replaced.extend(found.filter(|entry| entry.hashes().all(|sha256| !notice.hashes.contains(sha256))));
    }
    Ok(replaced)
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
            for HiddenCopy { item, .. } in other.copies {
                let hashes = trash::hidden_hashes(store, item.kind, item.id).await?;
                if hashes.iter().any(|sha256| notice.hashes.contains(sha256)) {
                    adopted.push(item);
                }
            }
        }
    }
    Ok(adopted)
}

async fn hide_published(store: &Store, notice: &Notice, by: &UserId, now: Timestamp) -> Result<()> {
    let mut retry = Retry::new();
    loop {
        let copies = published_copies(store, notice).await?;
        if copies.is_empty() {
            return Ok(());
        }
        // The notice names the copies before they are hidden, so that they can be restored after a crash in between.
        add_copies(store, notice.id, &copies.iter().map(NoticeItem::from).collect::<Vec<_>>()).await?;
        let mut has_hidden = false;
        let mut failed = None;
        for IndexEntry { kind, id, .. } in copies {
            match trash::withhold_item(store, kind, id, &notice.hashes, by, now).await {
                Ok(()) => has_hidden = true,
                // The index does not have an item yet that was published a moment ago, or its file was just replaced.
                Err(Error::NotFound(_)) => {}
                Err(error) => failed = Some(error),
            }
        }
        match failed {
            _ if has_hidden => {}
            Some(error) => return Err(error),
            None => retry.wait().await?,
        }
    }
}

pub(super) async fn add_copies(store: &Store, id: NoticeId, copies: &[NoticeItem]) -> Result<()> {
    let added = modify(store, id, |notice| {
        let before = notice.copies.len();
        for item in copies {
            if !notice.has_copy(item.kind, item.id) {
                notice.copies.push(HiddenCopy { item: item.clone(), result: None });
            }
        }
        Ok(notice.copies.len() > before)
    });
    added.await.map(drop)
}
