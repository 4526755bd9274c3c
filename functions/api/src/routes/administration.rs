//! The trash as a whole, and the log of what administrators did.

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use store::content::file;
use store::{Cursor, ProductId, Store, Timestamp, UserId, audit, students, trash};

use crate::auth::caller::Caller;
use crate::extract::{At, Name, Query};
use crate::problem::Problem;
use crate::routes::record;
use crate::wire::administration::{ActivityEntry, ActivityQuery, Names, TrashEntry};
use crate::wire::content::ContentDetail;
use crate::wire::page::{PAGE_ITEMS, Page, PageQuery};

/// What is in the trash, last deleted first: notes of all kinds, and files that were replaced.
#[utoipa::path(
    get,
    path = "/api/admin/trash",
    tag = "administration",
    params(PageQuery),
    responses((status = 200, description = "Done", body = Page<TrashEntry>)),
)]
pub(crate) async fn list_trash(State(store): State<Store>, At(cursor): At) -> Result<Json<Page<TrashEntry>>, Problem> {
    let page = trash::list(&store, cursor.as_ref(), PAGE_ITEMS).await?;
    let names = names(&store, page.items.iter().map(trash::Trashed::deleted_by)).await?;
    Ok(Json(Page::from(page.map(|trashed| TrashEntry::of(trashed, &names)))))
}

/// Brings a replaced file back; the one that took its place goes to the trash.
#[utoipa::path(
    post,
    path = "/api/admin/trash/files/{id}/restore",
    tag = "administration",
    params(("id" = String, Path, description = "The id of a file in the trash", example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")),
    responses((status = 200, description = "Done", body = ContentDetail)),
)]
pub(crate) async fn restore_file(
    State(store): State<Store>,
    caller: Caller,
    Name(id): Name<ProductId>,
) -> Result<Json<ContentDetail>, Problem> {
    let (thing, files) = file::restore(&store, id, &caller.uid, Timestamp::now()).await?;
    let (before, after) = (files.before.name, files.after.name);
    record(&store, &caller, "restore_file", thing.entry().id, Some(before), Some(after)).await?;
    Ok(Json(ContentDetail::from(&thing)))
}

/// What administrators did in a month, newest first.
#[utoipa::path(
    get,
    path = "/api/admin/activity",
    tag = "administration",
    params(ActivityQuery),
    responses((status = 200, description = "Done", body = Page<ActivityEntry>)),
)]
pub(crate) async fn list_activity(
    State(store): State<Store>,
    Query(ActivityQuery { month, cursor }): Query<ActivityQuery>,
) -> Result<Json<Page<ActivityEntry>>, Problem> {
    let cursor = cursor.filter(|cursor| !cursor.is_empty()).map(|cursor| cursor.parse::<Cursor>()).transpose()?;
    let at = match month.filter(|month| !month.is_empty()) {
        None => Timestamp::now(),
        Some(month) => format!("{month}-01T00:00:00Z")
            .parse()
            .map_err(|_| Problem::field("month", "invalid", "Write the month like 2026-11."))?,
    };
    let page = audit::list(&store, at, cursor.as_ref(), PAGE_ITEMS).await?;
    let names = names(&store, page.items.iter().map(|entry| &entry.actor)).await?;
    Ok(Json(Page::from(page.map(|entry| ActivityEntry::of(entry, &names)))))
}

/// What these people are called. 1 read for each of them.
async fn names<'a>(store: &Store, people: impl Iterator<Item = &'a UserId>) -> Result<Names, Problem> {
    let unique: HashSet<&UserId> = people.collect();
    let unique: Vec<UserId> = unique.into_iter().cloned().collect();
    Ok(Names(students::find_many(store, &unique).await?))
}
