//! Where the caller stopped in recordings.

use axum::Json;
use axum::extract::State;
use store::{AudioId, Store, Timestamp, positions};
use wasm_core::limits::{DEVICE_MAX_CHARS, POSITIONS_BATCH_MAX};

use crate::auth::caller::Caller;
use crate::extract::{At, Json as Body, Named as _};
use crate::problem::Problem;
use crate::wire::page::{PAGE_ITEMS, Page, PageQuery};
use crate::wire::positions::{AudioPosition, MyListening, PositionsThatCount, PutPositionsRequest};

/// Where the caller stopped, in every recording.
#[utoipa::path(
    get,
    path = "/api/me/positions",
    tag = "listening",
    params(PageQuery),
    responses((status = 200, description = "Done", body = Page<AudioPosition>)),
)]
pub(crate) async fn list_positions(
    State(store): State<Store>,
    caller: Caller,
    At(cursor): At,
) -> Result<Json<Page<AudioPosition>>, Problem> {
    let page = positions::list(&store, &caller.uid, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Takes in where the caller stopped on this device, and answers what counts now: a position never replaces a newer one.
#[utoipa::path(
    put,
    path = "/api/me/positions",
    tag = "listening",
    request_body = PutPositionsRequest,
    responses((status = 200, description = "Done", body = PositionsThatCount)),
)]
pub(crate) async fn put_positions(
    State(store): State<Store>,
    caller: Caller,
    Body(PutPositionsRequest { items }): Body<PutPositionsRequest>,
) -> Result<Json<PositionsThatCount>, Problem> {
    if items.len() > POSITIONS_BATCH_MAX {
        let message = format!("Send at most {POSITIONS_BATCH_MAX} positions at once.");
        return Err(Problem::field("items", "too_many", message));
    }
    let is_name = |device: &str| (1..=DEVICE_MAX_CHARS).contains(&device.chars().count());
    if !items.iter().all(|item| is_name(&item.position.device)) {
        let message = format!("A device has a name of 1 to {DEVICE_MAX_CHARS} characters.");
        return Err(Problem::field("items", "invalid", message));
    }
    let told = items.into_iter().filter_map(|item| Some((AudioId::named(&item.audio_id)?, item.position.into())));
    let counting = positions::record(&store, &caller.uid, told.collect(), Timestamp::now()).await?;
    let item = |(audio, position): (AudioId, _)| AudioPosition {
        audio_id: audio.to_string(),
        position: crate::wire::positions::Position::from(position),
    };
    Ok(Json(PositionsThatCount { items: counting.into_iter().map(item).collect() }))
}

/// What the caller has begun and not finished, the last heard first.
#[utoipa::path(
    get,
    path = "/api/me/listening",
    tag = "listening",
    responses((status = 200, description = "Done", body = MyListening)),
)]
pub(crate) async fn list_listening(State(store): State<Store>, caller: Caller) -> Result<Json<MyListening>, Problem> {
    let listening = positions::listening(&store, &caller.uid).await?;
    Ok(Json(MyListening { items: listening.into_iter().map(Into::into).collect() }))
}
