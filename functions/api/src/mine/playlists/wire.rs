//! Wire types of playlists and their items.

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
    /// Visible to every signed-in user.
    Public,
    /// Visible to the owner only. Other callers receive 404.
    Private,
}

/// A playlist without its items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Playlist {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Finals week")]
    pub name: String,
    pub visibility: PlaylistVisibility,
    /// Username of the owner. Absent if the owner has not chosen one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "amara")]
    pub owner_username: Option<String>,
    /// Display name of the owner.
    #[schema(example = "Amara")]
    pub owner_name: String,
    /// URL that redirects to the photo of the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/photos/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub owner_image_url: Option<String>,
    /// Whether the caller owns it.
    pub is_mine: bool,
    /// Number of recordings.
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
    /// Version for the next edit. It grows when name, visibility or order change.
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
    /// The recording. Absent if it was deleted; only the owner sees such items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audio: Option<AudioNote>,
}

/// A playlist and one page of its items in order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaylistPage {
    pub playlist: Playlist,
    pub items: Page<PlaylistItem>,
}

/// A playlist to create, or to find by its name.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatePlaylistRequest {
    /// ULID chosen by the client. Repeating it creates no second playlist.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: Option<String>,
    #[serde(default)]
    #[schema(required = true, example = "Finals week")]
    pub name: String,
    /// Public by default. An existing playlist keeps its visibility.
    pub visibility: Option<PlaylistVisibility>,
    /// Ids of recordings to add, in this order. Deleted recordings are skipped.
    #[schema(example = json!(["01JD8Z5V7R8XQ4N2T6W0YB3C9E"]))]
    pub audio_ids: Option<Vec<String>>,
}

/// The playlist with the requested name.
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

/// Result of adding a recording to a playlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedToPlaylist {
    pub playlist: Playlist,
    /// Whether the recording was added; `false` if the playlist already contained it.
    pub added: bool,
}

/// A playlist after a recording was removed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedFromPlaylist {
    pub playlist: Playlist,
}

/// Changes to a playlist. Missing fields do not change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditPlaylistRequest {
    #[schema(example = "Finals week")]
    pub name: Option<String>,
    /// Name that the device knew. If the playlist was renamed in the meantime, the request is a conflict (409). If
    /// missing, any name is replaced.
    #[schema(example = "Midterms")]
    pub name_before: Option<String>,
    pub visibility: Option<PlaylistVisibility>,
    /// Version that was edited. A newer version is a conflict (409). By default, the newest version is edited.
    #[schema(example = 1)]
    pub version: Option<u32>,
}

/// New position of one recording.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderPlaylistRequest {
    #[schema(required = true, example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub audio_id: String,
    /// Id of the recording directly before it. If missing, it becomes the first of the playlist.
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
    /// Builds the playlist as `viewer` sees it. The user id of the owner is not sent.
    pub(crate) fn new(playlist: playlists::Playlist, owner: Option<&Student>, viewer: Option<&UserId>) -> Self {
        let owner_name = owner.map_or(ANONYMOUS, Student::public_name).to_owned();
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

impl From<playlists::PlaylistEntry> for PlaylistItem {
    fn from(playlists::PlaylistEntry { item, audio }: playlists::PlaylistEntry) -> Self {
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
