//! A new playlist, or the one that has its name.

use aws::client::Store;
use aws::expression::{absent, attribute, exists};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Put, Update};
use model::error::{Conflict, Error, Result};
use model::ids::{PlaylistId, UserId};
use model::keys;
use model::timestamp::Timestamp;
use wasm_core::limits::PLAYLISTS_MAX;

use super::{Added, NameClaim, Playlist, Visibility, find, items, name_key, show};
use crate::library::audio::AudioNote;
use crate::people::students::ShownPlaylist;

/// What is to be made, validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlaylist {
    /// Id, from the client or made by the server.
    pub id: PlaylistId,
    /// Name, as `forms::playlist_name` gave it.
    pub name: String,
    /// Who may see it, if it is new.
    pub visibility: Visibility,
}

/// A playlist of the wanted name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The playlist as it is now.
    pub playlist: Playlist,
    /// Whether this call made it, or the same call that is repeated here. `false` when another one of this name was there.
    pub created: bool,
    /// How many recordings were new to it.
    pub added: u32,
}

/// Makes a playlist and adds recordings to it. Where the owner has one of this name already, that one is used: two pages
/// that make the same name at once make one playlist. Repeated after a lost answer it makes nothing new, also when the
/// playlist has another name by then. Conditions: the name is free, the owner has fewer than
/// `PLAYLISTS_MAX`. 1 to 2 reads, 6 writes (8 when everybody may see it) and 1 in the index, and what [`super::add`] costs.
///
/// # Errors
/// `LimitReached`; `NotFound(Student)` when the owner has no profile; `Conflict(IdInUse)` when a playlist of somebody else
/// has the id.
pub async fn create(
    store: &Store,
    owner: &UserId,
    new: &NewPlaylist,
    notes: &[AudioNote],
    now: Timestamp,
) -> Result<Created> {
    let (playlist, created) = claim(store, owner, new, now).await?;
    if notes.is_empty() {
        return Ok(Created { playlist, created, added: 0 });
    }
    let Added { playlist, added } = items::add(store, owner, playlist.id, notes, now).await?;
    Ok(Created { playlist, created, added })
}

/// The playlist that has the name, after this there is one, and whether it is the one that was to be made.
async fn claim(store: &Store, owner: &UserId, new: &NewPlaylist, now: Timestamp) -> Result<(Playlist, bool)> {
    let name = keys::playlist::name_claim(owner, &name_key(&new.name));
    let mut retry = Retry::new();
    loop {
        if let Some(claim) = table::find::<NameClaim>(store, name.clone()).await?
            && let Some(playlist) = find(store, claim.playlist).await?
        {
            let created = playlist.id == new.id;
            return Ok((playlist, created));
        }
        let playlist = empty(owner, new, now);
        match insert(store, &playlist).await? {
            Outcome::Done => return Ok((playlist, true)),
            // Somebody made it in between, or is just deleting it: look again.
            outcome if outcome.refused("name") => {}
            outcome if outcome.refused("playlist") => return Ok((made_before(store, owner, new.id).await?, true)),
            Outcome::Refused(_) => {
                crate::people::students::get(store, owner).await?;
                let max = u32::try_from(PLAYLISTS_MAX).unwrap_or(u32::MAX);
                return Err(Error::LimitReached { limit: "PLAYLISTS_MAX", max });
            }
        }
        retry.wait().await?;
    }
}

/// The playlist that an earlier call with this id made.
async fn made_before(store: &Store, owner: &UserId, id: PlaylistId) -> Result<Playlist> {
    let playlist = find(store, id).await?.filter(|playlist| playlist.owner == *owner);
    playlist.ok_or(Error::Conflict(Conflict::IdInUse))
}

fn empty(owner: &UserId, new: &NewPlaylist, now: Timestamp) -> Playlist {
    Playlist {
        id: new.id,
        owner: owner.clone(),
        name_key: name_key(&new.name),
        name: new.name.clone(),
        visibility: new.visibility,
        audio_count: 0,
        total_secs: 0,
        version: 1,
        edition: 0,
        cover: None,
        mosaic: Vec::new(),
        created_at: now,
        updated_at: now,
    }
}

async fn insert(store: &Store, playlist: &Playlist) -> Result<Outcome> {
    let (owner, id) = (&playlist.owner, playlist.id);
    let mut transaction = Transaction::default();
    let name = keys::playlist::name_claim(owner, &playlist.name_key);
    transaction.add("name", Put::of(&NameClaim { playlist: id }, name).when(absent()));
    let listed = keys::playlist::listed(owner, id);
    transaction.add("playlist", Put::of(playlist, keys::playlist::primary(id)).listed(listed).when(absent()));
    let count = attribute("playlist_count");
    let has_room = count.clone().is_absent().or(count.is_below(PLAYLISTS_MAX));
    let mut one_more = Update::of(keys::student::primary(owner)).add("playlist_count", 1);
    if playlist.visibility == Visibility::Public {
        show(&mut transaction, id, Visibility::Public);
        one_more = one_more.set("newest_playlist", ShownPlaylist { playlist: id, since: playlist.created_at });
    }
    transaction.add("count", one_more.when(exists().and(has_room)));
    transaction.run(store).await
}
