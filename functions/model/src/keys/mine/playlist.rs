use crate::ids::{AudioId, PlaylistId, Sha256Hash, UserId};
use crate::keys::key::{Key, Range, gsi1, table};

/// One playlist.
#[must_use]
pub fn primary(playlist: PlaylistId) -> Key {
    Key { pk: format!("PLAYLIST#{playlist}"), sk: "SELF".into() }
}

/// The playlist and what is in it, in no useful order.
#[must_use]
pub fn page(playlist: PlaylistId) -> Range {
    table(format!("PLAYLIST#{playlist}"), "")
}

/// One recording in a playlist.
#[must_use]
pub fn item(playlist: PlaylistId, audio: AudioId) -> Key {
    Key { pk: format!("PLAYLIST#{playlist}"), sk: format!("ITEM#{audio}") }
}

/// What is in a playlist, without the playlist.
#[must_use]
pub fn items(playlist: PlaylistId) -> Range {
    table(format!("PLAYLIST#{playlist}"), "ITEM#")
}

/// Index entry that lists a playlist under its owner, by its id.
#[must_use]
pub fn listed(owner: &UserId, playlist: PlaylistId) -> Key {
    Key { pk: format!("PLAYLISTS#{owner}"), sk: playlist.to_string() }
}

/// The playlists of one person.
#[must_use]
pub fn of_owner(owner: &UserId) -> Range {
    gsi1(format!("PLAYLISTS#{owner}"), "")
}

/// Which of the owner's playlists has this name. Hashed, because a name can hold anything.
#[must_use]
pub fn name_claim(owner: &UserId, name: &Sha256Hash) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("PLAYLISTNAME#{name}") }
}

/// All names of the owner's playlists.
#[must_use]
pub fn names(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "PLAYLISTNAME#")
}

/// That everybody may see this playlist.
#[must_use]
pub fn shown(playlist: PlaylistId) -> Key {
    Key { pk: "PUBLICPLAYLISTS".into(), sk: playlist.to_string() }
}

/// The playlists that everybody may see, oldest id first.
#[must_use]
pub fn all_shown() -> Range {
    table("PUBLICPLAYLISTS".into(), "")
}
