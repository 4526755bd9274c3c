//! Resume positions of the caller in recordings and notes.

pub mod wire;

use axum::Json;
use axum::extract::State;
use store::{AudioId, NoteId, Store, Timestamp, positions};
use wasm_core::limits::{DEVICE_MAX_CHARS, POSITIONS_BATCH_MAX};
use wasm_core::player::position;
use wasm_core::position::HlcStamped;
use wasm_core::reading;

use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, ParsePathId, PathId};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::mine::positions::wire::{
    AudioPosition, CurrentAudioPositions, CurrentNotePositions, MyAudioPosition, NotePosition, PutNotePositionsRequest,
    PutPositionsRequest, StartedNotes, StartedRecordings,
};

/// Lists the caller's resume positions in recordings.
#[utoipa::path(
    get,
    path = "/api/me/positions",
    tag = "listening",
    responses((status = 200, description = "Done", body = Page<AudioPosition>)),
)]
pub(crate) async fn list_positions(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<AudioPosition>>, Problem> {
    let page = positions::list(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Returns the caller's resume position in one recording. The player requests it when playback starts.
#[utoipa::path(
    get,
    path = "/api/me/positions/{audioId}",
    tag = "listening",
    responses((status = 200, description = "Done", body = MyAudioPosition)),
)]
pub(crate) async fn get_position(
    State(store): State<Store>,
    caller: Principal,
    PathId(audio): PathId<AudioId>,
) -> Result<Json<MyAudioPosition>, Problem> {
    let position = positions::find_in_recording(&store, &caller.uid, audio).await?;
    Ok(Json(MyAudioPosition { position: position.map(Into::into) }))
}

/// Stores resume positions in recordings from one device. Returns the positions that are valid now, because an older
/// position never replaces a newer one.
#[utoipa::path(
    put,
    path = "/api/me/positions",
    tag = "listening",
    request_body = PutPositionsRequest,
    responses((status = 200, description = "Done", body = CurrentAudioPositions)),
)]
pub(crate) async fn put_positions(
    State(store): State<Store>,
    caller: Principal,
    Body(PutPositionsRequest { items }): Body<PutPositionsRequest>,
) -> Result<Json<CurrentAudioPositions>, Problem> {
    check(items.iter().map(|item| item.position.device.as_str()))?;
    let now = Timestamp::now();
    let told =
        items.into_iter().map(|item| told("audioId", &item.audio_id, position::Position::from(item.position), now));
    let told = told.collect::<Result<Vec<(AudioId, _)>, Problem>>()?;
    let counting = positions::record(&store, &caller.uid, told, now).await?;
    let item = |(audio, position): (AudioId, _)| AudioPosition {
        audio_id: audio.to_string(),
        position: crate::mine::positions::wire::Position::from(position),
    };
    Ok(Json(CurrentAudioPositions { items: counting.into_iter().map(item).collect() }))
}

/// Lists the recordings that the caller has begun and not finished, most recent first.
#[utoipa::path(
    get,
    path = "/api/me/listening",
    tag = "listening",
    responses((status = 200, description = "Done", body = StartedRecordings)),
)]
pub(crate) async fn list_started_recordings(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<StartedRecordings>, Problem> {
    let listening = positions::list_unfinished_recordings(&store, &caller.uid).await?;
    Ok(Json(StartedRecordings { items: listening.into_iter().map(Into::into).collect() }))
}

/// Stores resume positions in notes from one device. Returns the positions that are valid now, because an older
/// position never replaces a newer one.
#[utoipa::path(
    put,
    path = "/api/me/reading",
    tag = "notes",
    request_body = PutNotePositionsRequest,
    responses((status = 200, description = "Done", body = CurrentNotePositions)),
)]
pub(crate) async fn put_note_positions(
    State(store): State<Store>,
    caller: Principal,
    Body(PutNotePositionsRequest { items }): Body<PutNotePositionsRequest>,
) -> Result<Json<CurrentNotePositions>, Problem> {
    check(items.iter().map(|item| item.position.device.as_str()))?;
    for item in &items {
        item.position.check().map_err(|(field, why)| Problem::field(field, "invalid", why))?;
    }
    let now = Timestamp::now();
    let told =
        items.into_iter().map(|item| told("noteId", &item.note_id, reading::ReadingPosition::from(item.position), now));
    let told = told.collect::<Result<Vec<(NoteId, _)>, Problem>>()?;
    let counting = positions::record(&store, &caller.uid, told, now).await?;
    let item = |(note, position): (NoteId, _)| NotePosition {
        note_id: note.to_string(),
        position: crate::mine::positions::wire::ReadingPosition::from(position),
    };
    Ok(Json(CurrentNotePositions { items: counting.into_iter().map(item).collect() }))
}

/// Lists the caller's resume positions in notes.
#[utoipa::path(
    get,
    path = "/api/me/reading/positions",
    tag = "notes",
    responses((status = 200, description = "Done", body = Page<NotePosition>)),
)]
pub(crate) async fn list_note_positions(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<NotePosition>>, Problem> {
    let page = positions::list_in_notes(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the notes that the caller has begun and not finished, most recently read first.
#[utoipa::path(
    get,
    path = "/api/me/reading",
    tag = "notes",
    responses((status = 200, description = "Done", body = StartedNotes)),
)]
pub(crate) async fn list_started_notes(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<StartedNotes>, Problem> {
    let reading = positions::list_unfinished_notes(&store, &caller.uid).await?;
    Ok(Json(StartedNotes { items: reading.into_iter().map(Into::into).collect() }))
}

/// Parses the item id and validates the position. The item need not exist, because it may have been deleted in the
/// meantime.
fn told<T: ParsePathId, P: HlcStamped>(field: &str, id: &str, position: P, now: Timestamp) -> Result<(T, P), Problem> {
    let thing = T::parse_name(id).ok_or_else(|| Problem::field(field, "invalid", "This is not a valid id."))?;
    if position.is_plausible(now.epoch_millis()) {
        Ok((thing, position))
    } else {
        Err(Problem::field("counter", "invalid", "A counter can be at most one day ahead of the time."))
    }
}

/// Checks a batch of positions of either kind: its size and the names of the devices.
fn check<'a>(devices: impl ExactSizeIterator<Item = &'a str>) -> Result<(), Problem> {
    if devices.len() > POSITIONS_BATCH_MAX {
        let message = format!("Send at most {POSITIONS_BATCH_MAX} positions at a time.");
        return Err(Problem::field("items", "too_many", message));
    }
    for device in devices {
        if !(1..=DEVICE_MAX_CHARS).contains(&device.chars().count()) {
            let message = format!("A device has a name of 1 to {DEVICE_MAX_CHARS} characters.");
            return Err(Problem::field("items", "invalid", message));
        }
    }
    Ok(())
}
