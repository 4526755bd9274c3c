//! Playlists and what is in them.

use serde::{Deserialize, Serialize};
use store::playlists::{self, Visibility};
use store::students::Student;
use store::{CoverId, PlaylistId, UserId};
use utoipa::ToSchema;
use wasm_core::limits::ANONYMOUS;

use crate::http::wire::page::Page;
use crate::library::audio::wire::{AudioNote, artwork_redirect};
use crate::people::students::wire::photo_url;

/// Visibility of a playlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlaylistVisibility {
    /// Everybody who is signed in.
    Public,
    /// Visible to the owner only. Other callers receive 404.
    Private,
}

/// A playlist, without what is in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Playlist {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Finals week")]
    pub name: String,
    pub visibility: PlaylistVisibility,
    /// Leads to the owner's public profile; absent while the owner has chosen none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "amara")]
    pub owner_username: Option<String>,
    /// The name that the owner shows.
    #[schema(example = "Amara")]
    pub owner_name: String,
    /// URL that redirects to the photo of the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/photos/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub owner_image_url: Option<String>,
    /// Whether the caller owns it.
    pub is_mine: bool,
    /// Recordings in it.
    #[schema(example = 7)]
    pub audio_count: u32,
    /// Total duration in seconds. Recordings of unknown duration are not counted.
    #[schema(example = 5_280)]
    pub total_secs: u64,
    /// URL that redirects to the picture chosen by the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/covers/01JD8Z5V7R8XQ4N2T6W0YB3C9E/01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub cover_url: Option<String>,
    /// The first four recordings, for a generated cover.
    pub mosaic: Vec<PlaylistTile>,
    /// Send it back with an edit: it grows when name, visibility or order change.
    #[schema(example = 1)]
    pub version: u32,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub created_at: String,
}

/// One recording in the cover of a playlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaylistTile {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    #[schema(example = "CS 246")]
    pub subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/audio/01JD8Z5V7R8XQ4N2T6W0YB3C9E/artwork")]
    pub artwork_url: Option<String>,
}

/// A recording in a playlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaylistItem {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub added_at: String,
    /// Title at the time when the recording was added.
    #[schema(example = "Pointers, slowly")]
    pub title: String,
    /// The recording; absent when it is gone, which only the owner gets to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audio: Option<AudioNote>,
}

/// A playlist and one page of what is in it, in its order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaylistPage {
    pub playlist: Playlist,
    pub items: Page<PlaylistItem>,
}

/// A playlist to make, or to find by its name.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatePlaylistRequest {
    /// A ULID of the client's making: sent again, it is the same playlist.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "Finals week")]
    pub name: String,
    /// Public by default. An existing playlist keeps its visibility.
    pub visibility: Option<PlaylistVisibility>,
    /// Recordings to put into it, in this order; those that are gone are skipped.
    #[schema(example = json!(["01JD8Z5V7R8XQ4N2T6W0YB3C9E"]))]
    pub audio_ids: Option<Vec<String>>,
}

/// The playlist that has the name now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedPlaylist {
    pub playlist: Playlist,
    /// Whether the playlist was created; `false` if one with this name already existed.
    pub created: bool,
    /// Number of recordings that were not in the playlist before.
    #[schema(example = 1)]
    pub added: u32,
}

/// A playlist after a recording was to be added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedToPlaylist {
    pub playlist: Playlist,
    /// `false` when it was in it already.
    pub added: bool,
}

/// A playlist after a recording was taken out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedFromPlaylist {
    pub playlist: Playlist,
}

/// Changes of a playlist. Missing fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditPlaylistRequest {
    #[schema(example = "Finals week")]
    pub name: Option<String>,
    /// Name that the device knew. If the playlist has a different name, a new name is a conflict (409). By default,
    /// any name is replaced.
    #[schema(example = "Midterms")]
    pub name_before: Option<String>,
    pub visibility: Option<PlaylistVisibility>,
    /// Version that was edited. A newer version is a conflict (409). By default, the newest version is edited.
    #[schema(example = 1)]
    pub version: Option<u32>,
}

/// A new place for one recording.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderPlaylistRequest {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    /// Recording after which the item is placed. By default, the item becomes the first.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9F")]
    pub after: Option<String>,
    /// Version whose order is changed. A newer version is a conflict (409). By default, the newest version is changed.
    #[schema(example = 1)]
    pub version: Option<u32>,
}

impl From<Visibility> for PlaylistVisibility {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => PlaylistVisibility::Public,
            Visibility::Private => PlaylistVisibility::Private,
        }
    }
}

impl From<PlaylistVisibility> for Visibility {
    fn from(visibility: PlaylistVisibility) -> Self {
        match visibility {
            PlaylistVisibility::Public => Visibility::Public,
            PlaylistVisibility::Private => Visibility::Private,
        }
    }
}

impl Playlist {
    /// A playlist as `viewer` sees it: who owns it, but not under which id.
    pub(crate) fn new(playlist: playlists::Playlist, owner: Option<&Student>, viewer: Option<&UserId>) -> Self {
        let owner_name = owner.map_or(ANONYMOUS, Student::shown_name).to_owned();
        Playlist {
            id: playlist.id.to_string(),
            name: playlist.name,
            visibility: playlist.visibility.into(),
            owner_username: owner.and_then(|owner| owner.username.as_ref()).map(ToString::to_string),
            owner_name,
            owner_image_url: owner.and_then(|owner| owner.photo).map(photo_url),
            is_mine: viewer == Some(&playlist.owner),
            audio_count: playlist.audio_count,
            total_secs: playlist.total_secs,
            cover_url: playlist.cover.map(|cover| cover_url(playlist.id, cover)),
            mosaic: playlist.mosaic.into_iter().map(PlaylistTile::from).collect(),
            version: playlist.version,
            created_at: playlist.created_at.to_string(),
        }
    }
}

impl From<playlists::Tile> for PlaylistTile {
    fn from(tile: playlists::Tile) -> Self {
        PlaylistTile {
            artwork_url: tile.has_artwork.then(|| artwork_redirect(tile.audio)),
            audio_id: tile.audio.to_string(),
            subject: tile.subject,
        }
    }
}

impl From<playlists::Entry> for PlaylistItem {
    fn from(playlists::Entry { item, audio }: playlists::Entry) -> Self {
        PlaylistItem {
            audio_id: item.audio.to_string(),
            added_at: item.added_at.to_string(),
            title: item.title,
            audio: audio.map(AudioNote::from),
        }
    }
}

/// Returns the URL that redirects to the picture. The object key is not sent.
pub(crate) fn cover_url(playlist: PlaylistId, cover: CoverId) -> String {
    format!("/api/covers/{playlist}/{cover}")
}
