//! Reports of notes, recordings and study cards, and what administrators do with them.

pub mod wire;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use store::albums::AlbumNote;
use store::audio::{self, AudioNote};
use store::audit::item_name;
use store::course_or_album_note::{self, CourseOrAlbumNote};
use store::notes::Note;
use store::reports::{self, FileOutcome, ReportTarget};
use store::trash::DeletePermission::All;
use store::{ChapterId, ResourceKind, Store, Timestamp, cards, courses, trash};
use wasm_core::forms::{self, FieldError};
use wasm_core::limits::REASON_MAX_CHARS;

use crate::console::reports::wire::{
    CreateReport, ReportCreated, ReportKind, ReportReason, ReportedItem, Reports, TakeDownRequest,
};
use crate::http::audit::record;
use crate::http::auth::principal::Principal;
use crate::http::extract::{CursorParam, Json as Body, ReportTargetParam};
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::library::courses::viewer;
use crate::people::me::my_profile;
use crate::state::ApiState;

/// Reports a note, a recording or a study card. Each student has at most one undecided report per item.
#[utoipa::path(
    post,
    path = "/api/reports",
    tag = "reports",
    request_body = CreateReport,
    responses((status = 201, description = "Created, or reported before", body = ReportCreated)),
)]
pub(crate) async fn create_report(
    State(state): State<ApiState>,
    caller: Principal,
    Body(CreateReport { kind, id, chapter, reason, text }): Body<CreateReport>,
) -> Result<(StatusCode, Json<ReportCreated>), Problem> {
    let store = state.store();
    let target = target(kind, &id)?;
    let reason = reason.ok_or_else(|| Problem::field("reason", "required", "Choose what is wrong with it."))?;
    let text = forms::validate_lines("text", &text, REASON_MAX_CHARS)?;
    if reason == ReportReason::Other && text.is_empty() {
        return Err(FieldError::new("text", "required", "Describe briefly what is wrong with it.").into());
    }
    state.check_rate_limit(&state.rate_limits().report, &caller.uid).await?;
    let about = about(store, target, chapter.as_deref(), &caller).await?;
    let name = my_profile(store, &caller).await?.student.public_name().to_owned();
    let report = reports::new_report(caller.uid, name, reason.into(), text, Timestamp::now());
    let filed = reports::create(store, target, &about, &report).await?;
    Ok((StatusCode::CREATED, Json(ReportCreated { reported_before: filed == FileOutcome::AlreadyFiled })))
}

/// Lists the reported items without a decision, most reported first.
#[utoipa::path(
    get,
    path = "/api/reports",
    tag = "reports",
    responses((status = 200, description = "Done", body = Page<ReportedItem>)),
)]
pub(crate) async fn list_reported_items(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ReportedItem>>, Problem> {
    let page = reports::list_open(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    Ok(Json(Page::from(page)))
}

/// Lists the reports of an item, newest first.
#[utoipa::path(
    get,
    path = "/api/reports/{kind}/{id}",
    tag = "reports",
    responses((status = 200, description = "Done", body = Reports)),
)]
pub(crate) async fn list_reports(
    State(store): State<Store>,
    ReportTargetParam(target): ReportTargetParam,
) -> Result<Json<Reports>, Problem> {
    let items = reports::list_for_item(&store, target).await?;
    Ok(Json(Reports { items: items.into_iter().map(Into::into).collect() }))
}

/// Dismisses the reports of an item and removes it from the queue. The item does not change.
#[utoipa::path(
    post,
    path = "/api/reports/{kind}/{id}/dismiss",
    tag = "reports",
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn dismiss_reports(
    State(store): State<Store>,
    caller: Principal,
    ReportTargetParam(target): ReportTargetParam,
) -> Result<StatusCode, Problem> {
    let case = reports::close(&store, target, Timestamp::now()).await?;
    record(&store, &caller, "dismiss_reports", target.id(), reported(&case), None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Moves a reported note or recording to the trash for 30 days and removes its reports from the queue.
#[utoipa::path(
    post,
    path = "/api/reports/{kind}/{id}/take-down",
    tag = "reports",
    request_body = TakeDownRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn take_down(
    State(store): State<Store>,
    caller: Principal,
    ReportTargetParam(target): ReportTargetParam,
    Body(TakeDownRequest { reason }): Body<TakeDownRequest>,
) -> Result<StatusCode, Problem> {
    let reason = forms::required_text("reason", &reason, REASON_MAX_CHARS, "Say why you are taking it down.")?;
    let now = Timestamp::now();
    let open = reports::find(&store, target).await?.filter(|case| case.reports > 0);
    let case = open.ok_or_else(|| Problem::not_found(ResourceKind::Report))?;
    // Delete the item before its reports: after a crash in between, the reports stay visible in the queue.
    match target {
        ReportTarget::Note(id) => match course_or_album_note::get(&store, id).await? {
            CourseOrAlbumNote::Course(_) => drop(trash::trash_item::<Note>(&store, id, &caller.uid, All, now).await?),
            CourseOrAlbumNote::Album(_) => {
                drop(trash::trash_item::<AlbumNote>(&store, id, &caller.uid, All, now).await?);
            }
        },
        ReportTarget::Audio(id) => drop(trash::trash_item::<AudioNote>(&store, id, &caller.uid, All, now).await?),
        ReportTarget::Card(_) => {
            let way = "Edit or delete the card in its chapter, then dismiss its reports.";
            return Err(Problem::field("kind", "not_possible", way));
        }
    }
    record(&store, &caller, "take_down", target.id(), reported(&case), None, Some(reason)).await?;
    reports::close(&store, target, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the title of the reported item and its number of reports, for the audit log.
fn reported(case: &reports::Case) -> String {
    format!("{}, reported by {}", item_name(&case.about.title, &case.about.place), case.reports)
}

fn target(kind: ReportKind, id: &str) -> Result<ReportTarget, Problem> {
    let target = match kind {
        ReportKind::Note => id.parse().ok().map(ReportTarget::Note),
        ReportKind::Audio => id.parse().ok().map(ReportTarget::Audio),
        ReportKind::Card => id.parse().ok().map(ReportTarget::Card),
    };
    target.ok_or_else(|| {
        Problem::not_found(match kind {
            ReportKind::Note => ResourceKind::Note,
            ReportKind::Audio => ResourceKind::Audio,
            ReportKind::Card => ResourceKind::Card,
        })
    })
}

/// Returns the reported item. Fails unless the item exists and the caller may see it.
async fn about(
    store: &Store,
    target: ReportTarget,
    chapter: Option<&str>,
    caller: &Principal,
) -> Result<reports::ReportedItem, Problem> {
    let reported = |title: String, place: String| reports::ReportedItem { title, place, chapter: None };
    Ok(match target {
        ReportTarget::Note(id) => match course_or_album_note::get_visible(store, id).await? {
            CourseOrAlbumNote::Course(note) => reported(note.details.title, note.course.to_string()),
            CourseOrAlbumNote::Album(note) => reported(note.details.title, note.album.to_string()),
        },
        ReportTarget::Audio(id) => {
            let audio = audio::get(store, id).await?;
            reported(audio.details.title, audio.shelf.to_string())
        }
        ReportTarget::Card(id) => {
            let chapter: ChapterId = chapter
                .and_then(|chapter| chapter.parse().ok())
                .ok_or_else(|| Problem::not_found(ResourceKind::Chapter))?;
            let card = cards::get(store, chapter, id).await?;
            courses::get_visible(store, &card.course, viewer(Some(caller))).await?;
            reports::ReportedItem { chapter: Some(chapter), ..reported(card.title, card.course.to_string()) }
        }
    })
}
