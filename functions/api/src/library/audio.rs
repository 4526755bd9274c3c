//! Shelves and audio notes: reading, playing, and changes by administrators.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};
use store::content::Content as _;
use store::content_index::IndexEntry;
use store::trash::{self, DeletePermission};
use store::uploads::UploadTarget;
use store::{
    AudioId, ResourceKind, Sha256Hash, ShelfId, Store, Timestamp, audio, course_audio, listening, shelf_order, shelves,
};
use wasm_core::course::CourseCode;
use wasm_core::limits::ADDRESSES_MAX;

use crate::console::uploads::create_ticket_for;
use crate::console::uploads::wire::UploadTicket;
use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, PathId, Query};
use crate::http::problem::Problem;
use crate::http::wire::page::PAGE_ITEMS;
use crate::library::audio::wire::{
    AudioNote, CourseAudio, ReorderAudioRequest, ShelfPage, SignedAudioUrl, SignedAudioUrls, SignedAudioUrlsRequest,
    Waveform, WaveformQuery, artwork_url_of,
};
use crate::library::courses::REVALIDATE_HEADERS;
use crate::library::files::redirect_to_public;
use crate::library::pictures::{self, wire::PictureDeclaration};

/// For a request that names the current version of the waveform. Another version has another URL.
const CURRENT_WAVEFORM_CACHE: &str = "private, max-age=31536000, immutable";

/// For all other requests. The response is revalidated with its `ETag`.
const WAVEFORM_CACHE: &str = "no-cache";

/// Returns a shelf with its audio notes, newest first. An audio note that an administrator moved keeps its new
/// position.
#[utoipa::path(
    get,
    path = "/api/shelves/{shelf}",
    tag = "audio",
    responses((status = 200, description = "Done", body = ShelfPage)),
)]
pub(crate) async fn get_shelf(
    State(store): State<Store>,
    PathId(shelf): PathId<ShelfId>,
    CursorParam(cursor): CursorParam,
) -> Result<impl IntoResponse, Problem> {
    let page = shelves::page(&store, shelf, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok((REVALIDATE_HEADERS, Json(ShelfPage::from(page))))
}

/// Returns one audio note of any shelf.
#[utoipa::path(
    get,
    path = "/api/audio/{id}",
    tag = "audio",
    responses((status = 200, description = "Done", body = AudioNote)),
)]
pub(crate) async fn get_audio(
    State(store): State<Store>,
    PathId(id): PathId<AudioId>,
) -> Result<impl IntoResponse, Problem> {
    let audio = audio::get(&store, id).await?;
    Ok((REVALIDATE_HEADERS, Json(AudioNote::from(audio))))
}

/// Lists the audio notes about a course, in playing order.
#[utoipa::path(
    get,
    path = "/api/courses/{code}/audio",
    tag = "audio",
    responses((status = 200, description = "Done", body = CourseAudio)),
)]
pub(crate) async fn list_course_audio(
    State(store): State<Store>,
    PathId(code): PathId<CourseCode>,
) -> Result<Json<CourseAudio>, Problem> {
    let audio = course_audio::list(&store, &code).await?;
    Ok(Json(audio.into()))
}

/// Redirects to the picture of an audio note.
#[utoipa::path(
    get,
    path = "/api/audio/{id}/artwork",
    tag = "audio",
    responses((status = 302, description = "Redirect to the picture", headers(("location" = String)))),
)]
pub(crate) async fn get_audio_artwork(
    State(store): State<Store>,
    PathId(id): PathId<AudioId>,
) -> Result<impl IntoResponse, Problem> {
    let audio = audio::get(&store, id).await?;
    let pictures = audio.public_pictures();
    Ok(redirect_to_public(pictures.first().ok_or_else(|| Problem::not_found(ResourceKind::File))?))
}

/// Returns the loudness of an audio note over its duration, its chapters and its silences.
#[utoipa::path(
    get,
    path = "/api/audio/{id}/waveform",
    tag = "audio",
    params(
        WaveformQuery,
        ("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier response", example = "\"9f86d081884c7d65\""),
    ),
    responses((status = 200, description = "Done", body = Waveform), (status = 304, description = "Nothing has changed")),
)]
pub(crate) async fn get_waveform(
    State(store): State<Store>,
    PathId(id): PathId<AudioId>,
    Query(WaveformQuery { version }): Query<WaveformQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    // The titles of the chapters of a recording in the trash are not public.
    let audio = audio::get(&store, id).await?;
    let waveform = Waveform::new(&audio, audio::get_waveform(&store, id).await?)?;
    let cache = if version.as_ref() == Some(&waveform.version) { CURRENT_WAVEFORM_CACHE } else { WAVEFORM_CACHE };
    let json = serde_json::to_vec(&waveform).map_err(Problem::internal)?;
    let tag = format!("\"{}\"", &Sha256Hash::of(&json).to_string()[..16]);
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let served = [(CACHE_CONTROL, cache.to_owned()), (ETAG, tag)];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, served).into_response());
    }
    Ok((served, [(CONTENT_TYPE, "application/json")], json).into_response())
}

/// Returns the signed URLs of up to 20 recordings and of their renditions.
#[utoipa::path(
    post,
    path = "/api/audio/addresses",
    tag = "audio",
    request_body = SignedAudioUrlsRequest,
    responses((status = 200, description = "Done", body = SignedAudioUrls)),
)]
pub(crate) async fn sign_audio_urls(
    State(store): State<Store>,
    Body(SignedAudioUrlsRequest { ids }): Body<SignedAudioUrlsRequest>,
) -> Result<Json<SignedAudioUrls>, Problem> {
    if ids.len() > ADDRESSES_MAX {
        let message = format!("Request at most {ADDRESSES_MAX} audio notes at a time.");
        return Err(Problem::field("ids", "too_many", message));
    }
    let known: Vec<AudioId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    let found = audio::find_by_ids(&store, &known).await?;
    let now = Timestamp::now();
    let mut items = Vec::with_capacity(found.len());
    for audio in found {
        let signed = audio::presign(&store, &audio, now).await?;
        let rendition = listening::presign(&store, &audio, now).await?;
        items.push(SignedAudioUrl::new(audio, signed, rendition));
    }
    let missing = ids.into_iter().filter(|id| !items.iter().any(|item| item.id.eq_ignore_ascii_case(id))).collect();
    Ok(Json(SignedAudioUrls { items, missing }))
}

/// Creates the upload of a picture for an audio note and returns its signed URL. It replaces the previous picture.
#[utoipa::path(
    post,
    path = "/api/audio/{id}/picture",
    tag = "audio",
    request_body = PictureDeclaration,
    responses((status = 201, description = "Created", body = UploadTicket)),
)]
pub(crate) async fn create_audio_picture_upload(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
    Body(body): Body<PictureDeclaration>,
) -> Result<(StatusCode, Json<UploadTicket>), Problem> {
    let shelf = audio::get(&store, id).await?.shelf;
    // The index may still have the previous picture.
    let audio =
        audio::find_on_shelf(&store, shelf, id).await?.ok_or_else(|| Problem::not_found(ResourceKind::Audio))?;
    let draft = pictures::picture_upload_draft(
        &body,
        UploadTarget::AudioPicture { shelf: audio.shelf, audio: id },
        audio.file.media.artwork_key.as_ref(),
    )?;
    let is_seen = pictures::is_current(body.replaces.as_deref(), artwork_url_of(&audio).as_deref());
    pictures::reject_outdated_upload(&store, draft.id, is_seen).await?;
    create_ticket_for(&store, &caller, draft, item_label(&IndexEntry::of(&audio))).await
}

/// Moves an audio note on its shelf: directly after another one, or to the beginning.
#[utoipa::path(
    put,
    path = "/api/audio/{id}/place",
    tag = "audio",
    request_body = ReorderAudioRequest,
    responses((status = 200, description = "Done", body = AudioNote)),
)]
pub(crate) async fn reorder_audio(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
    Body(body): Body<ReorderAudioRequest>,
) -> Result<Json<AudioNote>, Problem> {
    let after = body.after.map(|after| after.parse()).transpose();
    let after = after.map_err(|_| Problem::field("after", "invalid", "Send the id of an audio note."))?;
    let audio = shelf_order::move_recording(&store, id, after, body.from.as_deref()).await?;
    record(&store, &caller, "place_audio", id, item_label(&IndexEntry::of(&audio)), None, None).await?;
    Ok(Json(audio.into()))
}

/// Moves an audio note to the trash for 30 days.
#[utoipa::path(
    delete,
    path = "/api/audio/{id}",
    tag = "audio",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn delete_audio(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
) -> Result<StatusCode, Problem> {
    let trashed =
        trash::trash_item::<audio::AudioNote>(&store, id, &caller.uid, DeletePermission::All, Timestamp::now()).await?;
    record(&store, &caller, "delete_audio", id, item_label(&IndexEntry::of(&trashed.content)), None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores an audio note from the trash.
#[utoipa::path(
    post,
    path = "/api/audio/{id}/restore",
    tag = "audio",
    responses((status = 200, description = "Done", body = AudioNote), (status = 409)),
)]
pub(crate) async fn restore_audio(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<AudioId>,
) -> Result<Json<AudioNote>, Problem> {
    let audio = trash::restore::<audio::AudioNote>(&store, id).await?;
    record(&store, &caller, "restore_audio", id, item_label(&IndexEntry::of(&audio)), None, None).await?;
    Ok(Json(audio.into()))
}
