//! Review log and study settings of the caller.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use store::review_log::{self, NewBatch};
use store::study_snapshot::{self, NewSnapshot};
use store::{Store, Timestamp};
use wasm_core::forms::format_integer;
use wasm_core::limits::{
    STUDY_NEW_A_DAY_MAX, STUDY_RETENTION_MAX_PERCENT, STUDY_RETENTION_MIN_PERCENT, STUDY_REVIEWS_A_DAY_MAX,
};
use wasm_core::study;

use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, Query, SnapshotBody};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::wire::page::Page;
use crate::study::review_log::wire::{
    AppendReviewLogRequest, PutStudySettings, ReviewBatch, StudyLogQuery, StudySettings,
};

/// Maximum number of batches per page. Together they stay below the 1 MB of one query.
const PAGE_BATCHES: u32 = 1000;

/// Time by which the clock of a device may be ahead, in milliseconds.
const CLOCK_AHEAD_MS: u64 = 24 * 60 * 60 * 1000;

/// Lists the caller's review events, approximately in the order of their arrival. A page has at most 1,000 batches.
#[utoipa::path(
    get,
    path = "/api/me/study/log",
    tag = "studying",
    responses((status = 200, description = "Done", body = Page<ReviewBatch>)),
)]
pub(crate) async fn get_study_log(
    State(store): State<Store>,
    caller: Principal,
    Query(StudyLogQuery { since_ms }): Query<StudyLogQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ReviewBatch>>, Problem> {
    let page = review_log::list(&store, &caller.uid, since_ms.unwrap_or(0), cursor.as_ref(), PAGE_BATCHES).await?;
    Ok(Json(page.into()))
}

/// Adds review events of one device to the log. Idempotent for the same batch.
#[utoipa::path(
    post,
    path = "/api/me/study/log",
    tag = "studying",
    request_body = AppendReviewLogRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn append_study_log(
    State(store): State<Store>,
    caller: Principal,
    Body(AppendReviewLogRequest { device, events }): Body<AppendReviewLogRequest>,
) -> Result<StatusCode, Problem> {
    let events: Option<Vec<study::ReviewEvent>> = events.iter().map(|event| event.to_review_event(device)).collect();
    let events =
        events.ok_or_else(|| Problem::field("events", "invalid", "A card or what was undone is not named."))?;
    let batch = NewBatch::of(&events).map_err(|error| Problem::field("events", "invalid", error.to_string()))?;
    review_log::append(&store, &caller.uid, batch, Timestamp::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a snapshot of the caller's review log up to some time, as one of the devices computed it.
#[utoipa::path(
    get,
    path = "/api/me/study/snapshot",
    tag = "studying",
    responses(
        (status = 200, description = "Done", body = String, content_type = "application/octet-stream"),
        (status = 204, description = "No snapshot exists"),
    ),
)]
pub(crate) async fn get_study_snapshot(State(store): State<Store>, caller: Principal) -> Result<Response, Problem> {
    Ok(match study_snapshot::find(&store, &caller.uid).await? {
        Some(bytes) => ([(CONTENT_TYPE, "application/octet-stream")], bytes).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Stores a snapshot that a device computed from the caller's review log. A snapshot that covers less than the stored
/// one changes nothing.
#[utoipa::path(
    put,
    path = "/api/me/study/snapshot",
    tag = "studying",
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn put_study_snapshot(
    State(store): State<Store>,
    caller: Principal,
    SnapshotBody(bytes): SnapshotBody,
) -> Result<StatusCode, Problem> {
    let snapshot = NewSnapshot::of(bytes, Timestamp::now())
        .ok_or_else(|| Problem::new(ProblemCode::Validation, "The bytes are no snapshot of this version."))?;
    study_snapshot::put_if_newer(&store, &caller.uid, &snapshot).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the caller's study settings.
#[utoipa::path(
    get,
    path = "/api/me/study/settings",
    tag = "studying",
    responses((status = 200, description = "Done", body = StudySettings)),
)]
pub(crate) async fn get_study_settings(
    State(store): State<Store>,
    caller: Principal,
) -> Result<Json<StudySettings>, Problem> {
    Ok(Json(review_log::get_settings(&store, &caller.uid).await?.into()))
}

/// Updates the caller's study settings.
#[utoipa::path(
    put,
    path = "/api/me/study/settings",
    tag = "studying",
    request_body = PutStudySettings,
    responses((status = 200, description = "Done", body = StudySettings)),
)]
pub(crate) async fn set_study_settings(
    State(store): State<Store>,
    caller: Principal,
    Body(PutStudySettings { settings, before }): Body<PutStudySettings>,
) -> Result<Json<StudySettings>, Problem> {
    if settings.new_a_day > STUDY_NEW_A_DAY_MAX {
        let message = format!("You can study at most {STUDY_NEW_A_DAY_MAX} new cards per day.");
        return Err(Problem::field("newADay", "too_many", message));
    }
    if settings.reviews_a_day > STUDY_REVIEWS_A_DAY_MAX {
        let message =
            format!("You can have at most {} reviews per day.", format_integer(STUDY_REVIEWS_A_DAY_MAX as usize));
        return Err(Problem::field("reviewsADay", "too_many", message));
    }
    if !(STUDY_RETENTION_MIN_PERCENT..=STUDY_RETENTION_MAX_PERCENT).contains(&settings.retention_percent) {
        let message = format!("Choose a target from {STUDY_RETENTION_MIN_PERCENT}% to {STUDY_RETENTION_MAX_PERCENT}%.");
        return Err(Problem::field("retentionPercent", "invalid", message));
    }
    let invalid = || Problem::field("memory", "invalid", "The memory model is invalid. Fit it again.");
    let wanted = settings.to_store().ok_or_else(invalid)?;
    let now = Timestamp::now();
    // A model from the future would never be fitted again.
    if wanted.memory.is_some_and(|memory| memory.fitted_ms > now.epoch_millis() + CLOCK_AHEAD_MS) {
        return Err(Problem::field(
            "memory",
            "invalid",
            "The clock of this device is ahead. Correct it and try again.",
        ));
    }
    let seen = before.map(|before| before.to_store().ok_or_else(invalid)).transpose()?;
    let kept = review_log::set_settings(&store, &caller.uid, wanted, seen).await?;
    Ok(Json(kept.into()))
}
