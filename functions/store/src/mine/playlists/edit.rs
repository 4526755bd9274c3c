//! The name of a playlist, who may see it, and its cover.

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::objects;
use aws::retry::Retry;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Delete, Put, Update};
use model::error::{Conflict, Error, Noun, Result};
use model::ids::{CoverId, PlaylistId, UserId};
use model::keys::{self, object};
use model::timestamp::Timestamp;

use super::{NameClaim, Playlist, Visibility, find, get_mine, name_key, show};
use crate::people::students::ShownPlaylist;

/// Covers are made as this.
const COVER_CONTENT_TYPE: &str = "image/jpeg";

/// What of a playlist changes. `None` leaves it as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaylistEdit {
    /// New name, as `forms::playlist_name` gave it.
    pub name: Option<String>,
    /// Who may see it.
    pub visibility: Option<Visibility>,
    /// The version that the caller has seen. `None` applies the edit to whatever the playlist is by now.
    pub version: Option<u32>,
}

/// Renames a playlist or changes who may see it; its claim on the name moves along. Conditions: the playlist belongs to
/// the owner and is as the caller has seen it, the new name is free. Without a version it can be repeated. 2 reads, 2 to 10 writes, 1 or 2 in the index; 1 request
/// to move the cover of one that is hidden.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's; `Conflict(Changed)` when the version is not the newest;
/// `Conflict(PlaylistNameTaken)`.
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
        if edit.version.is_some_and(|seen| seen != before.version) {
            return Err(Error::Conflict(Conflict::Changed));
        }
        match edit_as_read(store, owner, before, edit, now).await {
            // Somebody else's change came first; this one was not based on any.
            Err(Error::Conflict(Conflict::Changed)) if edit.version.is_none() => retry.wait().await?,
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
    if let (Visibility::Public, Visibility::Private, Some(cover)) = (before.visibility, visibility, before.cover) {
        update = update.set_or_remove("cover", elsewhere(store, id, cover).await?);
        as_read = as_read.and(attribute("cover").is(cover));
    }
    transaction.add("playlist", update.when(as_read));
    if visibility != before.visibility {
        show(&mut transaction, id, visibility);
        if visibility == Visibility::Public {
            let shown = ShownPlaylist { playlist: id, since: now };
            transaction
                .add("owner", Update::of(keys::student::primary(owner)).set("newest_playlist", shown).when(exists()));
        }
    }
    match transaction.run(store).await? {
        Outcome::Done => find(store, id).await?.ok_or(Error::NotFound(Noun::Playlist)),
        outcome if outcome.refused("playlist") => {
            get_mine(store, owner, id).await?;
            Err(Error::Conflict(Conflict::Changed))
        }
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::PlaylistNameTaken)),
    }
}

/// Copies a cover to where only its owner will be told: strangers may have kept the address it had while everybody could see
/// it. Whoever follows the table removes the file at the old one, and reconciliation a copy that is not used after all.
/// `None` when the file is gone. 1 request.
async fn elsewhere(store: &Store, id: PlaylistId, cover: CoverId) -> Result<Option<CoverId>> {
    let copy = CoverId::generate();
    let (from, to) = (object::playlist_cover(id, cover), object::playlist_cover(id, copy));
    match objects::copy(store, &from, &to, COVER_CONTENT_TYPE).await {
        Ok(()) => Ok(Some(copy)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a playlist the picture that was uploaded and checked; done again it changes nothing. The file of the picture
/// before is removed by whoever follows the table. Condition: the playlist belongs to the owner. 1 write, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's: then nobody refers to the new file.
pub async fn set_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    cover: CoverId,
    now: Timestamp,
) -> Result<Playlist> {
    change_cover(store, owner, id, Some(cover), now).await
}

/// Takes the picture off a playlist; its file goes as with [`set_cover`]. Condition: the playlist belongs to the owner.
/// 1 write, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's.
pub async fn remove_cover(store: &Store, owner: &UserId, id: PlaylistId, now: Timestamp) -> Result<Playlist> {
    change_cover(store, owner, id, None, now).await
}

async fn change_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    cover: Option<CoverId>,
    now: Timestamp,
) -> Result<Playlist> {
    let update = Update::of(keys::playlist::primary(id))
        .set("updated_at", now)
        .set_or_remove("cover", cover)
        .when(attribute("owner").is(owner));
    update.apply_and_read(store).await?.ok_or(Error::NotFound(Noun::Playlist))
}

impl Visibility {
    /// The word that is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}
