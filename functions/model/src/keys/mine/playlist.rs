use crate::ids::{AudioId, PlaylistId, Sha256Hash, UserId};
use crate::keys::key::{Key, PersonalKind, Range, gsi1, table};

/// One playlist.
#[must_use]
pub fn primary(playlist: PlaylistId) -> Key {
    Key { pk: format!("PLAYLIST#{playlist}"), sk: "SELF".into() }
}

/// The playlist and its items, unordered.
#[must_use]
pub fn with_items(playlist: PlaylistId) -> Range {
    table(format!("PLAYLIST#{playlist}"), "")
}

/// One recording in a playlist.
#[must_use]
pub fn item(playlist: PlaylistId, audio: AudioId) -> Key {
    Key { pk: format!("PLAYLIST#{playlist}"), sk: format!("ITEM#{audio}") }
}

/// The items of a playlist, without the playlist itself.
#[must_use]
pub fn items(playlist: PlaylistId) -> Range {
    table(format!("PLAYLIST#{playlist}"), "ITEM#")
}

/// Index entry that lists a playlist under its owner by id.
#[must_use]
pub fn index_key(owner: &UserId, playlist: PlaylistId) -> Key {
    Key { pk: format!("PLAYLISTS#{owner}"), sk: playlist.to_string() }
}

/// The playlists of one user.
#[must_use]
pub fn of_owner(owner: &UserId) -> Range {
    gsi1(format!("PLAYLISTS#{owner}"), "")
}

/// Claim that makes a playlist name unique for its owner. The name is hashed because it can contain any character.
#[must_use]
pub fn name_claim(owner: &UserId, name: &Sha256Hash) -> Key {
    PersonalKind::PlaylistName.key(owner, name)
}

/// The name claims of all playlists of one user.
#[must_use]
pub fn name_claims(owner: &UserId) -> Range {
    PersonalKind::PlaylistName.range(owner, "")
}

/// Marker of a public playlist.
#[must_use]
pub fn public_marker(playlist: PlaylistId) -> Key {
    Key { pk: "PUBLICPLAYLISTS".into(), sk: playlist.to_string() }
}

/// All public playlists, oldest id first.
#[must_use]
pub fn all_public() -> Range {
    table("PUBLICPLAYLISTS".into(), "")
}
