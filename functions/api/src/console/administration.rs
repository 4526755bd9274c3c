//! The trash and the audit log.

pub mod wire;

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use store::albums::AlbumNote;
use store::audio::AudioNote;
use store::audit::{ActionKind, Filter};
use store::content_index::IndexEntry;
use store::notes::Note;
use store::trash::DeletePermission::All;
use store::{ProductId, ResourceKind, Store, Timestamp, UserId, audit, replace, students, trash};
use wasm_core::limits::TRASH_BATCH_MAX;

use crate::console::administration::wire::{
    ActivityEntry, ActivityQuery, ItemRef, StudentsById, TrashEntry, TrashOutcome, TrashRequest, student_of,
};
use crate::console::content::wire::{ContentDetail, ContentKind};
use crate::console::students::find_by_username;
use crate::http::audit::{item_label, record};
use crate::http::auth::principal::Principal;
use crate::http::client::ClientAddress;
use crate::http::extract::{CursorParam, Json as Body, PathId, Query};
use crate::http::fields::{filter_text, non_empty};
use crate::http::problem::{Problem, ProblemCode};
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::people::account::reauthenticate;
use crate::state::ApiState;

/// Lists the trash, most recently deleted first: notes of all kinds and replaced files.
#[utoipa::path(
    get,
    path = "/api/admin/trash",
    tag = "administration",
    responses((status = 200, description = "Done", body = Page<TrashEntry>)),
)]
pub(crate) async fn list_trash(
    State(store): State<Store>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<TrashEntry>>, Problem> {
    let page = trash::list(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    let names = names(&store, page.items.iter().map(trash::TrashedEntry::deleted_by)).await?;
    Ok(Json(Page::from(page.map(|trashed| TrashEntry::of(trashed, &names)))))
}

/// Moves several items to the trash for 30 days. Requires the administrator's password.
#[utoipa::path(
    post,
    path = "/api/admin/trash",
    tag = "administration",
    request_body = TrashRequest,
    responses((status = 200, description = "Done", body = TrashOutcome)),
)]
pub(crate) async fn trash_items(
    State(state): State<ApiState>,
    caller: Principal,
    client: ClientAddress,
    Body(TrashRequest { password, things }): Body<TrashRequest>,
) -> Result<Json<TrashOutcome>, Problem> {
    if things.len() > TRASH_BATCH_MAX {
        return Err(Problem::field("things", "too_many", format!("Send at most {TRASH_BATCH_MAX} items at a time.")));
    }
    reauthenticate(&state, &caller, client, &password).await?;
    let mut outcome = TrashOutcome::default();
    // Process the items sequentially: they update the same counters, and concurrent writes would conflict.
    let mut things = things.into_iter();
    while let Some(thing) = things.next() {
        match moved(trash_one(state.store(), &caller, &thing).await) {
            Ok(true) => outcome.done.push(thing),
            Ok(false) => outcome.failed.push(thing),
            Err(problem) if outcome.done.is_empty() => return Err(problem),
            // Do not return the error: the response must name the items that are in the trash already.
            Err(_) => {
                outcome.failed.push(thing);
                outcome.failed.extend(things);
                break;
            }
        }
    }
    Ok(Json(outcome))
}

/// Converts the result for one item of a bulk action. Items that were deleted count as failed; any other error ends the
/// action.
fn moved(one: Result<(), Problem>) -> Result<bool, Problem> {
    match one {
        Ok(()) => Ok(true),
        Err(problem) if problem.code() == ProblemCode::NotFound => Ok(false),
        Err(problem) => Err(problem),
    }
}

async fn trash_one(store: &Store, caller: &Principal, ItemRef { kind, id }: &ItemRef) -> Result<(), Problem> {
    let now = Timestamp::now();
    let id: ProductId = id.parse().map_err(|_| Problem::not_found(ResourceKind::Note))?;
    let (action, entry) = match kind {
        ContentKind::Note => {
            ("delete_note", IndexEntry::of(&trash::trash_item::<Note>(store, id, &caller.uid, All, now).await?.content))
        }
        ContentKind::Audio => (
            "delete_audio",
            IndexEntry::of(&trash::trash_item::<AudioNote>(store, id, &caller.uid, All, now).await?.content),
        ),
        ContentKind::AlbumNote => (
            "delete_album_note",
            IndexEntry::of(&trash::trash_item::<AlbumNote>(store, id, &caller.uid, All, now).await?.content),
        ),
    };
    record(store, caller, action, id, item_label(&entry), None, None).await
}

/// Restores a replaced file. The file that replaced it goes to the trash.
#[utoipa::path(
    post,
    path = "/api/admin/trash/files/{id}/restore",
    tag = "administration",
    responses((status = 200, description = "Done", body = ContentDetail)),
)]
pub(crate) async fn restore_file(
    State(store): State<Store>,
    caller: Principal,
    PathId(id): PathId<ProductId>,
) -> Result<Json<ContentDetail>, Problem> {
    let (thing, files) = replace::restore(&store, id, &caller.uid, Timestamp::now()).await?;
    let (before, after) = (files.before.name().to_owned(), files.after.name().to_owned());
    let entry = thing.entry();
    record(&store, &caller, "restore_file", entry.id, item_label(&entry), Some(before), Some(after)).await?;
    Ok(Json(ContentDetail::from(&thing)))
}

/// Lists the actions of administrators in one month, newest first. With a filter, a page may be short or empty and still
/// have a cursor.
#[utoipa::path(
    get,
    path = "/api/admin/activity",
    tag = "administration",
    responses((status = 200, description = "Done", body = Page<ActivityEntry>)),
)]
pub(crate) async fn list_activity(
    State(store): State<Store>,
    Query(ActivityQuery { month, by, kind, text }): Query<ActivityQuery>,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Page<ActivityEntry>>, Problem> {
    let at = match non_empty(month) {
        None => Timestamp::now(),
        Some(month) => format!("{month}-01T00:00:00Z")
            .parse()
            .map_err(|_| Problem::field("month", "invalid", "Write the month like 2026-11."))?,
    };
    let actor = non_empty(by).map(|by| by.parse::<UserId>()).transpose();
    let actor = actor.map_err(|_| Problem::field("by", "invalid", "Send the `byId` of an entry."))?;
    let text = filter_text(text)?;
    let student = match &text {
        Some(text) => find_by_username(&store, text).await?.map(|student| student.uid),
        None => None,
    };
    let filter = Filter { actor, kind: kind.map(ActionKind::from), text, student };
    let page = audit::list(&store, at, &filter, cursor.as_ref(), PAGE_ITEMS).await?;
    let about: Vec<UserId> = page.items.iter().filter_map(student_of).collect();
    let names = names(&store, page.items.iter().map(|entry| &entry.actor).chain(&about)).await?;
    Ok(Json(Page::from(page.map(|entry| ActivityEntry::of(entry, &names)))))
}

/// Returns the names of these users. Cost: 1 read per user.
pub(crate) async fn names<'a>(
    store: &Store,
    people: impl Iterator<Item = &'a UserId>,
) -> Result<StudentsById, Problem> {
    let unique: HashSet<&UserId> = people.collect();
    let unique: Vec<UserId> = unique.into_iter().cloned().collect();
    Ok(StudentsById(students::find_many(store, &unique).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulk_actions_skip_missing_items_and_stop_at_store_errors() {
        assert!(moved(Ok(())).unwrap());
        assert!(!moved(Err(Problem::not_found(ResourceKind::Note))).unwrap());
        let unanswered = moved(Err(Problem::unavailable(std::io::Error::other("no answer"))));
        assert_eq!(unanswered.unwrap_err().code(), ProblemCode::Unavailable);
    }
}
