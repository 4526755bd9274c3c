//! Edits the name, visibility and cover of a playlist.

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::objects::{self, Bucket};
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, ResourceKind, Result};
use model::ids::{CoverId, PlaylistId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::{NameClaim, Playlist, Visibility, find, get_mine, name_key, show};
use crate::library::expected_picture::{SeenPicture, is_removable, is_replaceable};
use crate::people::students::PublicPlaylist;

const COVER_CONTENT_TYPE: &str = "image/jpeg";

/// Changes to a playlist. `None` leaves a field unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaylistEdit {
    /// New name as returned by `forms::playlist_name`.
    pub name: Option<String>,
    /// New visibility.
    pub visibility: Option<Visibility>,
    /// Version that the caller saw. `None` applies the edit to any version.
    pub version: Option<u32>,
    /// Name that the caller saw. `None` replaces any name.
    pub name_before: Option<String>,
}

impl PlaylistEdit {
    /// Returns true if the caller has seen the version, and the name if the edit replaces it.
    fn is_based_on(&self, playlist: &Playlist) -> bool {
        let has_seen_name = match (&self.name, &self.name_before) {
            (Some(name), Some(seen)) => *seen == playlist.name || *name == playlist.name,
            _ => true,
        };
        has_seen_name && self.version.is_none_or(|seen| seen == playlist.version)
    }
}

/// Renames a playlist or changes its visibility. The name claim moves in the same transaction. Idempotent without a
/// version. Conditions: the playlist belongs to the owner and has the version that was seen; the new name is free.
/// Cost: 2 reads, 2 to 10 writes, 1 to 2 index writes; 1 request to move the cover of a hidden playlist.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user; `Conflict(VersionMismatch)` when the version is not the
/// newest or the playlist has another name than the caller saw; `Conflict(PlaylistNameTaken)`.
pub async fn edit(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    edit: &PlaylistEdit,
    now: Timestamp,
) -> Result<Playlist> {
    let mut retry = Retry::new();
    loop {
        let before = get_mine(store, owner, id).await?;
        if !edit.is_based_on(&before) {
            return Err(Error::Conflict(Conflict::VersionMismatch));
        }
        match edit_as_read(store, owner, before, edit, now).await {
            // Another change came first. Retry, because this edit does not depend on a version.
            Err(Error::Conflict(Conflict::VersionMismatch)) if edit.version.is_none() => retry.wait().await?,
            done => return done,
        }
    }
}

async fn edit_as_read(
    store: &Store,
    owner: &UserId,
    before: Playlist,
    edit: &PlaylistEdit,
    now: Timestamp,
) -> Result<Playlist> {
    let id = before.id;
    let name = edit.name.as_ref().unwrap_or(&before.name);
    let visibility = edit.visibility.unwrap_or(before.visibility);
    if *name == before.name && visibility == before.visibility {
        return Ok(before);
    }
    let key = name_key(name);
    let mut transaction = Transaction::default();
    if key != before.name_key {
        let put = Put::of(&NameClaim { playlist: id }, keys::playlist::name_claim(owner, &key)).when(absent());
        transaction.add("name", put);
        let old = Delete::of(keys::playlist::name_claim(owner, &before.name_key));
        transaction.add("old name", old);
    }
    let mut update = Update::of(keys::playlist::primary(id))
        .set("name", name)
        .set("name_key", key)
        .set("visibility", visibility)
        .set("updated_at", now)
        .add("version", 1);
    let mut as_read = attribute("owner").is(owner).and(attribute("version").is(before.version));
    let mut copied = None;
    if let (Visibility::Public, Visibility::Private, Some(cover)) = (before.visibility, visibility, before.cover) {
        copied = elsewhere(store, id, cover).await?;
        update = update.set_or_remove("cover", copied);
        as_read = as_read.and(attribute("cover").is(cover));
    }
    transaction.add("playlist", update.when(as_read));
    if visibility != before.visibility {
        show(&mut transaction, id, visibility);
        if visibility == Visibility::Public {
            let shown = PublicPlaylist { playlist: id, since: now };
            transaction
                .add("owner", Update::of(keys::student::primary(owner)).set("newest_playlist", shown).when(exists()));
        }
    }
    let outcome = transaction.run(store).await?;
    if let (Outcome::Refused(_), Some(copy)) = (&outcome, copied) {
        objects::delete(store, Bucket::Files, &object::playlist_cover(id, copy)).await?;
    }
    match outcome {
        Outcome::Done => find(store, id).await?.ok_or(Error::NotFound(ResourceKind::Playlist)),
        outcome if outcome.refused("playlist") => {
            get_mine(store, owner, id).await?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::PlaylistNameTaken)),
    }
}

/// Copies a cover to a new key, because other users may know its URL from the time when the playlist was public. The
/// stream handler deletes the old file, and a refused edit deletes the copy. Reconciliation deletes a copy that an
/// error leaves. Returns `None` if the file is missing. Cost: 1 request.
async fn elsewhere(store: &Store, id: PlaylistId, cover: CoverId) -> Result<Option<CoverId>> {
    let copy = CoverId::generate();
    let (from, to) = (object::playlist_cover(id, cover), object::playlist_cover(id, copy));
    match objects::copy(store, &from, &to, COVER_CONTENT_TYPE).await {
        Ok(()) => Ok(Some(copy)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Sets the uploaded and checked cover of a playlist. Idempotent. The stream handler deletes the previous file.
/// Conditions: the playlist belongs to the owner; it has the `seen` cover. Cost: 1 write, 1 index write; 1 read after a
/// conflict.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user; `Conflict(VersionMismatch)` when the playlist has another
/// cover. The new file is then unused.
pub async fn set_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    cover: CoverId,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Playlist> {
    let update = Update::of(keys::playlist::primary(id)).set("cover", cover);
    change_cover(store, owner, id, update.when(is_replaceable(seen, "cover", cover)), now).await
}

/// Removes the cover of a playlist. The stream handler deletes the file as for [`set_cover`]. Conditions: the playlist
/// belongs to the owner; it has the `seen` cover or none. Cost: 1 write, 1 index write; 1 read after a conflict.
///
/// # Errors
/// `NotFound(Playlist)`, also for a playlist of another user; `Conflict(VersionMismatch)` when the playlist has another
/// cover.
pub async fn remove_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    seen: Option<&SeenPicture>,
    now: Timestamp,
) -> Result<Playlist> {
    let update = Update::of(keys::playlist::primary(id)).remove("cover");
    change_cover(store, owner, id, update.when(is_removable(seen, "cover")), now).await
}

async fn change_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    update: Update,
    now: Timestamp,
) -> Result<Playlist> {
    match update.set("updated_at", now).when(attribute("owner").is(owner)).apply_and_read(store).await? {
        Some(playlist) => Ok(playlist),
        None => {
            get_mine(store, owner, id).await?;
            Err(Error::Conflict(Conflict::VersionMismatch))
        }
    }
}

impl Visibility {
    /// Returns the visibility as it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}
